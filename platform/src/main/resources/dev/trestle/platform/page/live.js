// One live connection for a whole page.

/**
 * A connection that the sections of a page share. It dispatches `state` when it is connected or
 * lost, and `received` with `{type, data}` for each event.
 *
 * A subclass opens it in `connect(handlers)`, mostly with `events` or `socket`, and returns a
 * function that closes it. It may override `received(data, type)` and `connected()`.
 */
export class Live extends EventTarget {
  /** 'connecting', 'live', 'lost' or 'closed'. */
  state = 'closed';
  #close = () => {};

  get isLive() {
    return this.state === 'live';
  }

  start() {
    this.stop();
    this.#close = this.connect({
      message: (data, type) => {
        this.received(data, type);
        this.tell(type, data);
      },
      open: () => this.connected(),
      state: (state, detail) => this.#become(state, detail),
    });
  }

  stop() {
    this.#close();
    this.#close = () => {};
    this.#become('closed', {});
  }

  /** Opens the connection. */
  connect(handlers) {
    throw new Error('a live connection without connect()');
  }

  /** Handles an event, before the sections do. */
  received(data, type) {}

  /** Called after every connection: catches up on what was missed. */
  connected() {}

  /** Tells the sections of an event. */
  tell(type, data) {
    this.dispatchEvent(new CustomEvent('received', { detail: { type, data } }));
  }

  #become(state, detail) {
    if (state === this.state) return;
    this.state = state;
    this.dispatchEvent(new CustomEvent('state', { detail }));
  }
}
