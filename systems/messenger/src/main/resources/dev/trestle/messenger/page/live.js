// The socket: frames, replies to requests, and whether it is alive.
import { idempotencyKey } from '/shared/api.js';
import { socket } from '/shared/socket.js';

const PATH = '/v1/ws';
const PROTOCOL = 'messenger.v1';
const REVOKED = 4001;
const REPLY_MS = 15_000;
const PROBE_MS = 4_000;

/** An error frame. */
export class FrameError extends Error {
  constructor({ code, message, retry_after_ms }) {
    super(message);
    this.name = 'FrameError';
    this.code = code;
    this.retryAfterMs = retry_after_ms;
  }

  /** Without a reply it is unknown whether it was done, and it may be sent again. */
  get isUnknown() {
    return this.code === 'NO_REPLY' || this.code === 'SERVICE_UNAVAILABLE';
  }
}

const noReply = () => new FrameError({ code: 'NO_REPLY', message: 'The server did not answer.' });

/**
 * Keeps the socket of a session open. Reconnecting is shared with the other pages (`socket`). The
 * shared `Live` is not used: it broadcasts one-way events to the sections of a page, while this has
 * a single listener, requests that wait for their reply, and a heartbeat of its own.
 *
 *   new Live(session, {
 *     open: () => …,          // after every connection
 *     frame: (type, payload) => …,
 *     state: (state) => …,    // connecting, live, lost, closed
 *     revoked: () => …,       // the session was ended elsewhere
 *   })
 */
export class Live {
  #link;
  #waiting = new Map();
  #beat;
  #probe;

  constructor(session, listener) {
    this.listener = listener;
    this.#link = socket(PATH, {
      protocols: async () => [PROTOCOL, `bearer.${await session.token()}`],
      message: (frame) => this.#take(frame),
      state: (state, detail) => this.#changed(state, detail),
      final: (code) => code === REVOKED,
    });
    /** Something was not answered: finds out whether the connection is lost. */
    this.doubt = () => this.#check();
    addEventListener('offline', this.doubt);
    document.addEventListener('visibilitychange', this.doubt);
  }

  get isLive() {
    return this.#link.live;
  }

  #changed(state, detail) {
    if (state === 'lost' || state === 'closed') {
      clearInterval(this.#beat);
      clearTimeout(this.#probe);
      this.#probe = undefined;
      for (const { reject } of this.#waiting.values()) reject(noReply());
      this.#waiting.clear();
    }
    this.listener.state(state, detail);
    if (state === 'closed' && detail.code === REVOKED) this.listener.revoked();
  }

  #take({ type, request_id: id, payload }) {
    switch (type) {
      case 'connection_established':
        this.#beat = setInterval(() => this.#check(), payload.heartbeat_interval_ms);
        this.listener.open();
        return;
      case 'heartbeat_ack':
        clearTimeout(this.#probe);
        this.#probe = undefined;
        return;
      case 'send_message_ack':
      case 'sync_response':
      case 'error':
        this.#reply(id, type, payload);
        return;
      default:
        this.listener.frame(type, payload);
    }
  }

  #reply(id, type, payload) {
    const asked = this.#waiting.get(id);
    if (!asked) return;
    this.#waiting.delete(id);
    clearTimeout(asked.timer);
    if (type === 'error') asked.reject(new FrameError(payload));
    else asked.resolve(payload);
  }

  /** Checks that the server is there: a lost network leaves the socket open. */
  #check() {
    if (this.#probe || !this.#link.live) return;
    this.send('heartbeat', {});
    this.#probe = setTimeout(() => {
      this.#probe = undefined;
      this.#link.restart();
    }, PROBE_MS);
  }

  /** Sends a frame that has no reply; false when there is no connection. */
  send(type, payload, id) {
    return this.#link.send({ type, request_id: id, timestamp: new Date().toISOString(), payload });
  }

  /** Sends a frame and returns the reply. */
  ask(type, payload) {
    const id = idempotencyKey();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(id);
        reject(noReply());
      }, REPLY_MS);
      this.#waiting.set(id, { resolve, reject, timer });
      if (this.send(type, payload, id)) return;
      clearTimeout(timer);
      this.#waiting.delete(id);
      reject(noReply());
    });
  }

  close() {
    clearInterval(this.#beat);
    clearTimeout(this.#probe);
    removeEventListener('offline', this.doubt);
    document.removeEventListener('visibilitychange', this.doubt);
    this.#link.close();
  }
}
