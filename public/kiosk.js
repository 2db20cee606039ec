/** A screen on a wall: no controls, fitted, no pointer, kept awake where the browser can. */

/** The pointer hides after this long (ms) without a movement. */
const POINTER = 3000;

/** Shows the pointer only while it moves. */
function hidePointer(classes) {
  let timer = 0;
  const still = () => classes.add('still');
  addEventListener('pointermove', () => {
    clearTimeout(timer);
    classes.remove('still');
    timer = setTimeout(still, POINTER);
  });
  still();
}

/** A lock that is taken away while the page is seen, as on a low battery, is asked for again after this long (ms). */
const AGAIN = 60000;

/** Keeps the screen awake while the page is seen; `note` is shown where the browser cannot. */
function stayAwake(note) {
  let again = 0;
  const tell = (awake) => {
    note.hidden = awake;
    clearTimeout(again);
    if (!awake) again = setTimeout(ask, AGAIN);
  };
  function ask() {
    if (document.hidden || !navigator.wakeLock) return tell(document.hidden);
    return navigator.wakeLock.request('screen').then((lock) => {
      tell(true);
      lock.addEventListener('release', () => document.hidden || tell(false));
    }, () => tell(false));
  }
  document.addEventListener('visibilitychange', ask);
  ask();
}

/** Turns the page into a kiosk. @param {NextToGo} board @param {Element} note says that the screen may go dark */
export function kiosk(board, note) {
  const { classList, style } = document.documentElement;
  classList.add('kiosk');
  board.setAttribute('kiosk', '');
  board.addEventListener('nexttogo:tick', () => {
    const { wanted } = board.board;
    if (wanted) style.setProperty('--rows', wanted);
  });
  hidePointer(classList);
  stayAwake(note);
}
