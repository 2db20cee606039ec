/** The rows of the board: made once for a race, kept by its id, and changed in place. */
import { arrange, element, setAttribute, setText } from './dom.js';
import { duration, urgency, venueWords } from './words.js';

/** A countdown's text with digits and units apart, each number as wide as two digits, so that nothing moves. */
function drawCount(time, text) {
  const pieces = text.match(/-|\d+|[hms]/g) ?? [];
  time.classList.toggle('long', pieces.includes('h'));
  if (time.childElementCount !== pieces.length) {
    time.replaceChildren(...pieces.flatMap((piece, index) => {
      const kind = /\d/.test(piece) ? 'digits' : piece === '-' ? 'sign' : 'unit';
      const span = element('span', { class: kind }, piece);
      return /[hms]/.test(piece) && index < pieces.length - 1 ? [span, ' '] : [span];
    }));
    return;
  }
  pieces.forEach((piece, index) => setText(time.children[index], piece));
}

class Row {
  #parts;

  constructor(race, icon) {
    const p = {
      icon: element('span', { class: 'icon', part: 'icon', 'aria-hidden': 'true' }),
      meeting: element('span', { class: 'meeting' }),
      number: element('span', { class: 'number' }),
      category: element('span', { class: 'category' }),
      name: element('span', { class: 'name' }),
      venue: element('span', { class: 'venue' }),
      digits: element('time', { 'aria-hidden': 'true' }),
      spoken: element('b', { id: `v-${race.id}` }),
      word: element('span', { class: 'word' }),
      start: element('time', { class: 'start' }),
      note: element('span', { class: 'note', hidden: true }),
      follow: element('span', { class: 'follow', hidden: true }, 'Following'),
    };
    this.#parts = p;
    const href = `#race=${encodeURIComponent(race.id)}`;
    this.link = element('a', { href, 'aria-describedby': p.spoken.id },
      element('span', { class: 'title' }, p.meeting, ' ', p.number), ' ', p.category);
    this.node = element('li', { class: 'row', part: 'row', 'data-id': race.id },
      p.icon,
      element('div', { class: 'what' }, this.link, p.name, p.venue, p.note, p.follow),
      element('div', { class: 'go' },
        p.word, element('span', { class: 'count', part: 'countdown' }, p.digits, p.spoken), p.start));
    if (icon) p.icon.append(icon);
  }

  /** Shown fields of the race; the link's name changes only when they do. */
  describe(race, movedFrom, now, local) {
    this.race = race;
    const p = this.#parts;
    setText(p.meeting, race.meeting);
    setText(p.number, `Race ${race.number}`);
    setText(p.category, race.categoryName);
    setText(p.name, race.name ?? '');
    setText(p.venue, venueWords(race));
    setText(p.start, local.start(race.start, now));
    setAttribute(p.start, 'datetime', race.startAt);
    const moved = movedFrom !== undefined && movedFrom !== race.start;
    setText(p.note, moved ? `Moved, was ${local.start(movedFrom, now)}` : '');
    p.note.hidden = !moved;
    setAttribute(this.node, 'data-category', race.category);
  }

  /** One second of the countdown; the spoken copy rests while the row has the focus. */
  count(entry, slot) {
    const p = this.#parts;
    const { level, word } = urgency(entry.remaining);
    drawCount(p.digits, entry.text);
    setAttribute(p.digits, 'datetime', duration(entry.remaining));
    if (!p.spoken.textContent || (slot && !this.focused)) setText(p.spoken, entry.spoken);
    setAttribute(this.node, 'data-urgency', level);
    setText(p.word, word);
  }

  /** The row is about to be read: its spoken copy is brought to this second. */
  refresh(entry) {
    setText(this.#parts.spoken, entry.spoken);
  }

  /** True while the keyboard's or the screen reader's focus is on this row. */
  get focused() {
    return this.link.getRootNode().activeElement === this.link;
  }

  /** Marks the row as the one that is followed. */
  follow(on) {
    setAttribute(this.link, 'aria-current', on ? 'true' : null);
    this.#parts.follow.hidden = !on;
  }
}

export class Rows {
  #list; #rows = new Map(); #icon; #local;

  /** @param {Element} list the `ol` @param {(category: string) => ?Node} icon @param {LocalTime} local */
  constructor(list, icon, local) {
    this.#list = list;
    this.#icon = icon;
    this.#local = local;
  }

  /** The id of the race whose row has the focus, or null. */
  get focusedId() {
    for (const [id, row] of this.#rows) if (row.focused) return id;
    return null;
  }

  /**
   * Brings the rows to the races given; `slot` says that the spoken copies may change in this second.
   * @returns {?{race: object, neighbour: ?Element}} the race whose row had the focus and is gone, and where to go
   */
  update(races, counts, { now, moved, followed, slot }) {
    const focused = this.focusedId;
    const race = this.#rows.get(focused)?.race;
    const order = [...this.#rows.keys()];
    const wanted = new Set(races.map((race) => race.id));
    const left = focused !== null && !wanted.has(focused);
    for (const id of order) if (!wanted.has(id)) this.#rows.delete(id);
    races.forEach((race, index) => {
      let row = this.#rows.get(race.id);
      if (!row) {
        row = new Row(race, this.#icon(race.category));
        this.#rows.set(race.id, row);
      }
      row.describe(race, moved.get(race.id), now, this.#local);
      row.count(counts[index], slot);
      row.follow(race.id === followed);
    });
    const rows = races.map((race) => this.#rows.get(race.id));
    arrange(this.#list, rows.map((row) => row.node), rows.find((row) => row.focused)?.node);
    // Without items it is no list; the explicit role is for browsers that take it away with the list's marks.
    setAttribute(this.#list, 'role', rows.length ? 'list' : null);
    setAttribute(this.#list, 'aria-labelledby', rows.length ? 'heading' : null);
    if (!left) return null;
    const after = order.slice(order.indexOf(focused) + 1).find((id) => wanted.has(id));
    const row = this.#rows.get(after) ?? rows.at(-1);
    return { race, neighbour: row?.link ?? null };
  }

  /** Called when a row takes the focus. */
  refresh(id, entry) {
    this.#rows.get(id)?.refresh(entry);
  }
}
