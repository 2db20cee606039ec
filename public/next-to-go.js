/**
 * `<next-to-go>`: a live board of the next races, for this server's page and for other people's.
 *
 *     <script type="module" src="https://example.org/racing/next-to-go.js"></script>
 *     <next-to-go category="horse,greyhound" count="5" controls></next-to-go>
 *
 * Attributes: `category` (slugs with commas; none means all), `count` (1-20), `announce` (`off`, `milestones`,
 * `frequent`), `controls` (filters and announcements), `kiosk` (no control at all), `src` (the folder of the server,
 * by default that of this file; read when the element comes onto a page). Events, all bubbling: `nexttogo:category` and `nexttogo:announce` (the reader
 * chose), `nexttogo:follow`, `nexttogo:tick` (the second shown has changed). Looks: the custom properties and parts
 * named in board.css.
 */
import { categoriesIn, countIn, folderIn } from './address.js';
import { attend } from './attention.js';
import { describe, isCertain } from './description.js';
import { LocalTime } from './dom.js';
import { Narrator } from './narrator.js';
import { Session } from './session.js';
import { countdownsAt, emptyState, isLive } from './state.js';
import { HERE, View } from './view.js';
import { LEVELS, countdownOf } from './words.js';

/** Spoken copies of countdowns change only in such seconds, like announcements (contract 6). */
const SLOT = 5;

/** True when two queries ask for the same races. */
const sameRaces = (one, other) => one.categories.join() === other.categories.join() && one.count === other.count;

/** The board element. */
export class NextToGo extends HTMLElement {
  static observedAttributes = ['category', 'count', 'announce', 'controls', 'kiosk'];

  #local = new LocalTime();
  #view = null;
  #narrator = null;
  #session = null;
  #stop = null;
  /** The state as it was when the reader paused, or null. */
  #paused = null;
  #followed = null;
  #slot = null;

  /** The slugs that are shown; none means all. */
  get categories() {
    return categoriesIn((this.getAttribute('category') ?? '').toLowerCase().split(/[\s,]+/));
  }

  /** The number of races wanted; null leaves it to the server. */
  get count() {
    return countIn(this.getAttribute('count'));
  }

  /** How much is announced. */
  get announce() {
    const level = this.getAttribute('announce');
    return Object.hasOwn(LEVELS, level) ? level : 'frequent';
  }

  /** What the stream says now: the second, the races, how many are wanted, and whether it is live. */
  get board() {
    const state = this.#now();
    return { now: state.shown, races: state.races, wanted: state.wanted, live: isLive(state, performance.now()) };
  }

  connectedCallback() {
    if (!this.#view) this.#build();
    const folder = folderIn(this.getAttribute('src'), document.baseURI) ?? HERE;
    this.#session = new Session(folder, (kind, data) => this.#hear(kind, data));
    this.#stop = new AbortController();
    attend(this.#session, this.#stop.signal);
    this.#configure();
  }

  disconnectedCallback() {
    this.#stop.abort();
    this.#session.end();
    this.#session = null;
  }

  attributeChangedCallback() {
    if (this.#session) this.#configure();
  }

  /** Holds the board as it is; `resume` goes to the current state. */
  pause() {
    if (this.#session) this.#paused ??= this.#now();
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
    const state = this.#now();
    this.#narrator?.next(state, isLive(state, performance.now()));
  }

  /** Narrows announcements to one race of the board, or with null to none. */
  follow(id) {
    this.#followed = id;
    this.#paint();
  }

  /** What is known at this moment; nothing while the element is on no page. */
  #now() {
    return this.#session?.now() ?? emptyState();
  }

  #build() {
    this.#view = new View(this.attachShadow({ mode: 'open' }), this.#local, {
      category: (slugs) => this.#chosen('category', slugs.join(',')),
      announce: (level) => this.#chosen('announce', level),
      pause: () => (this.#paused ? this.resume() : this.pause()),
      next: () => this.sayNext(),
      focus: (id) => this.#focused(id),
      follow: (id) => this.#toggle(id),
    });
    this.#narrator = new Narrator(this.#local, this.#view.log);
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

  #hear(kind, data) {
    if (kind === 'announce') return this.#announced(data);
    this.#paint();
    if (kind === 'switched' && !sameRaces(data, this)) this.#narrator.filtered(this.#session.state, this.categories);
    return undefined;
  }

  #announced(data) {
    if (this.#paused) return;
    const id = this.#view.focusedId ?? this.#followed;
    this.#narrator.announce(data, this.#session.state.races.find((each) => each.id === id) ?? null);
  }

  #focused(id) {
    const race = this.#session.state.races.find((each) => each.id === id);
    const now = this.#paused?.shown ?? this.#now().shown;
    if (race) this.#view.refresh(countdownOf(race, now));
  }

  /** Brings everything to this moment, or to that of the pause. */
  #paint() {
    if (!this.#session) return;
    const live = this.#now();
    const state = this.#paused ?? live;
    const now = state.shown;
    const ms = performance.now();
    if (!document.hidden && isCertain(live, this.#session.askedAt, ms)) {
      this.#narrator.live(isLive(live, ms), live.shown, this.announce === 'off' || Boolean(this.#paused));
    }
    this.#view.describe(describe({
      live, held: this.#paused, session: this.#session, count: this.count, local: this.#local, ms,
    }));
    if (now !== null) this.#rows(state, now);
    this.dispatchEvent(new CustomEvent('nexttogo:tick', { bubbles: true }));
  }

  #rows(state, now) {
    const slot = Math.floor(now / SLOT);
    const left = this.#view.show(state.races, countdownsAt(state, now), {
      now, moved: state.moved, followed: this.#followed, slot: slot !== this.#slot, wanted: state.wanted,
    });
    this.#slot = slot;
    if (this.#followed && !state.races.some((race) => race.id === this.#followed)) this.#follow(null);
    if (left) this.#narrator.left(left, state.changes, now);
  }

  /** The reader chose a race: from now on it is followed, or no longer. */
  #toggle(id) {
    const on = id !== this.#followed;
    const { races, shown } = this.#now();
    const race = (this.#paused?.races ?? races).find((each) => each.id === id);
    this.#follow(on ? id : null);
    if (race) this.#narrator.followed(race, on, shown);
    this.#paint();
  }

  /** What is followed from now on; null when the race is gone. */
  #follow(id) {
    this.#followed = id;
    this.dispatchEvent(new CustomEvent('nexttogo:follow', { bubbles: true, detail: id }));
  }
}

customElements.define('next-to-go', NextToGo);
