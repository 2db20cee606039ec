/**
 * The page around the board: keeps the reader's choices in the address, remembers how much to announce, writes the
 * tab's title and makes the kiosk. It runs before the board's element is defined, so that it opens one stream only.
 */
import { CATEGORIES, titleWords } from './words.js';

const NAME = 'Next To Go';
const REMEMBERED = 'next-to-go.announce';
/** The pointer hides after this long (ms) without a movement. */
const POINTER = 3000;

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

/** The words of `category` in the address, as given. */
const categoryWords = (address) => address.searchParams.getAll('category')
  .flatMap((each) => each.toLowerCase().split(',')).filter(Boolean);

/** Sets or takes away an attribute. */
function give(name, value) {
  if (value === null || value === '') board.removeAttribute(name);
  else board.setAttribute(name, value);
}

/** Brings the board to what the address says; the address beats what was remembered. */
function follow() {
  const address = new URL(location.href);
  const words = categoryWords(address);
  const known = (word) => Object.entries(CATEGORIES).some(([slug, { id }]) => word === slug || word === id);
  const strange = words.filter((word) => !known(word));
  unknown.textContent = strange.length ? `Not a category: ${strange.join(', ')}` : '';
  unknown.hidden = strange.length === 0;
  give('category', words.filter(known).join(','));
  give('count', address.searchParams.get('count'));
  give('announce', address.searchParams.get('announce') ?? remembered());
  const race = new URLSearchParams(address.hash.slice(1)).get('race');
  customElements.whenDefined('next-to-go').then(() => board.follow(race));
}

/** The address with one parameter changed; commas stay readable. */
function addressWith(name, value) {
  const address = new URL(location.href);
  address.searchParams.delete(name);
  if (value) address.searchParams.set(name, value);
  return address.href.replaceAll('%2C', ',');
}

board.addEventListener('nexttogo:category', (event) => {
  history.pushState(null, '', addressWith('category', event.detail));
});
board.addEventListener('nexttogo:announce', (event) => {
  const given = new URL(location.href).searchParams.has('announce');
  if (!remember(event.detail) || given) history.replaceState(null, '', addressWith('announce', event.detail));
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

/** A screen on a wall: no controls, fitted, no pointer, kept awake where the browser can. */
function kiosk() {
  document.documentElement.classList.add('kiosk');
  board.setAttribute('kiosk', '');
  board.addEventListener('nexttogo:tick', () => {
    const { wanted } = board.board;
    if (wanted) document.documentElement.style.setProperty('--rows', wanted);
  });
  let timer = 0;
  const still = () => document.documentElement.classList.add('still');
  addEventListener('pointermove', () => {
    clearTimeout(timer);
    document.documentElement.classList.remove('still');
    timer = setTimeout(still, POINTER);
  });
  still();
  const note = document.querySelector('#awake');
  const awake = () => {
    if (document.hidden) return;
    const asked = navigator.wakeLock?.request('screen') ?? Promise.reject(new Error('not offered'));
    asked.then(() => { note.hidden = true; }, () => { note.hidden = false; });
  };
  document.addEventListener('visibilitychange', awake);
  awake();
}

if (new URL(location.href).searchParams.has('kiosk')) kiosk();
follow();
