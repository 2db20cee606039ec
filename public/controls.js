/** The controls of a board: filters, announcements, pause, the time to the next race and the log. */
import { element } from './dom.js';
import { CATEGORIES } from './words.js';

/** How much is announced, in the stream's words and the reader's. */
export const LEVELS = Object.freeze({ off: 'Off', milestones: 'Milestones', frequent: 'Frequent' });
/** Announcements kept in the log. */
const LOG = 20;

function choice(type, name, value, words, icon) {
  const input = element('input', { type, name, value });
  return [input, element('label', { class: 'pill', part: 'control' }, input, ...(icon ? [icon] : []), element('span', {}, words))];
}

/** The filters: none chosen means all. */
export class Filters {
  #inputs = [];

  constructor(icon, changed) {
    const pills = Object.entries(CATEGORIES).map(([slug, { short }]) => {
      const [input, pill] = choice('checkbox', 'category', slug, short, icon(slug));
      this.#inputs.push(input);
      return pill;
    });
    this.node = element('fieldset', { class: 'filters' },
      element('legend', {}, 'Show'), element('div', { class: 'pills' }, ...pills));
    this.node.addEventListener('change', () => changed(this.value));
  }

  get value() {
    return this.#inputs.filter((input) => input.checked).map((input) => input.value);
  }

  set value(slugs) {
    for (const input of this.#inputs) input.checked = slugs.includes(input.value);
  }
}

/** How much is announced. */
export class Levels {
  #inputs = [];

  constructor(changed) {
    const pills = Object.entries(LEVELS).map(([value, words]) => {
      const [input, pill] = choice('radio', 'announce', value, words);
      this.#inputs.push(input);
      return pill;
    });
    this.node = element('fieldset', { class: 'levels' },
      element('legend', {}, 'Announcements'), element('div', { class: 'pills' }, ...pills));
    this.node.addEventListener('change', () => changed(this.#inputs.find((input) => input.checked).value));
  }

  set value(level) {
    for (const input of this.#inputs) input.checked = input.value === level;
  }
}

/** A plain button; its text is its name. */
export function button(words, pressed) {
  const made = element('button', { type: 'button', part: 'control' }, words);
  made.addEventListener('click', pressed);
  return made;
}

/** The last twenty announcements, newest first; collapsed, and not a live region. */
export class Log {
  #list = element('ol', { role: 'list', hidden: true });
  #empty = element('p', {}, 'Nothing has been announced yet.');

  constructor() {
    this.node = element('details', { class: 'log' },
      element('summary', { part: 'control' }, 'Last announcements'), this.#empty, this.#list);
  }

  add(time, text) {
    this.#list.prepend(element('li', {}, element('span', { class: 'at' }, time), ' ', text));
    while (this.#list.childElementCount > LOG) this.#list.lastElementChild.remove();
    this.#list.hidden = false;
    this.#empty.hidden = true;
  }
}
