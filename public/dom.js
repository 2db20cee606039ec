/** Small helpers for making elements; text always goes in as text. */

/**
 * Makes an element.
 * @param {string} name the tag
 * @param {Object<string, string|boolean>} attributes `true` sets an empty one, `false` none
 * @param {...(Node|string)} children
 */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== false) made.setAttribute(key, value === true ? '' : value);
  }
  made.append(...children);
  return made;
}

/** Sets a text only when it differs, so that assistive technology hears of no change that is none. */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Sets or takes away an attribute, only when that changes something. */
export function setAttribute(node, name, value) {
  if (value === null || value === false) node.removeAttribute(name);
  else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value);
}

/**
 * Puts the children of `list` in the order of `wanted` without moving `still`, which would lose the focus.
 * Children that are not wanted are removed.
 */
export function arrange(list, wanted, still) {
  const keep = new Set(wanted);
  for (const child of [...list.children]) if (!keep.has(child)) child.remove();
  let place = list.firstElementChild;
  for (const child of wanted) {
    if (child === place) {
      place = place.nextElementSibling;
    } else if (child === still) {
      while (place !== still) {
        const next = place.nextElementSibling;
        list.append(place);
        place = next;
      }
      place = still.nextElementSibling;
    } else {
      list.insertBefore(child, place);
    }
  }
}

/** Local clock times of the server's seconds, in English words with the reader's own hours and zone. */
export class LocalTime {
  #start; #day; #clock; #date;

  constructor() {
    const locale = navigator.languages.find((each) => /^en\b/.test(each)) ?? 'en-GB';
    const { hourCycle } = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions();
    const time = { hour: 'numeric', minute: '2-digit', hourCycle };
    this.#start = new Intl.DateTimeFormat(locale, { ...time, timeZoneName: 'short' });
    this.#clock = new Intl.DateTimeFormat(locale, { ...time, second: '2-digit' });
    this.#day = new Intl.DateTimeFormat(locale, { weekday: 'short' });
    this.#date = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric' });
  }

  /** `4:21 pm AEDT`, with the day before it when that is not the day of `now`. */
  start(second, now) {
    const far = this.date(second) !== this.date(now);
    return (far ? `${this.#day.format(second * 1000)} ` : '') + this.#start.format(second * 1000);
  }

  /** `4:20:35 pm` */
  clock(second) {
    return this.#clock.format(second * 1000);
  }

  /** `30 November 2025` */
  date(second) {
    return this.#date.format(second * 1000);
  }
}
