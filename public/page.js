/**
 * The page around the board: keeps the reader's choices in the address, remembers how much to announce, writes the
 * tab's title and makes the kiosk. It runs before the board's element is defined, so that it opens one stream only.
 */
import { addressWith, choicesIn } from './address.js';
import { kiosk } from './kiosk.js';
import { titleWords } from './words.js';

const NAME = 'Next To Go';
const REMEMBERED = 'next-to-go.announce';

const board = document.querySelector('next-to-go');
const unknown = document.querySelector('#unknown');

/** What was remembered; nothing where storage is refused. */
function remembered() {
  try {
    return localStorage.getItem(REMEMBERED);
  } catch {
    return null;
  }
}

/** True when it could be kept. */
function remember(level) {
  try {
    localStorage.setItem(REMEMBERED, level);
    return true;
  } catch {
    return false;
  }
}

/** Sets or takes away an attribute. */
function give(name, value) {
  if (value === null || value === '') board.removeAttribute(name);
  else board.setAttribute(name, value);
}

/** Brings the board to what the address says; the address beats what was remembered. */
function follow() {
  const choices = choicesIn(new URL(location.href));
  unknown.textContent = choices.unknown.join('\n');
  unknown.hidden = choices.unknown.length === 0;
  give('category', choices.categories.join(','));
  give('count', choices.count);
  give('announce', choices.announce ?? remembered());
  customElements.whenDefined('next-to-go').then(() => board.follow(choices.race));
  return choices;
}

board.addEventListener('nexttogo:category', (event) => {
  history.pushState(null, '', addressWith(location.href, 'category', event.detail));
  follow();
});
board.addEventListener('nexttogo:announce', (event) => {
  const given = new URL(location.href).searchParams.has('announce');
  if (remember(event.detail) && !given) return;
  history.replaceState(null, '', addressWith(location.href, 'announce', event.detail));
  follow();
});
board.addEventListener('nexttogo:follow', (event) => {
  const address = new URL(location.href);
  address.hash = event.detail ? `race=${encodeURIComponent(event.detail)}` : '';
  history.replaceState(null, '', address.href.replace(/#$/, ''));
});
board.addEventListener('nexttogo:tick', () => {
  const { now, races } = board.board;
  const title = now === null ? NAME : titleWords(races, now, NAME);
  if (document.title !== title) document.title = title;
});
addEventListener('popstate', follow);

if (follow().kiosk) kiosk(board, document.querySelector('#awake'));
