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

/** Keeps the screen awake while the page is seen; `note` is shown where the browser cannot. */
function stayAwake(note) {
  const ask = () => {
    if (document.hidden) return;
    const asked = navigator.wakeLock?.request('screen') ?? Promise.reject(new Error('not offered'));
    asked.then(() => { note.hidden = true; }, () => { note.hidden = false; });
  };
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
