/**
 * One stream for all windows of a browser: a browser opens only six connections to a server without HTTP/2, and the
 * seventh window would wait for ever. The stream is held by a SharedWorker; where there is none, by the window that
 * has a Web Lock; where there are no locks (plain http), by the window that the others elect.
 */
import { Fan, Stream } from './stream.js';

/** A worker that has not answered by then (ms) does not run here. */
const HELLO = 3000;
/** The holder of a stream is heard at least this often (ms); without it for as long as `LOST` another is elected. */
const BEAT = 1000;
const LOST = 3500;
/** How long (ms) a window waits for an answer to its question, or for objections to its election. */
const ANSWER = 300;

/** The stream by way of the worker. */
class Worked {
  #port; #beat; #patience;

  constructor(url, known, on, failed) {
    const file = new URL('shared-worker.js', import.meta.url);
    const worker = new SharedWorker(file, { type: 'module', name: 'next-to-go' });
    this.#port = worker.port;
    const fail = () => {
      if (this.#patience) failed();
      this.close();
    };
    this.#patience = setTimeout(fail, HELLO);
    worker.onerror = fail;
    this.#port.onmessage = ({ data }) => {
      clearTimeout(this.#patience);
      this.#patience = 0;
      if (data.kind !== 'hello') on(data.kind, data.event);
    };
    this.#port.postMessage({ join: url, known });
    this.#beat = setInterval(() => this.#port.postMessage({ beat: true }), 30000);
  }

  wake() {
    this.#port.postMessage({ wake: true });
  }

  close() {
    clearTimeout(this.#patience);
    this.#patience = 0;
    clearInterval(this.#beat);
    this.#port.postMessage({ leave: true });
    this.#port.close();
  }
}

/** The stream by way of the one window that holds it. */
class Elected {
  #url; #known; #on; #channel; #fan = null; #timer = 0; #beat = 0; #release = null;
  #id = Math.random();
  #end = new AbortController();

  constructor(url, known, on) {
    this.#url = url;
    this.#known = known;
    this.#on = on;
    this.#channel = new BroadcastChannel(`next-to-go ${url}`);
    this.#channel.onmessage = ({ data }) => this.#hear(data);
    this.#tell({ ask: true });
    if (navigator.locks) this.#queue();
    else this.#wait(ANSWER);
  }

  wake() {
    if (this.#fan) this.#fan.wake();
    else this.#tell({ wake: true });
  }

  close() {
    this.#end.abort();
    clearTimeout(this.#timer);
    this.#retire();
    this.#tell({ gone: true });
    this.#channel.close();
  }

  #tell(message) {
    this.#channel.postMessage({ ...message, from: this.#id });
  }

  #queue() {
    const held = () => {
      this.#lead();
      return new Promise((release) => { this.#release = release; });
    };
    navigator.locks.request(`next-to-go ${this.#url}`, { signal: this.#end.signal }, held).catch(() => {});
  }

  #lead() {
    if (this.#fan || this.#end.signal.aborted) return;
    clearTimeout(this.#timer);
    this.#fan = new Fan((take) => new Stream(this.#url, this.#known, take));
    this.#fan.add(this.#on);
    this.#fan.add(this.#pass);
    this.#beat = setInterval(() => this.#tell({ lead: true }), BEAT);
    this.#tell({ lead: true });
  }

  #pass = (kind, event) => this.#tell({ kind, event });

  #retire() {
    clearInterval(this.#beat);
    this.#fan?.remove(this.#pass);
    this.#fan?.remove(this.#on);
    this.#fan = null;
    this.#release?.();
  }

  /** Without locks: the stream is taken up when its holder is not heard. */
  #wait(patience) {
    clearTimeout(this.#timer);
    if (navigator.locks || this.#fan) return;
    this.#timer = setTimeout(() => {
      this.#tell({ claim: true });
      this.#timer = setTimeout(() => this.#lead(), ANSWER);
    }, patience * (1 + Math.random() / 2));
  }

  #hear(message) {
    if (message.to && message.to !== this.#id) return undefined;
    if (this.#fan) return this.#answer(message);
    if (message.kind) this.#on(message.kind, message.event);
    if (message.kind || message.lead || (message.claim && message.from < this.#id)) this.#wait(LOST);
    else if (message.gone) this.#wait(ANSWER);
    return undefined;
  }

  #answer(message) {
    if (message.ask) {
      this.#tell({ lead: true });
      for (const [kind, event] of this.#fan.now()) this.#tell({ kind, event, to: message.from });
    } else if (message.wake) {
      this.#fan.wake();
    } else if (message.claim) {
      this.#tell({ lead: true });
    } else if ((message.lead || message.kind) && message.from < this.#id) {
      this.#retire();
      this.#wait(LOST);
    }
  }
}

/** The best way that works here; a worker that fails makes room for the next one. */
function source(url, known, on) {
  let current = null;
  const elected = () => (globalThis.BroadcastChannel ? new Elected(url, known, on) : new Stream(url, known, on));
  try {
    current = new Worked(url, known, on, () => { current = elected(); });
  } catch {
    current = elected();
  }
  return { close: () => current.close(), wake: () => current.wake() };
}

/** The streams that this document listens to: boards with one query share one. */
const fans = new Map();

/**
 * Listens to a stream.
 * @param {string} url
 * @param {string} known the revision that is known already, or an empty one
 * @param {(kind: string, data: object) => void} on
 * @returns {{close(): void, wake(): void}}
 */
export function connect(url, known, on) {
  let fan = fans.get(url);
  if (!fan) {
    fan = new Fan((take) => source(url, known, take));
    fans.set(url, fan);
  }
  fan.add(on);
  return {
    wake: () => fan.wake(),
    close() {
      fan.remove(on);
      if (!fan.size && fans.get(url) === fan) fans.delete(url);
    },
  };
}
