/** What the board says about itself: connection, feed and clock, in plain words. Pure. */
import { ageWords } from './words.js';

/**
 * The one line on whether what is shown can be trusted this second.
 * @param {object} board
 * @param {'live'|'connecting'|'silent'|'paused'} board.state
 * @param {?number} board.silentFor milliseconds since the last frame, null before the first
 * @param {?{reason: string}} board.bye the server's goodbye, until its stream is back
 * @param {?string} board.pausedAt the time of day that is held
 * @param {?string} board.changing the races on their way here
 */
export function statusWords({ state, silentFor, bye, pausedAt, changing }) {
  if (state === 'paused') return `Paused at ${pausedAt}`;
  if (state === 'live') return changing ? `Live, changing to ${changing}` : 'Live';
  const why = { busy: 'the server is full', shutdown: 'the server is restarting' }[bye?.reason];
  if (state === 'connecting') return why ? `Not live: ${why}` : 'Connecting';
  const age = silentFor === null ? (why ? '' : ': no answer yet') : `, updated ${ageWords(silentFor / 1000)} ago`;
  return `Not live${why ? `: ${why}` : ''}${age}`;
}

/**
 * What must be known about the data besides, most important first.
 * @param {?object} feed the last `feed` event
 * @param {number} now the second shown
 * @param {(second: number) => string} date writes the day of a second
 */
export function feedNotices(feed, now, date) {
  if (!feed) return [];
  const notices = [];
  const age = feed.ageSeconds === null || feed.ageSeconds === undefined
    ? '' : `updated ${ageWords(feed.ageSeconds + now - feed.now)} ago`;
  const reason = feed.reason ? ` (${feed.reason})` : '';
  if (feed.state === 'stale') notices.push(`Times may be out of date: ${age}${reason}`);
  if (feed.state === 'down') notices.push(`The feed does not answer${reason}${age ? `: ${age}` : ''}`);
  if (feed.state === 'starting') notices.push('Waiting for the first answer of the feed');
  if (feed.source === 'demo') notices.push('Demonstration data: these races are made up');
  if (feed.source === 'replay') notices.push('Recorded data, played back');
  if (feed.clock === 'shifted') notices.push(`Not the present: the clock was set, it shows ${date(now)}`);
  return notices;
}
