/**
 * One event stream that looks after itself: a source that the browser has given up is made anew, a silent one is
 * reopened, both with back-off; `bye` is honoured. It knows nothing of races.
 */
import { SILENCE } from './state.js';

const KINDS = ['feed', 'races', 'countdown', 'announce', 'bye'];
/** The browser reconnects by itself after `retry:` (5 s at most); longer than this (ms) it is helped. */
const RECONNECT = 12000;
/** Back-off (ms): the first wait, and the longest. */
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 30000;

/** Waits between attempts double up to half a minute, less up to a half so that pages do not come in a herd. */
export function backOff(attempt, random) {
  const full = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.min(attempt, 10));
  return full * (1 - random / 2);
}

/** The address of a stream: relative to the folder that serves the page. */
export function eventsURL(base, { categories, count, announce }, lastEventId) {
  const url = new URL('events', base);
  if (categories.length) url.searchParams.set('category', categories.join(','));
  if (count) url.searchParams.set('count', count);
  if (announce !== 'frequent') url.searchParams.set('announce', announce);
  if (lastEventId) url.searchParams.set('lastEventId', lastEventId);
  return url.href.replaceAll('%2C', ',');
}

export class Stream {
  #address; #on; #source = null; #timer = 0; #watch = 0; #attempt = 0; #heardAt = 0; #lastEventId = '';

  /**
   * @param {(lastEventId: string) => string} address the URL to open
   * @param {(kind: string, data: object, id: string) => void} on told of every event, and of `open`
   */
  constructor(address, on) {
    this.#address = address;
    this.#on = on;
    this.#open();
    this.#watch = setInterval(() => this.#check(), 1000);
  }

  /** Ends the stream for good. */
  close() {
    clearInterval(this.#watch);
    this.#drop();
  }

  /** The reader is back (the page is visible again, the network returned): no more waiting, and no dead source. */
  wake() {
    if (this.#source && performance.now() - this.#heardAt <= SILENCE) return;
    this.#attempt = 0;
    this.#open();
  }

  #drop() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#source?.close();
    this.#source = null;
  }

  #open() {
    this.#drop();
    this.#heardAt = performance.now();
    const source = new EventSource(this.#address(this.#lastEventId));
    this.#source = source;
    source.onopen = () => this.#on('open', {}, '');
    source.onerror = () => {
      if (source !== this.#source) return;
      this.#on('lost', {}, '');
      if (source.readyState === EventSource.CLOSED) this.#again(backOff(this.#attempt++, Math.random()));
      else this.#heardAt = performance.now();
    };
    for (const kind of KINDS) source.addEventListener(kind, (event) => this.#take(source, kind, event));
  }

  #take(source, kind, event) {
    if (source !== this.#source) return;
    let data;
    try {
      data = JSON.parse(event.data);
    } catch {
      return;
    }
    this.#heardAt = performance.now();
    if (event.lastEventId) this.#lastEventId = event.lastEventId;
    if (kind === 'races') this.#attempt = 0;
    this.#on(kind, data, event.lastEventId);
    if (kind === 'bye') this.#again(Number.isFinite(data.retry) ? data.retry : backOff(this.#attempt++, Math.random()));
  }

  #again(wait) {
    this.#drop();
    this.#timer = setTimeout(() => this.#open(), wait);
  }

  /** The watchdog: a source can say that it is open and be dead. */
  #check() {
    if (!this.#source) return;
    const patience = this.#source.readyState === EventSource.OPEN ? SILENCE : RECONNECT;
    if (performance.now() - this.#heardAt <= patience) return;
    this.#on('lost', {}, '');
    this.#again(this.#attempt ? backOff(this.#attempt, Math.random()) : 0);
    this.#attempt += 1;
  }
}
