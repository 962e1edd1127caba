// How far everybody has come in each chat, and who is writing.

const MARKED_AFTER_MS = 250;
const TYPING_EVERY_MS = 4000;

/** Hears what others do, and says what one does oneself, not more often than it helps. */
export class Marks {
  /** chat → user → {acked, read}: what their devices have, what they have read. */
  #marks = new Map();
  /** chat → user → the timer that ends it. */
  #typing = new Map();
  #acks = new Map();
  #reads = new Map();
  #typed = new Map();
  #timer;
  /** chat → what all others have, as long as nobody moves. */
  #reach = new Map();

  /** @param send says a frame; false when there is no connection */
  constructor(me, send, changed) {
    this.me = me;
    this.send = send;
    this.changed = changed;
  }

  of(chatId) {
    if (!this.#marks.has(chatId)) this.#marks.set(chatId, new Map());
    return this.#marks.get(chatId);
  }

  /** How far one has read a chat oneself. */
  mine(chatId) {
    return this.of(chatId).get(this.me)?.read ?? 0;
  }

  /** How far all the others have come: {acked, read}; undefined where nobody else is known. */
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

  /** Somebody has come further. */
  moved({ chat_id, user_id, last_acked_sequence, last_read_sequence }) {
    const known = this.of(chat_id).get(user_id) ?? { acked: 0, read: 0 };
    this.#reach.delete(chat_id);
    this.of(chat_id).set(user_id, {
      acked: Math.max(known.acked, last_acked_sequence),
      read: Math.max(known.read, last_read_sequence),
    });
    this.changed();
  }

  /** What was said before somebody came does not wait for them. */
  joined(chatId, userId, sequence) {
    const before = sequence - 1;
    this.moved({
      chat_id: chatId,
      user_id: userId,
      last_acked_sequence: before,
      last_read_sequence: before,
    });
  }

  /** Nothing waits for who has gone. */
  left(chatId, userId) {
    this.#reach.delete(chatId);
    this.of(chatId).delete(userId);
    this.changed();
  }

  /** This device has everything up to here. */
  ack(chatId, sequence) {
    if (sequence > 0) this.#later(this.#acks, chatId, sequence);
  }

  /** One has read everything up to here. */
  read(chatId, sequence) {
    if (this.mine(chatId) >= sequence) return;
    this.of(chatId).set(this.me, { acked: sequence, read: sequence });
    this.#later(this.#reads, chatId, sequence);
  }

  /** Waits a moment, so that many become one frame. */
  #later(marks, chatId, sequence) {
    marks.set(chatId, Math.max(marks.get(chatId) ?? 0, sequence));
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.flush();
    }, MARKED_AFTER_MS);
  }

  /** What cannot be said now is said after the next connection. */
  flush() {
    for (const [type, all] of [['ack', this.#acks], ['read', this.#reads]]) {
      for (const [chat, sequence] of all) {
        if (this.send(type, { chat_id: chat, sequence })) all.delete(chat);
      }
    }
  }

  /** One writes: said now and then, not at each key. */
  types(chatId, isTyping) {
    const last = this.#typed.get(chatId) ?? 0;
    if (isTyping && Date.now() - last < TYPING_EVERY_MS) return;
    if (!isTyping && !last) return;
    this.#typed.set(chatId, isTyping ? Date.now() : 0);
    this.send(isTyping ? 'typing_start' : 'typing_stop', { chat_id: chatId });
  }

  /** Who is writing in a chat. */
  typists(chatId) {
    return [...(this.#typing.get(chatId)?.keys() ?? [])];
  }

  /** Somebody writes, for as long as the server says. */
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

  /** Nobody is known to write any more. */
  nobodyWrites() {
    for (const here of this.#typing.values()) for (const timer of here.values()) clearTimeout(timer);
    this.#typing.clear();
  }

  stop() {
    clearTimeout(this.#timer);
    this.nobodyWrites();
  }
}
