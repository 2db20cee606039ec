/**
 * The words of the board: pure functions from seconds to text, no clock and no DOM.
 * The rules are the contract's (sections 3 and 6), so that a second counted here reads as one from the stream.
 */

/** The categories in the order of the board: slug to words. */
export const CATEGORIES = Object.freeze({
  horse: { name: 'Horse racing', short: 'Horse', id: '4a2788f8-e825-4d36-9894-efd4baf1cfae' },
  harness: { name: 'Harness racing', short: 'Harness', id: '161d9be2-e909-4326-8c2c-35ed71fb460b' },
  greyhound: { name: 'Greyhound racing', short: 'Greyhound', id: '9daef0d7-bf3c-4f50-921d-8e818c60fe61' },
});

/** How much is announced, in the stream's words and the reader's. */
export const LEVELS = Object.freeze({ off: 'Off', milestones: 'Milestones', frequent: 'Frequent' });

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** Hours, minutes and seconds of a number of seconds, its sign left out. */
function parts(remaining) {
  const all = Math.abs(remaining);
  return [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
}

const units = (values, names) => values
  .map((value, index) => (value ? `${value} ${names[index]}${value === 1 ? '' : 's'}` : ''))
  .filter(Boolean)
  .join(' ');

/** `1h 2m 5s`, `1m 5s`, `5s`, `-5s`: the digits of a countdown (contract 3). */
export function countdownText(remaining) {
  const [h, m, s] = parts(remaining);
  const sign = remaining < 0 ? '-' : '';
  return sign + (h ? `${h}h ${m}m ${s}s` : m ? `${m}m ${s}s` : `${s}s`);
}

/** `1 minute 5 seconds`, `starting now`, `started 5 seconds ago` (contract 3). */
export function countdownSpoken(remaining) {
  if (remaining === 0) return 'starting now';
  const words = units(parts(remaining), ['hour', 'minute', 'second']);
  return remaining < 0 ? `started ${words} ago` : words;
}

/** True in the last half minute, the start itself included (contract 3). */
export const isFrequent = (remaining) => remaining >= 0 && remaining < 30;

/** A countdown entry as the stream sends it, made here for a second whose frame is late. */
export function countdownOf(race, now) {
  const remaining = race.start - now;
  return {
    id: race.id,
    remaining,
    text: countdownText(remaining),
    spoken: countdownSpoken(remaining),
    frequent: isFrequent(remaining),
  };
}

/** A time as announcements say it: exact under two minutes, else whole minutes (contract 6). */
export function roughly(remaining) {
  if (remaining < 120) return countdownSpoken(remaining);
  const [h, m] = parts(remaining);
  return units([h, m], ['hour', 'minute']);
}

/** ISO 8601 duration for `<time datetime>`; a race that has started has none left. */
export function duration(remaining) {
  const [h, m, s] = parts(Math.max(0, remaining));
  return `PT${h ? `${h}H` : ''}${m ? `${m}M` : ''}${s || !(h || m) ? `${s}S` : ''}`;
}

/** How near a start is, as a key for the style and as a word for the reader. */
export function urgency(remaining) {
  if (remaining < 0) return { level: 'started', word: 'Started' };
  if (remaining === 0) return { level: 'now', word: 'Starting now' };
  if (isFrequent(remaining)) return { level: 'seconds', word: 'Seconds away' };
  if (remaining < 60) return { level: 'minute', word: 'Last minute' };
  if (remaining < 300) return { level: 'soon', word: 'Soon' };
  return { level: 'calm', word: '' };
}

/** `3 s`, `12 min`, `3 h`: an age, floored to its unit. */
export function ageWords(seconds) {
  const age = Math.max(0, Math.floor(seconds));
  if (age < 120) return `${age} s`;
  return age < 7200 ? `${Math.floor(age / 60)} min` : `${Math.floor(age / 3600)} h`;
}

/** `Randwick race 3`, as announcements name a race. */
export const raceName = (race) => `${race.meeting} race ${race.number}`;

/** `races`, `horse races`, `horse and harness races`. */
export function racesNoun(categories) {
  const known = Object.keys(CATEGORIES).filter((slug) => categories.includes(slug));
  const every = known.length === 0 || known.length === Object.keys(CATEGORIES).length;
  return every ? 'races' : `${known.join(' and ')} races`;
}

/** The board's heading: `Next five horse races`; without the number while it is not known (0). */
export function headingWords(wanted, categories) {
  const noun = racesNoun(categories);
  if (!wanted) return `Next ${noun}`;
  return wanted === 1 ? `Next ${noun.replace(/races$/, 'race')}` : `Next ${NUMBERS[wanted] ?? wanted} ${noun}`;
}

/** What a board with fewer races than wanted says of itself; empty for a full one. `feed` is the feed's state. */
export function shortBoardWords(shown, wanted, categories, feed) {
  if (feed === 'starting') return 'Races appear here as soon as the feed answers';
  if (shown >= wanted) return '';
  const noun = racesNoun(categories);
  return shown ? `${shown} of ${wanted}: no further ${noun} listed` : `No ${noun} listed at the moment`;
}

/** What is told of races that are no longer listed; empty without one. */
export function delistedWords(delisted, now) {
  const names = delisted.filter(({ until }) => until > now).map(({ race }) => raceName(race));
  return names.length ? `No longer listed: ${names.join(', ')}` : '';
}

/** A race's place: venue, state and country, without what is missing or says the meeting's name again. */
export function venueWords(race) {
  const { name, state, country } = race.venue ?? {};
  const place = [...new Set([state, country])].filter(Boolean).join(', ');
  return name && (name !== race.meeting || !place) ? [name, place].filter(Boolean).join(', ') : place;
}

/** The plain answer to "how long is it to the next race?". */
export function nextRaceWords(races, now) {
  const race = races.find((each) => each.start >= now) ?? races[0];
  if (!race) return 'No races listed';
  return `Next: ${raceName(race)}, ${race.categoryName}: ${countdownSpoken(race.start - now)}`;
}

/** The tab's title: the next race to start with its whole minutes; changes once a minute. */
export function titleWords(races, now, name) {
  const race = races.find((each) => each.start > now);
  if (!race) return name;
  const minutes = Math.floor((race.start - now) / 60);
  const time = minutes ? units([Math.floor(minutes / 60), minutes % 60], ['hour', 'min']) : 'Under 1 min';
  return `${time.replace(/mins/, 'min')}: ${race.meeting} R${race.number} – ${name}`;
}

/**
 * The one line on whether what is shown can be trusted this second.
 * @param {object} board
 * @param {'live'|'connecting'|'silent'|'paused'} board.state
 * @param {?number} board.silentFor milliseconds since the last frame, null before the first
 * @param {?{reason: string}} board.bye the server's goodbye, until its stream is back
 * @param {?string} board.pausedAt the time of day that is held, null before the first
 * @param {?string} board.changing the races on their way here
 * @param {?string} board.feed the state of the feed behind the stream
 */
export function statusWords({ state, silentFor, bye, pausedAt, changing, feed }) {
  if (state === 'paused') return pausedAt ? `Paused at ${pausedAt}` : 'Paused';
  if (state === 'live') {
    const live = { starting: 'Connected, no races yet', down: 'Connected, feed down' }[feed] ?? 'Live';
    return changing ? `${live}, changing to ${changing}` : live;
  }
  const why = {
    busy: 'the server is full', shutdown: 'the server is restarting', crowded: 'too many different boards are open',
  }[bye?.reason];
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
  if (feed.state === 'starting') {
    notices.push(feed.reason ? `The feed has not answered yet${reason}` : 'Waiting for the first answer of the feed');
  }
  if (feed.source === 'demo') notices.push('Demonstration data: these races are made up');
  if (feed.source === 'replay') notices.push('Recorded data, played back');
  if (feed.clock === 'shifted') notices.push(`Not the present: the clock is set to ${date(now)}`);
  return notices;
}
