/** What a board looks like inside: made once, then brought up to date in place. It decides nothing. */
import { Filters, Levels, Log, button } from './controls.js';
import { element, setAttribute, setText } from './dom.js';
import { Rows } from './rows.js';

export class View {
  #heading = element('h2', { id: 'heading', part: 'heading', tabindex: '-1' });
  #status = element('span', { class: 'state', part: 'status' });
  #clock = element('span', { class: 'clock', part: 'clock' });
  #notices = element('ul', { role: 'list', class: 'notices', part: 'notices', hidden: true });
  #list = element('ol', { role: 'list', class: 'rows', part: 'rows', 'aria-labelledby': 'heading' });
  #note = element('p', { class: 'short', part: 'note', hidden: true });
  #frame; #rows; #filters; #levels; #pause; #foot;
  log = new Log();

  /**
   * @param {ShadowRoot} root
   * @param {(category: string) => ?Node} icon
   * @param {LocalTime} local
   * @param {Object<string, Function>} on `category`, `announce`, `pause`, `next`, `focus` and `follow`
   */
  constructor(root, icon, local, on) {
    this.#rows = new Rows(this.#list, icon, local);
    this.#filters = new Filters(icon, on.category);
    this.#levels = new Levels(on.announce);
    this.#pause = button('Pause', on.pause);
    this.#foot = element('div', { class: 'foot' },
      this.#levels.node, button('Time to next race', on.next), this.log.node);
    this.#frame = element('div', { class: 'board', part: 'board' },
      element('div', { class: 'head' }, this.#heading,
        element('div', { class: 'trust' },
          element('p', { class: 'status' }, this.#status, ' ', this.#clock), this.#pause)),
      this.#filters.node, this.#notices, this.#list, this.#note, this.#foot);
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
  describe({ state, status, clock, heading, notices, note, paused }) {
    setAttribute(this.#frame, 'data-state', state);
    setText(this.#status, status);
    setText(this.#clock, clock);
    setText(this.#heading, heading);
    setText(this.#note, note);
    this.#note.hidden = !note;
    setText(this.#pause, paused ? 'Resume' : 'Pause');
    if (this.#notices.children.length !== notices.length) {
      this.#notices.replaceChildren(...notices.map(() => element('li', {})));
    }
    notices.forEach((words, index) => setText(this.#notices.children[index], words));
    this.#notices.hidden = notices.length === 0;
  }

  /** The rows; if the one with the focus is gone, the focus goes on. Returns the race it left, or null. */
  show(races, counts, details) {
    setAttribute(this.#frame, 'data-rows', details.wanted);
    const left = this.#rows.update(races, counts, details);
    if (left) (left.neighbour ?? this.#heading).focus();
    return left?.race ?? null;
  }

  /** The row is about to be read. */
  refresh(entry) {
    this.#rows.refresh(entry.id, entry);
  }
}
