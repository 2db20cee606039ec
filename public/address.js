/** What an address asks of the page, and what in it is not understood. Pure: an address in, choices out. */
import { CATEGORIES, LEVELS } from './words.js';

/** Races that a board can show at most (contract 4). */
const MOST = 20;

/** The folder that a text names, seen from `base`; null without one. Its last slash may be missing. */
export function folderIn(text, base) {
  return text ? new URL(text.endsWith('/') ? text : `${text}/`, base).href : null;
}

/** The number of races that a text asks for; null when it is none from 1 to 20. */
export function countIn(text) {
  const count = Number(text);
  return text !== null && Number.isInteger(count) && count >= 1 && count <= MOST ? count : null;
}

/** The slug that a word means, itself or its id, or undefined. */
const slugOf = (word) => Object.keys(CATEGORIES).find((slug) => word === slug || word === CATEGORIES[slug].id);

/** The slugs among words, in the order of the board. */
export function categoriesIn(words) {
  const slugs = words.map(slugOf);
  return Object.keys(CATEGORIES).filter((slug) => slugs.includes(slug));
}

/**
 * The choices that an address makes.
 * @param {URL} address
 * @returns {{categories: string[], count: ?number, announce: ?string, race: ?string, kiosk: boolean, unknown: string[]}}
 *   `unknown` has a sentence for each thing that is not understood and so left out
 */
export function choicesIn(address) {
  const given = address.searchParams;
  const words = given.getAll('category').flatMap((each) => each.toLowerCase().split(',')).filter(Boolean);
  const [count, announce] = [given.get('count'), given.get('announce')];
  const strange = words.filter((word) => !slugOf(word));
  const level = Object.hasOwn(LEVELS, announce) ? announce : null;
  const unknown = [];
  if (strange.length) unknown.push(`Not a category: ${strange.join(', ')}. There are ${Object.keys(CATEGORIES).join(', ')}.`);
  if (count !== null && !countIn(count)) unknown.push(`Not a number of races: “${count}”. It can be 1 to ${MOST}.`);
  if (announce !== null && !level) {
    unknown.push(`Not a way to announce: “${announce}”. There are ${Object.keys(LEVELS).join(', ')}.`);
  }
  return {
    categories: categoriesIn(words), count: countIn(count), announce: level, unknown, kiosk: given.has('kiosk'),
    race: new URLSearchParams(address.hash.slice(1)).get('race'),
  };
}

/** An address with one parameter changed; commas stay readable. */
export function addressWith(address, name, value) {
  const changed = new URL(address);
  changed.searchParams.delete(name);
  if (value) changed.searchParams.set(name, value);
  return changed.href.replaceAll('%2C', ',');
}
