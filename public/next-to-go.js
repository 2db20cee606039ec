/**
 * `<next-to-go>`: a live board of the next races, for this server's page and for other people's.
 *
 *     <script type="module" src="https://example.org/racing/next-to-go.js"></script>
 *     <next-to-go category="horse,greyhound" count="5" controls></next-to-go>
 *
 * Attributes: `category` (slugs with commas; none means all), `count` (1-20), `announce` (`off`, `milestones`,
 * `frequent`), `controls` (filters and announcements), `kiosk` (no control at all), `src` (the folder of the server,
 * by default that of this file). Events, all bubbling: `nexttogo:category` and `nexttogo:announce` (the reader
 * chose), `nexttogo:follow`, `nexttogo:tick` (the second shown has changed). Looks: the custom properties and parts
 * named in board.css.
 */
import { LocalTime } from './dom.js';
import { Session } from './session.js';
import { announcementWords, hasVoice, theSpeaker } from './speech.js';
import { SILENCE, countdownsAt, isLive } from './state.js';
import { HERE, LEVELS, View } from './view.js';
import {
  CATEGORIES, countdownOf, feedNotices, headingWords, nextRaceWords, raceName, racesNoun, shortBoardWords, statusWords,
} from './words.js';

/** A page that nobody has seen for this long (ms) gives its stream back. */
const UNSEEN = 30000;
/** Spoken copies of countdowns change only in such seconds, like announcements (contract 6). */
const SLOT = 5;

/** True when two queries ask for the same races. */
const sameRaces = (one, other) => one.categories.join() === other.categories.join() && one.count === other.count;

/** The board element. */
export class NextToGo extends HTMLElement {
  static observedAttributes = ['category', 'count', 'announce', 'controls', 'kiosk'];

  #local = new LocalTime();
  #view = null;
  #session = null;
  #stop = null;
  #unseen = 0;
  /** The state as it was when the reader paused, or null. */
  #paused = null;
  #followed = null;
  #slot = null;
  /** True while the reader has been told that the board is not live. */
  #lost = false;
  /** Races whose leaving has been said. */
  #told = new Set();

  /** The slugs that are shown; none means all. */
  get categories() {
    const words = (this.getAttribute('category') ?? '').toLowerCase().split(/[\s,]+/);
    return Object.keys(CATEGORIES).filter((slug) => words.includes(slug) || words.includes(CATEGORIES[slug].id));
  }

  /** The number of races wanted; null leaves it to the server. */
  get count() {
    const count = Number(this.getAttribute('count'));
    return Number.isInteger(count) && count >= 1 && count <= 20 ? count : null;
  }

  /** How much is announced. */
  get announce() {
    const level = this.getAttribute('announce');
    return Object.hasOwn(LEVELS, level) ? level : 'frequent';
  }

  /** What the stream says now: the second, the races, how many are wanted, and whether it is live. */
  get board() {
    const { shown, races, wanted } = this.#session.now();
    return { now: shown, races, wanted, live: isLive(this.#session.state, performance.now()) };
  }

  connectedCallback() {
    if (!this.#view) this.#build();
    theSpeaker();
    hasVoice();
    this.#session = new Session(this.getAttribute('src') ?? HERE, (kind, data) => this.#hear(kind, data));
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    const wake = () => this.#session.wake();
    document.addEventListener('visibilitychange', () => this.#seen(!document.hidden), { signal });
    addEventListener('pageshow', (event) => event.persisted && wake(), { signal });
    addEventListener('pagehide', () => this.#session.rest(), { signal });
    addEventListener('online', wake, { signal });
    this.#configure();
  }

  disconnectedCallback() {
    this.#stop.abort();
    clearTimeout(this.#unseen);
    this.#session.end();
    this.#session = null;
  }

  attributeChangedCallback() {
    if (this.#session) this.#configure();
  }

  /** Holds the board as it is; `resume` goes to the current state. */
  pause() {
    this.#paused ??= this.#session.now();
    this.#paint();
  }

  /** Shows the current state again. */
  resume() {
    this.#paused = null;
    this.#slot = null;
    this.#paint();
  }

  /** Says how long it is to the next race. */
  sayNext() {
    const { races, shown } = this.#session.now();
    this.#say(shown === null ? 'Not live yet' : nextRaceWords(races, shown));
  }

  /** Narrows announcements to one race of the board, or with null to none. */
  follow(id) {
    this.#followed = id;
    this.#paint();
  }

  #build() {
    this.#view = new View(this.attachShadow({ mode: 'open' }), this.#local, {
      category: (slugs) => this.#chosen('category', slugs.join(',')),
      announce: (level) => this.#chosen('announce', level),
      pause: () => (this.#paused ? this.resume() : this.pause()),
      next: () => this.sayNext(),
      focus: (id) => this.#focused(id),
      follow: (id) => {
        this.#follow(id === this.#followed ? null : id);
        this.#paint();
      },
    });
  }

  #chosen(name, value) {
    if (value) this.setAttribute(name, value);
    else this.removeAttribute(name);
    this.dispatchEvent(new CustomEvent(`nexttogo:${name}`, { bubbles: true, detail: value }));
  }

  #configure() {
    const { categories, count, announce } = this;
    this.#view.configure({
      controls: this.hasAttribute('controls'), kiosk: this.hasAttribute('kiosk'), categories, announce,
    });
    const query = { categories, count, announce };
    const before = this.#session.wanted;
    if (JSON.stringify(query) === JSON.stringify(before)) return;
    if (before && !sameRaces(query, before)) this.#paused = null;
    this.#session.select(query);
  }

  #seen(visible) {
    clearTimeout(this.#unseen);
    if (visible) this.#session.wake();
    else this.#unseen = setTimeout(() => this.#session.rest(), UNSEEN);
  }

  #hear(kind, data) {
    if (kind === 'announce') return this.#announced(data);
    this.#paint();
    if (kind === 'switched') this.#switched(data);
    return undefined;
  }

  /** The result of a new filter, once. */
  #switched(before) {
    if (sameRaces(before, this)) return;
    const { races, wanted, shown, newest } = this.#session.state;
    const short = shortBoardWords(races.length, wanted, this.categories);
    this.#say([short || `${races.length} ${racesNoun(this.categories)}`,
      races.length ? nextRaceWords(races, shown ?? newest) : ''].filter(Boolean).join('. '));
  }

  #announced(data) {
    if (this.#paused) return;
    const id = this.#view.focusedId ?? this.#followed;
    const race = this.#session.state.races.find((each) => each.id === id) ?? null;
    const words = announcementWords(data, race, this.#told);
    if (words) this.#say(words, data.now);
  }

  #say(words, now = this.#session.state.shown) {
    if (hasVoice()) theSpeaker().say(words);
    this.#view.log.add(now === null ? '' : this.#local.clock(now), words);
  }

  #focused(id) {
    const race = this.#session.state.races.find((each) => each.id === id);
    const now = this.#paused?.shown ?? this.#session.now().shown;
    if (race) this.#view.refresh(countdownOf(race, now));
  }

  /** Brings everything to this moment, or to that of the pause. */
  #paint() {
    const live = this.#session.now();
    const state = this.#paused ?? live;
    const { categories } = this.#session.query;
    const now = state.shown;
    this.#view.describe({
      ...this.#status(live),
      clock: now === null || this.#paused ? '' : this.#local.clock(now),
      heading: headingWords(state.wanted ?? this.count ?? 0, categories),
      notices: now === null ? [] : feedNotices(state.feed, now, (second) => this.#local.date(second)),
      note: state.wanted === null || state.feed?.state === 'starting'
        ? '' : shortBoardWords(state.races.length, state.wanted, categories),
      paused: Boolean(this.#paused),
    });
    if (now !== null) this.#rows(state, now);
    this.dispatchEvent(new CustomEvent('nexttogo:tick', { bubbles: true }));
  }

  #status(state) {
    const ms = performance.now();
    const silentFor = state.frameAt === null ? null : ms - state.frameAt;
    const asked = ms - this.#session.askedAt <= SILENCE;
    const name = isLive(state, ms) ? 'live' : asked ? 'connecting' : 'silent';
    if (name === 'live' || (name === 'silent' && (silentFor ?? Infinity) > SILENCE)) this.#tell(name === 'live');
    const status = statusWords({
      state: this.#paused ? 'paused' : name,
      silentFor,
      bye: this.#session.bye,
      pausedAt: this.#paused && this.#local.clock(this.#paused.shown ?? 0),
      changing: this.#session.changing ? racesNoun(this.categories) : null,
    });
    return { state: this.#paused ? 'paused' : name, status };
  }

  /** Says once that the stream was lost, and once that it is back. */
  #tell(live) {
    if (this.#lost === !live || document.hidden) return;
    this.#lost = !live;
    if (this.announce !== 'off' && !this.#paused) this.#say(live ? 'The board is live again' : 'The board is not live');
  }

  #rows(state, now) {
    const slot = Math.floor(now / SLOT);
    const left = this.#view.show(state.races, countdownsAt(state, now), {
      now, moved: state.moved, followed: this.#followed, slot: slot !== this.#slot, wanted: state.wanted,
    });
    this.#slot = slot;
    if (this.#followed && !state.races.some((race) => race.id === this.#followed)) this.#follow(null);
    if (left) this.#gone(left, state.changes);
  }

  /** The reader chose a race to follow, or it is gone. */
  #follow(id) {
    this.#followed = id;
    this.dispatchEvent(new CustomEvent('nexttogo:follow', { bubbles: true, detail: id }));
  }

  /** The row that had the focus is gone; the focus has moved on, and this says so, once. */
  #gone(race, changes) {
    const delisted = changes.some((each) => each.id === race.id && each.change === 'delisted');
    this.#told.add(race.id);
    this.#say(`${raceName(race)} ${delisted ? 'is no longer listed' : 'has left the board'}`);
  }
}

customElements.define('next-to-go', NextToGo);
