// A WebSocket that comes back.
import { backoff } from './api.js';

/**
 * Keeps a WebSocket to a path open.
 *
 *   const link = socket('/v1/ws', {
 *     protocols: [],                       // or a function that gives them, also as a promise
 *     open: (link) => link.send({…}),      // after every (re)connection: log in, resync
 *     message: (json) => …,
 *     state: (state, detail) => …,         // 'connecting', 'live', 'lost' or 'closed'
 *     final: (code) => code === 4001,      // codes after which it is not tried again
 *   });
 *   link.send({type: 'ping'})              // false when there is no connection: nothing is kept
 *   link.restart()                         // it is known to be dead, before the browser notices
 *   link.close()
 */
export function socket(path, options) {
  const { message, open = () => {}, state = () => {}, final = () => false } = options;
  let ws;
  let timer;
  let attempt = 0;
  let closed = false;

  const link = {
    get live() {
      return ws?.readyState === WebSocket.OPEN;
    },
    send(frame) {
      if (!link.live) return false;
      ws.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
      return true;
    },
    close(code = 1000) {
      closed = true;
      clearTimeout(timer);
      removeEventListener('online', now);
      ws?.close(code);
    },
    restart() {
      if (closed || !ws) return;
      const dead = ws;
      lost(1006);
      dead.close();
    },
  };

  function lost(code) {
    ws = undefined;
    const wait = backoff(++attempt, 500, 30_000);
    state('lost', { code, wait });
    clearTimeout(timer);
    timer = setTimeout(connect, wait);
  }

  let isAsking = false;

  async function connect() {
    state('connecting', { attempt });
    const address = new URL(path, location.href);
    address.protocol = address.protocol.replace('http', 'ws');
    let protocols = options.protocols ?? [];
    if (typeof protocols === 'function') {
      isAsking = true;
      try {
        protocols = await protocols();
      } catch {
        if (!closed) lost(0);
        return;
      } finally {
        isAsking = false;
      }
      if (closed) return;
    }
    const mine = new WebSocket(address, protocols);
    ws = mine;
    mine.addEventListener('open', () => {
      attempt = 0;
      state('live', {});
      open(link);
    });
    mine.addEventListener('message', (event) => message(JSON.parse(event.data)));
    mine.addEventListener('close', (event) => {
      if (mine !== ws) return;
      if (closed || final(event.code)) {
        closed = true;
        removeEventListener('online', now);
        state('closed', { code: event.code, reason: event.reason });
        return;
      }
      lost(event.code);
    });
  }

  /** The network is back: no reason to wait on. */
  function now() {
    if (closed || isAsking) return;
    if (ws?.readyState === WebSocket.OPEN || ws?.readyState === WebSocket.CONNECTING) return;
    clearTimeout(timer);
    connect();
  }

  addEventListener('online', now);
  connect();
  return link;
}
