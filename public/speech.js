/**
 * What is said aloud: one prepared polite region for the whole document, written once for each message, and the
 * pure rules that fit an announcement of the stream to a reader who follows one race.
 */
import { raceName, roughly } from './words.js';

/** A message is cleared after this long (ms), or it would be read again as text of the page. */
const CLEAR = 7000;
/** Messages that come together (ms) are one message: of several writes only the last is spoken. */
const TOGETHER = 80;
/** A polite region says the same text twice only when it differs. */
const AGAIN = '\u00a0';

class Speaker {
  #region; #waiting = []; #last = ''; #timer = 0; #clear = 0;

  constructor() {
    this.#region = document.createElement('div');
    this.#region.className = 'next-to-go-said';
    this.#region.setAttribute('aria-live', 'polite');
    this.#region.setAttribute('aria-atomic', 'true');
    const hidden = {
      position: 'fixed', 'inset-block-end': '0', 'clip-path': 'inset(50%)', 'white-space': 'nowrap',
      'pointer-events': 'none',
    };
    for (const [name, value] of Object.entries(hidden)) this.#region.style.setProperty(name, value);
    document.body.append(this.#region);
  }

  say(text) {
    if (!text) return;
    this.#waiting.push(text);
    this.#timer ||= setTimeout(() => this.#write(), TOGETHER);
  }

  #write() {
    this.#timer = 0;
    const text = this.#waiting.splice(0).join('. ');
    this.#last = text === this.#last ? text + AGAIN : text;
    this.#region.textContent = this.#last;
    clearTimeout(this.#clear);
    this.#clear = setTimeout(() => { this.#region.textContent = ''; }, CLEAR);
  }
}

/**
 * Which window speaks: of several that are open, the one last used. A claim is a time and, for equal times, a chance
 * number; the window yields to a later one, and the others claim again when the speaking window is hidden or gone.
 */
class Voice {
  #channel = globalThis.BroadcastChannel ? new BroadcastChannel('next-to-go.voice') : null;
  #claim = [0, Math.random()];
  /** True while this window is the one that speaks. */
  held = true;

  constructor() {
    if (!this.#channel) return;
    this.#channel.onmessage = ({ data }) => {
      if (data === 'free') this.#take();
      else if (data[0] > this.#claim[0] || (data[0] === this.#claim[0] && data[1] > this.#claim[1])) this.held = false;
    };
    for (const kind of ['focus', 'pointerdown', 'keydown', 'pageshow']) addEventListener(kind, () => this.#take());
    document.addEventListener('visibilitychange', () => (document.hidden ? this.#free() : this.#take()));
    addEventListener('pagehide', () => this.#free());
    this.#take();
  }

  #take() {
    if (document.hidden) return;
    this.held = true;
    this.#claim[0] = Date.now();
    this.#channel.postMessage(this.#claim);
  }

  #free() {
    if (this.held) this.#channel.postMessage('free');
    this.held = false;
  }
}

let speaker = null;
let voice = null;

/** True when announcements are this window's to say. */
export function hasVoice() {
  voice ??= new Voice();
  return voice.held && !document.hidden;
}

/** The document's speaker: several boards on a page share one region. Made early, so that it is there, empty. */
export function theSpeaker() {
  speaker ??= new Speaker();
  return speaker;
}

/** Kinds whose text begins with a time, as in `20 seconds: Randwick race 3`. */
const TIMED = ['started', 'soon', 'minute'];

/** A part that names several races, told for the one that is followed. */
function toldFor(part, race, now) {
  if (part.races.length < 2) return part.text;
  if (TIMED.includes(part.kind)) return `${part.text.split(': ', 1)[0]}: ${raceName(race)}`;
  if (part.kind === 'retimed') return `${raceName(race)} moved, now ${roughly(race.start - now)}`;
  if (part.kind === 'added') return `Next: ${raceName(race)}, ${roughly(race.start - now)}`;
  return part.text;
}

/**
 * The text to say for an `announce` event, or an empty one.
 * @param {object} data the event
 * @param {?object} race the race that is followed; then only its parts, and what concerns the feed, are said
 * @param {Set<string>} told races whose leaving was said already
 */
export function announcementWords(data, race, told) {
  const parts = data.parts.filter((part) => !(part.kind === 'delisted' && part.races.every((id) => told.has(id))));
  if (!race) return parts.length === data.parts.length ? data.text : parts.map((part) => part.text).join('. ');
  return parts
    .filter((part) => part.kind === 'feed' || part.races.includes(race.id))
    .map((part) => (part.kind === 'feed' ? part.text : toldFor(part, race, data.now)))
    .join('. ');
}
