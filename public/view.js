/** What a board looks like inside: made once, then brought up to date in place. It decides nothing. */
import { element, setAttribute, setText } from './dom.js';
import { Rows } from './rows.js';
import { CATEGORIES, LEVELS } from './words.js';

/** The folder that serves these files, and by default the stream. */
export const HERE = new URL('.', import.meta.url).href;

const file = (name) => fetch(new URL(name, HERE)).then((answer) => (answer.ok ? answer.text() : ''), () => '');
const [drawings, ...styles] = await Promise.all(['icons.svg', 'board.css', 'rows.css', 'controls.css'].map(file));
const sheets = styles.map((style) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  return sheet;
});
const icons = new DOMParser().parseFromString(drawings, 'image/svg+xml');

/** A category's drawing as a new node, or null without one. */
function icon(category) {
  const symbol = icons.getElementById(category);
  if (!symbol) return null;
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', symbol.getAttribute('viewBox'));
  svg.setAttribute('aria-hidden', 'true');
  svg.append(...[...symbol.children].map((child) => document.importNode(child, true)));
  return svg;
}

/** Announcements kept in the log. */
const LOG = 20;

function choice(type, name, value, words, icon) {
  const input = element('input', { type, name, value });
  const inside = [input, ...(icon ? [icon] : []), element('span', {}, words)];
  return [input, element('label', { class: 'pill', part: 'control' }, ...inside)];
}

/** The filters: none chosen means all. */
class Filters {
  #inputs = [];

  constructor(changed) {
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
class Levels {
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
function button(words, pressed) {
  const made = element('button', { type: 'button', part: 'control' }, words);
  made.addEventListener('click', pressed);
  return made;
}

/** The last twenty announcements, newest first; collapsed, and not a live region. */
class Log {
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

export class View {
  #heading = element('h2', { id: 'heading', part: 'heading', tabindex: '-1' });
  #status = element('span', { class: 'state', part: 'status' });
  #clock = element('span', { class: 'clock', part: 'clock' });
  #notices = element('ul', { role: 'list', class: 'notices', part: 'notices', hidden: true });
  #list = element('ol', { class: 'rows', part: 'rows' });
  #left = element('p', { class: 'left', part: 'note', hidden: true });
  #note = element('p', { class: 'short', part: 'note', hidden: true });
  #frame; #rows; #filters; #levels; #pause; #foot;
  log = new Log();

  /**
   * @param {ShadowRoot} root
   * @param {LocalTime} local
   * @param {Object<string, Function>} on `category`, `announce`, `pause`, `next`, `focus` and `follow`
   */
  constructor(root, local, on) {
    root.adoptedStyleSheets = sheets;
    this.#rows = new Rows(this.#list, icon, local);
    this.#filters = new Filters(on.category);
    this.#levels = new Levels(on.announce);
    this.#pause = button('Pause', on.pause);
    this.#foot = element('div', { class: 'foot' },
      this.#levels.node, button('Time to next race', on.next), this.log.node);
    this.#frame = element('div', { class: 'board', part: 'board' },
      element('div', { class: 'head' }, this.#heading,
        element('div', { class: 'trust' },
          element('p', { class: 'status' }, this.#status, ' ', this.#clock), this.#pause)),
      this.#filters.node, this.#notices, this.#list, this.#left, this.#note, this.#foot);
    root.append(this.#frame);
    this.#list.addEventListener('focusin', () => on.focus(this.#rows.focusedId));
    this.#list.addEventListener('click', (event) => {
      const link = event.target.closest('a');
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      on.follow(link.closest('li').dataset.id);
    });
  }

  /** The race whose row has the focus, or null. */
  get focusedId() {
    return this.#rows.focusedId;
  }

  /** Shows the controls that are wanted, as they stand. */
  configure({ controls, kiosk, categories, announce }) {
    this.#filters.node.hidden = !controls || kiosk;
    this.#foot.hidden = !controls || kiosk;
    this.#pause.hidden = kiosk;
    this.#filters.value = categories;
    this.#levels.value = announce;
    setAttribute(this.#frame, 'data-kiosk', kiosk ? '' : null);
  }

  /** Everything but the rows. */
  describe({ state, feed, status, clock, heading, notices, left, note, paused }) {
    setAttribute(this.#frame, 'data-state', state);
    setAttribute(this.#frame, 'data-feed', feed);
    setText(this.#status, status);
    setText(this.#clock, clock);
    setText(this.#heading, heading);
    for (const [node, words] of [[this.#left, left], [this.#note, note]]) {
      setText(node, words);
      node.hidden = !words;
    }
    setText(this.#pause, paused ? 'Resume' : 'Pause');
    if (this.#notices.children.length !== notices.length) {
      this.#notices.replaceChildren(...notices.map(() => element('li', {})));
    }
    notices.forEach((words, index) => setText(this.#notices.children[index], words));
    this.#notices.hidden = notices.length === 0;
  }

  /** The rows; if the one with the focus is gone, the focus goes on. Returns the race it left, or null. */
  show(races, counts, details) {
    const left = this.#rows.update(races, counts, details);
    if (left) (left.neighbour ?? this.#heading).focus();
    return left?.race ?? null;
  }

  /** The row is about to be read. */
  refresh(entry) {
    this.#rows.refresh(entry.id, entry);
  }
}
