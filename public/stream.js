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
export function eventsURL(base, { categories, count, announce }) {
  const url = new URL('events', base);
  if (categories.length) url.searchParams.set('category', categories.join(','));
  if (count) url.searchParams.set('count', count);
  if (announce !== 'frequent') url.searchParams.set('announce', announce);
  return url.href.replaceAll('%2C', ',');
}

/** One stream, looked after. */
export class Stream {
  #url; #on; #source = null; #timer = 0; #watch = 0; #attempt = 0; #heardAt = 0; #notBefore = 0; #lastEventId;

  /**
   * @param {string} url the stream's address
   * @param {string} known the revision that is known already, or an empty one
   * @param {(kind: string, data: object) => void} on told of every event, and of `open`
   */
  constructor(url, known, on) {
    this.#url = url;
    this.#lastEventId = known;
    this.#on = on;
    this.#open();
    this.#watch = setInterval(() => this.#check(), 1000);
  }

  /** Ends the stream for good. */
  close() {
    clearInterval(this.#watch);
    this.#drop();
  }

  /**
   * The reader is back (the page is visible again, the network returned): no more waiting, and no dead source. Only
   * a time that the server asked for is kept to.
   */
  wake() {
    if (performance.now() < this.#notBefore) return;
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
    const url = new URL(this.#url);
    if (this.#lastEventId) url.searchParams.set('lastEventId', this.#lastEventId);
    const source = new EventSource(url.href.replaceAll('%2C', ','));
    this.#source = source;
    source.onopen = () => this.#on('open', {});
    source.onerror = () => {
      if (source !== this.#source) return;
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
    this.#on(kind, data);
    if (kind !== 'bye') return;
    const wait = Number.isFinite(data.retry) ? data.retry : backOff(this.#attempt++, Math.random());
    this.#notBefore = performance.now() + wait;
    this.#again(wait);
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
    this.#again(this.#attempt ? backOff(this.#attempt, Math.random()) : 0);
    this.#attempt += 1;
  }
}

/** One source for many listeners; one who comes later is told what stands now. */
export class Fan {
  #source; #listeners = new Set(); #feed = null; #races = null; #countdown = null; #heardAt = -Infinity;

  /** @param {(on: (kind: string, data: object) => void) => {close(): void, wake(): void}} open */
  constructor(open) {
    this.#source = open((kind, data) => this.#take(kind, data));
  }

  get size() {
    return this.#listeners.size;
  }

  add(on) {
    this.#listeners.add(on);
    queueMicrotask(() => {
      if (this.#listeners.has(on)) for (const [kind, data] of this.now()) on(kind, data);
    });
  }

  /** Without listeners the source is closed, and the fan of no more use. */
  remove(on) {
    this.#listeners.delete(on);
    if (!this.size) this.#source.close();
  }

  wake() {
    this.#source.wake();
  }

  /** What a listener who comes now has to know: nothing while the stream is silent. */
  now() {
    if (!this.#races || !this.#countdown || performance.now() - this.#heardAt > SILENCE) return [];
    const { now } = this.#countdown;
    const races = { ...this.#races, now: Math.max(now, this.#races.now), changes: [], reset: false, joined: true };
    return [...(this.#feed ? [['feed', this.#feed]] : []), ['races', races], ['countdown', this.#countdown]];
  }

  #take(kind, data) {
    if (kind !== 'open') this.#heardAt = performance.now();
    if (kind === 'feed') this.#feed = data;
    if (kind === 'races') this.#races = data;
    if (kind === 'countdown') this.#countdown = data;
    for (const on of this.#listeners) on(kind, data);
  }
}
