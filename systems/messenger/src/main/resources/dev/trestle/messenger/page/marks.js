// How far each member has received and read, and who is typing.

const MARKED_AFTER_MS = 250;
const TYPING_EVERY_MS = 4000;

/** Collects the watermarks of all members and sends one's own, not more often than needed. */
export class Marks {
  /** chat → user → {acked, read}: what their devices have received and what they have read. */
  #marks = new Map();
  /** chat → user → the timer that ends it. */
  #typing = new Map();
  #acks = new Map();
  #reads = new Map();
  #typed = new Map();
  #timer;
  /** chat → what all others have received and read, until one of them moves. */
  #reach = new Map();

  /** @param send sends a frame; returns false when there is no connection */
  constructor(me, send, changed) {
    this.me = me;
    this.send = send;
    this.changed = changed;
    // What was read just before the page is left counts too.
    this.leaving = () => this.flush();
    addEventListener('pagehide', this.leaving);
  }

  of(chatId) {
    if (!this.#marks.has(chatId)) this.#marks.set(chatId, new Map());
    return this.#marks.get(chatId);
  }

  /** How far the user has read a chat. */
  mine(chatId) {
    return this.of(chatId).get(this.me)?.read ?? 0;
  }

  /** How far all other members are: {acked, read}; undefined if none are known. */
  reach(chatId) {
    if (!this.#reach.has(chatId)) {
      const others = [...this.of(chatId)].filter(([user]) => user !== this.me).map(([, mark]) => mark);
      const acked = Math.min(...others.map((mark) => mark.acked));
      const read = Math.min(...others.map((mark) => mark.read));
      this.#reach.set(chatId, others.length ? { acked, read } : undefined);
    }
    return this.#reach.get(chatId);
  }

  forget(chatId) {
    this.#reach.delete(chatId);
    this.#marks.delete(chatId);
    this.#acks.delete(chatId);
    this.#reads.delete(chatId);
  }

  /** A member has received or read more. */
  moved({ chat_id, user_id, last_acked_sequence, last_read_sequence }) {
    const known = this.of(chat_id).get(user_id) ?? { acked: 0, read: 0 };
    this.#reach.delete(chat_id);
    this.of(chat_id).set(user_id, {
      acked: Math.max(known.acked, last_acked_sequence),
      read: Math.max(known.read, last_read_sequence),
    });
    this.changed();
  }

  /** Earlier messages do not wait for a new member. */
  joined(chatId, userId, sequence) {
    const before = sequence - 1;
    this.moved({
      chat_id: chatId,
      user_id: userId,
      last_acked_sequence: before,
      last_read_sequence: before,
    });
  }

  /** Messages do not wait for a former member. */
  left(chatId, userId) {
    this.#reach.delete(chatId);
    this.of(chatId).delete(userId);
    this.changed();
  }

  /** This device has received everything up to here. */
  ack(chatId, sequence) {
    if (sequence > 0) this.#later(this.#acks, chatId, sequence);
  }

  /** The user has read everything up to here. */
  read(chatId, sequence) {
    if (this.mine(chatId) >= sequence) return;
    this.of(chatId).set(this.me, { acked: sequence, read: sequence });
    this.#later(this.#reads, chatId, sequence);
  }

  /** Waits a moment, so that several become one frame. */
  #later(marks, chatId, sequence) {
    marks.set(chatId, Math.max(marks.get(chatId) ?? 0, sequence));
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.flush();
    }, MARKED_AFTER_MS);
  }

  /** What cannot be sent now is sent after the next connection. */
  flush() {
    for (const [type, all] of [['ack', this.#acks], ['read', this.#reads]]) {
      for (const [chat, sequence] of all) {
        if (this.send(type, { chat_id: chat, sequence })) all.delete(chat);
      }
    }
  }

  /** The user is typing: sent at intervals, not for each key. */
  types(chatId, isTyping) {
    const last = this.#typed.get(chatId) ?? 0;
    if (isTyping && Date.now() - last < TYPING_EVERY_MS) return;
    if (!isTyping && !last) return;
    this.#typed.set(chatId, isTyping ? Date.now() : 0);
    this.send(isTyping ? 'typing_start' : 'typing_stop', { chat_id: chatId });
  }

  /** Who is typing in a chat. */
  typists(chatId) {
    return [...(this.#typing.get(chatId)?.keys() ?? [])];
  }

  /** A member is typing, until the server's time is up. */
  writes({ chat_id, user_id, is_typing, expires_in_ms }) {
    if (user_id === this.me) return;
    this.stopped(chat_id, user_id);
    if (is_typing) {
      const timer = setTimeout(() => {
        this.stopped(chat_id, user_id);
        this.changed();
      }, expires_in_ms);
      if (!this.#typing.has(chat_id)) this.#typing.set(chat_id, new Map());
      this.#typing.get(chat_id).set(user_id, timer);
    }
    this.changed();
  }

  stopped(chatId, userId) {
    const here = this.#typing.get(chatId);
    if (!here?.has(userId)) return;
    clearTimeout(here.get(userId));
    here.delete(userId);
  }

  /** Forgets who is typing. */
  nobodyWrites() {
    for (const here of this.#typing.values()) for (const timer of here.values()) clearTimeout(timer);
    this.#typing.clear();
  }

  stop() {
    removeEventListener('pagehide', this.leaving);
    clearTimeout(this.#timer);
    this.nobodyWrites();
  }
}
