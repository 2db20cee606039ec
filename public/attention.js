/** Whether anybody looks: a page that is seen again listens at once, one that nobody sees gives its stream back. */

/** A page that nobody has seen for this long (ms) gives its stream back. */
const UNSEEN = 30000;

/**
 * Wakes and rests a session with the page, until `signal` is aborted.
 * @param {{wake(): void, rest(): void}} session
 * @param {AbortSignal} signal
 */
export function attend(session, signal) {
  let unseen = 0;
  const looked = () => {
    clearTimeout(unseen);
    if (document.hidden) unseen = setTimeout(() => session.rest(), UNSEEN);
    else session.wake();
  };
  // A tab that is opened behind the others is never seen, and told of no change.
  if (document.hidden) looked();
  document.addEventListener('visibilitychange', looked, { signal });
  addEventListener('pageshow', (event) => event.persisted && session.wake(), { signal });
  addEventListener('pagehide', () => session.rest(), { signal });
  addEventListener('online', () => session.wake(), { signal });
  signal.addEventListener('abort', () => clearTimeout(unseen));
}
