/** What a board says aloud and keeps in its log: announcements of the stream, and what else must be told, once. */
import { announcementWords, hasVoice, theSpeaker } from './speech.js';
import { nextRaceWords, raceName, racesNoun, shortBoardWords } from './words.js';

export class Narrator {
  #local; #log;
  /** True while the reader has been told that the board is not live. */
  #lost = false;
  /** Races whose leaving has been said. */
  #told = new Set();

  /** @param {LocalTime} local @param {{add(time: string, text: string): void}} log */
  constructor(local, log) {
    this.#local = local;
    this.#log = log;
    // The region has to be there, empty, before its first text; the voice has to hear of other windows.
    theSpeaker();
    hasVoice();
  }

  /** Says something that belongs to second `now`; the log keeps it, whichever window speaks. */
  say(words, now) {
    if (hasVoice()) theSpeaker().say(words);
    this.#log.add(now === null ? '' : this.#local.clock(now), words);
  }

  /** An `announce` event, for all races or for the one that is followed. */
  announce(data, race) {
    const words = announcementWords(data, race, this.#told);
    if (words) this.say(words, data.now);
  }

  /** How long it is to the next race, and whether that can be trusted. */
  next({ races, shown }, live) {
    const words = shown === null ? 'Not live yet' : nextRaceWords(races, shown);
    this.say(live || shown === null ? words : `Not live. ${words}`, shown);
  }

  /** The result of a new filter. */
  filtered({ races, wanted, shown, newest }, categories) {
    const first = shortBoardWords(races.length, wanted, categories) || `${races.length} ${racesNoun(categories)}`;
    const now = shown ?? newest;
    this.say(races.length ? `${first}. ${nextRaceWords(races, now)}` : first, now);
  }

  /** Says that the stream was lost, and that it is back; with `silently` it is only noted. */
  live(live, now, silently) {
    if (this.#lost === !live) return;
    this.#lost = !live;
    if (!silently) this.say(live ? 'The board is live again' : 'The board is not live', now);
  }

  /** The reader follows a race, or no longer. */
  followed(race, on, now) {
    this.say(`${on ? 'Following' : 'No longer following'} ${raceName(race)}`, now);
  }

  /** The row that had the focus is gone, and the focus has moved on. */
  left(race, changes, now) {
    const delisted = changes.some((each) => each.id === race.id && each.change === 'delisted');
    this.#told.add(race.id);
    this.say(`${raceName(race)} ${delisted ? 'is no longer listed' : 'has left the board'}`, now);
  }
}
