/**
 * A board's way from streams to a state: which stream is listened to, when a late frame is counted on without,
 * and the change of a query without a gap. It knows nothing of the DOM but timers.
 */
import {
  GRACE, SILENCE, emptyState, isLive, lateness, shownAt, withConnection, withCountdown, withFeed, withRaces,
} from './state.js';
import { connect } from './shared.js';
import { eventsURL } from './stream.js';

export class Session {
  #base; #on; #current = null; #next = null; #timer = 0;
  /** What is known; replaced, never changed. */
  state = emptyState();
  /** The query whose races are shown, and the one on its way here, if another was chosen. */
  query = null;
  wanted = null;
  /** The server's last goodbye, until its stream is back. */
  bye = null;
  /** When (ms) a stream was last asked for: until it has had time to answer, nothing is lost. */
  askedAt = 0;

  /**
   * @param {string} base the folder that serves the stream
   * @param {(kind: string, data?: object) => void} on told `change`, `switched` (with the query before) and `announce`
   */
  constructor(base, on) {
    this.#base = base;
    this.#on = on;
  }

  /** Moves to another query: the old stream is shown until the first `races` of the new one. */
  select(query) {
    this.wanted = query;
    this.askedAt = performance.now();
    this.#next?.stream.close();
    const { samples, shown, moved } = this.state;
    this.#next = this.#listen(query, { ...emptyState(), samples, shown, moved });
    this.query ??= query;
    this.#arm(SILENCE);
    this.#on('change');
  }

  /** Gives the streams back, for a page that nobody sees; what is known stays. */
  rest() {
    this.#current?.stream.close();
    this.#next?.stream.close();
    this.#current = this.#next = null;
    this.state = withConnection(this.state);
  }

  /** The end: no stream, no timer. */
  end() {
    this.rest();
    clearTimeout(this.#timer);
  }

  /** The page is seen again: listens on, or looks at once whether the stream is alive. */
  wake() {
    if (!this.wanted) return undefined;
    if (!this.#current || performance.now() - (this.state.frameAt ?? 0) > SILENCE) this.askedAt = performance.now();
    if (this.#current || this.#next) {
      this.#current?.stream.wake();
      this.#next?.stream.wake();
    } else if (this.query === this.wanted) {
      this.#current = this.#listen(this.wanted, this.state);
    } else {
      return this.select(this.wanted);
    }
    return this.#on('change');
  }

  /** Brings what is known to this very moment. */
  now() {
    this.state = shownAt(this.state, performance.now());
    return this.state;
  }

  get changing() {
    return Boolean(this.#next) && this.query !== this.wanted;
  }

  #listen(query, state) {
    const channel = { query, state, stream: null };
    const take = (kind, data) => this.#take(channel, kind, data);
    channel.stream = connect(eventsURL(this.#base, query), state.revision ?? '', take);
    return channel;
  }

  #take(channel, kind, data) {
    if (channel !== this.#current && channel !== this.#next) return;
    const own = channel === this.#current;
    const before = own ? this.state : channel.state;
    const after = this.#after(before, kind, data, own);
    if (own) this.state = after;
    else channel.state = after;
    if (kind === 'races' && !own) return this.#adopt(channel);
    if (!own && this.#current) {
      if (kind !== 'bye' || data.reason !== 'crowded') return undefined;
      this.#makeRoom();
    }
    if (kind === 'bye') this.bye = data;
    if (kind === 'races') this.bye = null;
    if (kind === 'announce') return this.#announce(data);
    this.#arm();
    return this.#on('change');
  }

  #after(state, kind, data, own) {
    const ms = performance.now();
    switch (kind) {
      case 'open': return withConnection(state);
      case 'feed': return withFeed(state, data, ms);
      case 'races': return withRaces(state, data, ms);
      case 'countdown': return withCountdown(own ? shownAt(state, ms) : state, data, ms);
      default: return state;
    }
  }

  /** The new query has its first races: from here on it is the board. */
  #adopt(channel) {
    const before = this.query === channel.query ? null : this.query;
    this.#current?.stream.close();
    this.#current = channel;
    this.#next = null;
    this.query = channel.query;
    this.state = channel.state;
    this.bye = null;
    this.#arm();
    this.#on('change');
    if (before) this.#on('switched', before);
  }

  /** The new query waits for a place that the old one may hold. */
  #makeRoom() {
    this.#current.stream.close();
    this.#current = null;
    this.state = withConnection(this.state);
  }

  #announce(data) {
    const ms = performance.now();
    if (isLive(this.state, ms) && lateness(this.state, data.now, ms) <= data.validForMs) this.#on('announce', data);
  }

  /** Counts on when the next frame is late, once a second until one comes. */
  #arm(wait = 1000 + GRACE) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#on('change');
      this.#arm(1000);
    }, wait);
  }
}
