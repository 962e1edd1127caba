// The entries of the chats that were opened: their newest pages, older ones, and what was missed.
import { Log } from './log.js';

const PAGE = 60;
const PAGE_MAX = 100;
const SYNC = 500;
const SYNC_ATTEMPTS_MAX = 20;
const SYNCED_AT_ONCE = 4;
const JUMP_PAGES_MAX = 30;

export class Logs {
  #model;
  #live;
  #all = new Map();
  #opening = new Map();
  #older = new Map();
  #syncing = new Map();

  /** `live` returns the connection. */
  constructor(model, live) {
    this.#model = model;
    this.#live = live;
  }

  get(id) {
    return this.#all.get(id);
  }

  has(id) {
    return this.#all.has(id);
  }

  /** Forgets a chat, also one that is being opened. */
  delete(id) {
    this.#all.delete(id);
    this.#opening.delete(id);
  }

  /** The highest entry of each chat. */
  get highest() {
    return new Map([...this.#all].map(([id, log]) => [id, log.highest]));
  }

  /** The entries of a chat, starting with its newest page. */
  open(id) {
    const known = this.#all.get(id);
    if (known) return Promise.resolve(known);
    let run = this.#opening.get(id);
    if (!run) {
      run = {};
      this.#opening.set(id, run);
      run.done = this.#open(id, run).finally(() => {
        if (this.#opening.get(id) === run) this.#opening.delete(id);
      });
    }
    return run.done;
  }

  async #open(id, run) {
    const page = await this.#page(id, '');
    const log = new Log();
    log.start(page.entries, page.hasMore);
    if (this.#opening.get(id) !== run) return log; // The user is no longer a member.
    this.#all.set(id, log);
    this.#model.marks.ack(id, log.highest);
    await this.sync(id); // Entries since the page was read.
    this.#model.changed();
    return log;
  }

  async #page(id, query) {
    const { data, pagination } = await this.#model.session.call(
      `/chats/${id}/messages?direction=backward&limit=${query ? PAGE_MAX : PAGE}${query}`,
    );
    return { entries: data, hasMore: pagination.has_more };
  }

  /** Loads older entries; false if there are none. Whoever asks meanwhile gets the same answer. */
  older(id) {
    const log = this.#all.get(id);
    if (!log?.hasOlder || !log.lowest) return Promise.resolve(false);
    if (!this.#older.has(id)) {
      const reading = this.#readOlder(id, log).finally(() => {
        this.#older.delete(id);
        this.#model.changed();
      });
      this.#older.set(id, reading);
    }
    return this.#older.get(id);
  }

  async #readOlder(id, log) {
    const page = await this.#page(id, `&before_sequence=${log.lowest}`);
    log.prepend(page.entries, page.hasMore);
    return log.hasOlder;
  }

  /** Loads older pages until an entry is known; undefined if there is none. Fails if it is too far up. */
  async reach(id, sequence) {
    const log = await this.open(id);
    for (let pages = 0; pages < JUMP_PAGES_MAX && log.lowest > sequence; pages++) {
      if (!(await this.older(id))) break;
    }
    if (log.hasOlder && log.lowest > sequence) throw new Error('This message is far up. Try again to get closer.');
    return log.get(sequence);
  }

  /** Syncs all open chats, a few at a time: each answer may be large. */
  async syncAll() {
    const waiting = [...this.#all.keys()];
    const syncNext = async () => {
      while (waiting.length) await this.sync(waiting.shift());
    };
    await Promise.all(Array.from({ length: SYNCED_AT_ONCE }, syncNext));
  }

  /** Loads the entries after the highest known one. */
  sync(id, wanted = 0) {
    const running = this.#syncing.get(id);
    if (running) {
      running.wanted = Math.max(running.wanted, wanted);
      return running.done;
    }
    const run = { wanted };
    run.done = this.#readOn(id, run).finally(() => this.#syncing.delete(id));
    this.#syncing.set(id, run);
    return run.done;
  }

  async #readOn(id, run) {
    for (;;) {
      const log = this.#all.get(id);
      if (!log) return;
      const before = log.highest;
      const payload = { chat_id: id, after_sequence: before, limit: SYNC };
      const answer = await this.#askPatiently('sync_request', payload);
      for (const entry of answer.messages) if (log.isNext(entry)) log.append(entry);
      for (const entry of answer.messages) this.#model.outbox.settled(entry.client_message_id);
      this.#model.marks.ack(id, log.highest);
      const isDone = !answer.has_more && log.highest >= run.wanted;
      if (isDone || log.highest === before) return;
    }
  }

  /** Asks again when the server says that it was asked too often, or does not answer in time. */
  async #askPatiently(type, payload) {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#live().ask(type, payload);
      } catch (error) {
        // Without a connection nobody answers: everything is synced after the next one.
        const isLate = error.isUnknown && this.#live().isLive;
        const mayAgain = isLate || error.code === 'RATE_LIMITED';
        if (!mayAgain || attempt === SYNC_ATTEMPTS_MAX) throw error;
        await new Promise((resolve) => setTimeout(resolve, error.retryAfterMs ?? 1000));
      }
    }
  }
}
