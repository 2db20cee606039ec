/**
 * What the page knows: a value, and pure functions from one value to the next, one for each event of the stream.
 * `ms` is the browser's monotonic time at which a frame came; the browser's wall clock is never asked.
 */
import { countdownOf } from './words.js';

/** Frames over which the offset to the server's clock is the least one seen: latency only ever adds to it. */
const WINDOW = 12;
/** A frame this late (ms) is no longer waited for: its second is counted here. */
export const GRACE = 700;
/** A frame at most this far (s) behind what is shown is late, not old. */
const NEAR = 3;
/** Without a frame for this long (ms) the board is not live. */
export const SILENCE = 5000;
/** A race that is no longer listed is named below the board for this long (s). */
const FAREWELL = 30;

/** The state before the first event. */
export function emptyState() {
  return {
    live: false, feed: null, races: [], wanted: null, revision: null, racesNow: null, changes: [], moved: new Map(),
    counts: new Map(), countsNow: null, delisted: [], newest: null, shown: null, samples: [], frameAt: null,
  };
}

/** Takes in that a frame for second `now` came at `ms`; after a reset nothing older counts. */
function heard(state, now, ms, reset = false) {
  const fell = reset && now < Math.max(state.newest ?? now, state.shown ?? now);
  const samples = [...(fell ? [] : state.samples), ms - now * 1000].slice(-WINDOW);
  const newest = fell ? now : Math.max(now, state.newest ?? now);
  return { ...state, samples, newest, shown: fell ? now : state.shown, frameAt: ms };
}

/** The server's second at `ms`: the stream's own, or counted on from it when its frame is late. */
function secondAt(state, ms) {
  const counted = Math.floor((ms - Math.min(...state.samples) - GRACE) / 1000);
  return Math.max(state.newest, counted);
}

/** Sets `shown`, the second on the board, for `ms`; it never falls but by a reset. */
export function shownAt(state, ms) {
  if (state.newest === null) return state;
  return { ...state, shown: Math.max(state.shown ?? 0, secondAt(state, ms)) };
}

/** The milliseconds by which a frame for `now` was late when it came. */
export const lateness = (state, now, ms) => ms - Math.min(...state.samples) - now * 1000;

/** True while the first `races` has come and frames keep coming. */
export const isLive = (state, ms) => state.live && ms - state.frameAt <= SILENCE;

/** The starts from which races of the board were moved; a change that came with a new stream is seen by comparing. */
function movedAfter(state, data) {
  const moved = new Map([...state.moved].filter(([id]) => data.races.some((race) => race.id === id)));
  const before = new Map(state.races.map((race) => [race.id, race.start]));
  for (const { id, start } of data.races) if (before.has(id) && before.get(id) !== start) moved.set(id, before.get(id));
  for (const { id, change, from } of data.changes) if (change === 'retimed') moved.set(id, from);
  return moved;
}

/** Races that were on the board and are no longer listed, with the second until which that is told. */
function delistedAfter(state, data) {
  const now = new Set(data.changes.filter((each) => each.change === 'delisted').map((each) => each.id));
  const back = new Set(data.races.map((race) => race.id));
  const gone = state.races.filter((race) => now.has(race.id));
  const before = data.reset ? [] : state.delisted.filter(({ race, until }) => until > data.now && !back.has(race.id));
  return [...before, ...gone.map((race) => ({ race, until: data.now + FAREWELL }))];
}

/** True when a stream that others have listened to meanwhile is joined, and its clock was set back in that time. */
const joinedBelow = (state, data) => Boolean(data.joined) && data.now < Math.max(state.newest, state.shown) - NEAR;

/**
 * `races`: time only falls with a reset. An older list, as from a second server whose clock is a little behind, is
 * not taken, but it tells that the stream is alive.
 */
export function withRaces(state, data, ms) {
  const reset = data.reset || joinedBelow(state, data);
  if (!reset && state.racesNow !== null && data.now < state.racesNow) {
    return { ...heard(state, data.now, ms), live: true };
  }
  const next = heard(state, data.now, ms, reset);
  return {
    ...next, moved: movedAfter(state, data), delisted: delistedAfter(state, data), live: true,
    races: data.races, wanted: data.wanted, revision: data.revision, racesNow: data.now, changes: data.changes,
    feed: data.feed ? { ...next.feed, ...data.feed, now: data.now } : next.feed,
  };
}

/**
 * `countdown`: the words of one second. One below a second already shown waited in a queue and is dropped; just
 * below, it still tells that the stream is alive (the server's clock was set back a little).
 */
export function withCountdown(state, data, ms) {
  const behind = Math.max(state.newest ?? 0, state.shown ?? 0) - data.now;
  const next = heard(state, data.now, ms);
  if (behind > 0) return behind <= NEAR ? next : { ...state, samples: next.samples };
  return { ...next, counts: new Map(data.races.map((entry) => [entry.id, entry])), countsNow: data.now };
}

/** `feed`: the state of the source. */
export const withFeed = (state, data, ms) => ({ ...state, feed: data, frameAt: ms });

/** A new connection: nothing is live until its first `races`. */
export const withConnection = (state) => ({ ...state, live: false });

/** The countdowns of second `now`: the stream's words where it has sent them, the same rules elsewhere. */
export function countdownsAt(state, now) {
  return state.races.map((race) => (
    (state.countsNow === now && state.counts.get(race.id)) || countdownOf(race, now)));
}
