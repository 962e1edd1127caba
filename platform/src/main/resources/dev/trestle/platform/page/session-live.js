// A live connection of somebody who may be signed in.
import { events } from './events.js';
import { Live } from './live.js';

const AGAIN_MS = 500;

/**
 * Live events with the session's access token. When the token has expired, it connects once more
 * with another one.
 *
 * A subclass has `session`, `address` and `authorization()`, the headers of the request. It may
 * override `isWanted`.
 */
export class SessionLive extends Live {
  /** Whether to connect again. */
  get isWanted() {
    return true;
  }

  connect(handlers) {
    return events(this.address, {
      ...handlers,
      state: (state, detail) => {
        handlers.state(state, detail);
        if (state === 'closed' && detail?.status === 401) this.#again();
      },
      headers: () => this.authorization(),
    });
  }

  #again() {
    this.session.expire();
    setTimeout(() => this.isWanted && this.start(), AGAIN_MS);
  }
}
