/** The one place of a browser that holds the streams of all its windows (a SharedWorker). */
import { Fan, Stream } from './stream.js';

/** A window that has not been heard of for this long (ms) is gone; a hidden one is slow to answer. */
const GONE = 150000;
/**
 * Different boards at a time: of the six connections that a browser opens to a server, one is left for pages and their
 * files. Over TLS servers speak HTTP/2, which has no such limit.
 */
const ROOM = location.protocol === 'https:' ? Infinity : 5;
const fans = new Map();
/** Windows that wait for room, first come first served: functions that join. */
const waiting = new Set();

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
    for (const next of [...waiting]) next();
  };
}

/** Joins when there is room, and says so while there is none; gives the way to leave. */
function joinInTurn(url, known, on) {
  let leave = () => waiting.delete(enter);
  function enter() {
    if (!fans.has(url) && fans.size >= ROOM) return false;
    waiting.delete(enter);
    leave = join(url, known, on);
    return true;
  }
  if (!enter()) {
    waiting.add(enter);
    on('bye', { reason: 'crowded' });
  }
  return () => leave();
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
      leave ??= joinInTurn(url, data.known, (kind, event) => port.postMessage({ kind, event }));
    }
    if (data.wake) fans.get(url)?.wake();
    if (data.leave) end();
  };
  port.postMessage({ kind: 'hello' });
});
