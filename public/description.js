/** What stands on a board beside its rows: pure, from what is known at a moment to words. */
import { SILENCE, isLive } from './state.js';
import {
  delistedWords, feedNotices, headingWords, racesNoun, shortBoardWords, statusWords,
} from './words.js';

/** The time (ms) since the last frame, or null before the first. */
const silentFor = (state, ms) => (state.frameAt === null ? null : ms - state.frameAt);

/**
 * How far the stream can be trusted at `ms`; one that was asked for at `askedAt` is given time to answer.
 * @returns {'live'|'connecting'|'silent'}
 */
export function trust(state, askedAt, ms) {
  if (isLive(state, ms)) return 'live';
  return ms - askedAt <= SILENCE ? 'connecting' : 'silent';
}

/** True when `trust` is no mere wait for an answer: the board is live, or has been silent for too long. */
export function isCertain(state, askedAt, ms) {
  const name = trust(state, askedAt, ms);
  return name === 'live' || (name === 'silent' && (silentFor(state, ms) ?? Infinity) > SILENCE);
}

/**
 * Everything but the rows.
 * @param {object} board
 * @param {object} board.live the state now
 * @param {?object} board.held the state at which the reader paused
 * @param {{query: object, wanted: object, bye: ?object, askedAt: number, changing: boolean}} board.session
 * @param {?number} board.count the races that the reader asked for
 * @param {LocalTime} board.local
 * @param {number} board.ms
 */
export function describe({ live, held, session, count, local, ms }) {
  const state = held ?? live;
  const { categories } = session.query;
  const now = state.shown;
  const name = held ? 'paused' : trust(live, session.askedAt, ms);
  return {
    state: name,
    status: statusWords({
      state: name,
      feed: live.feed?.state,
      silentFor: silentFor(live, ms),
      bye: session.bye,
      pausedAt: now === null ? null : local.clock(now),
      changing: session.changing ? racesNoun(session.wanted.categories) : null,
    }),
    clock: now === null || held ? '' : local.clock(now),
    heading: headingWords(state.wanted ?? count ?? 0, categories),
    notices: now === null ? [] : feedNotices(state.feed, now, (second) => local.date(second)),
    feed: state.feed?.state ?? null,
    left: now === null ? '' : delistedWords(state.delisted, now),
    note: state.wanted === null
      ? '' : shortBoardWords(state.races.length, state.wanted, categories, state.feed?.state),
    paused: Boolean(held),
  };
}
