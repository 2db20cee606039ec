/** The one place of a browser that holds the streams of all its windows (a SharedWorker). */
import { Fan, Stream } from './stream.js';

/** A window that has not been heard of for this long (ms) is gone; a hidden one is slow to answer. */
const GONE = 150000;
const fans = new Map();

function join(url, known, on) {
  let fan = fans.get(url);
  if (!fan) {
    fan = new Fan((take) => new Stream(url, known, take));
    fans.set(url, fan);
  }
  fan.add(on);
  return () => {
    fan.remove(on);
    if (!fan.size) fans.delete(url);
  };
}

addEventListener('connect', ({ ports: [port] }) => {
  let leave = null;
  let heardAt = performance.now();
  let url = '';
  const end = () => {
    leave?.();
    clearInterval(watch);
    port.close();
  };
  const watch = setInterval(() => performance.now() - heardAt > GONE && end(), GONE / 5);
  port.onmessage = ({ data }) => {
    heardAt = performance.now();
    if (data.join) {
      url = data.join;
      leave ??= join(url, data.known, (kind, event) => port.postMessage({ kind, event }));
    }
    if (data.wake) fans.get(url)?.wake();
    if (data.leave) end();
  };
  port.postMessage({ kind: 'hello' });
});
