// Keeps a connection to the server open.
import { backoff } from './api.js';

const FIRST_MS = 500;
const MAX_MS = 30_000;

/**
 * Connects, and again after each loss: with growing pauses, or at once when the network is back.
 *
 * @param connect opens a connection and returns a function that closes it. It is given
 *   `opened()`, to call once connected; `lost(detail)`, after which it is tried again; and
 *   `ended(detail)`, after which it is not.
 * @param state is told 'connecting', 'live', 'lost' and 'closed', with a detail
 * @param open is called after every connection: the place to catch up on what was missed
 * @returns {{restart(detail): void, close(): void}}
 */
export function reconnecting({ connect, state = () => {}, open = () => {} }) {
  let current;
  let close = () => {};
  let timer;
  let attempt = 0;
  let isClosed = false;

  function start() {
    clearTimeout(timer);
    const mine = {};
    current = mine;
    state('connecting', { attempt });
    close = connect({
      opened() {
        if (mine !== current) return;
        attempt = 0;
        state('live', {});
        open();
      },
      lost(detail) {
        if (mine === current) lose(detail);
      },
      ended(detail) {
        if (mine !== current) return;
        end();
        state('closed', detail);
      },
    });
  }

  function lose(detail) {
    current = undefined;
    const wait = backoff(++attempt, FIRST_MS, MAX_MS);
    timer = setTimeout(start, wait);
    state('lost', { ...detail, wait });
  }

  function end() {
    isClosed = true;
    current = undefined;
    clearTimeout(timer);
    removeEventListener('online', online);
  }

  /** An attempt from before, which may fail yet, does not make the next one wait long. */
  function online() {
    attempt = 0;
    if (!current) start();
  }

  addEventListener('online', online);
  start();
  return {
    /** Replaces a connection that is known to be dead before the browser notices. */
    restart(detail) {
      if (isClosed || !current) return;
      const dead = close;
      lose(detail);
      dead();
    },
    close() {
      if (isClosed) return;
      const last = close;
      end();
      last();
    },
  };
}
