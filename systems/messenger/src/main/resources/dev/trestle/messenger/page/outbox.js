// What was written here and is not stored yet.
import { idempotencyKey } from '/shared/api.js';

const DRAFTS = 'trestle.messenger.drafts';
const WAITING = 'trestle.messenger.outbox';
const TRIES_MAX = 5;
const WAIT_MS = 1000;

/**
 * Sends texts, each under one client_message_id however often it is tried, so that it is stored
 * once. What waits survives a reload.
 */
export class Outbox {
  constructor(user, live, changed, sent) {
    this.user = user;
    this.live = live;
    this.changed = changed;
    this.sent = sent;
    this.items = read(WAITING, user) ?? [];
    for (const item of this.items) item.state = 'waiting';
  }

  of(chatId) {
    return this.items.filter((item) => item.chat_id === chatId);
  }

  send(chatId, content, replyTo) {
    const item = {
      chat_id: chatId,
      client_message_id: idempotencyKey(),
      content,
      reply_to: replyTo,
      created_at: new Date().toISOString(),
      state: 'waiting',
    };
    this.items.push(item);
    this.#kept();
    this.#attempt(item, 1);
    return item;
  }

  /** The connection is back: all that waits goes out again, in its order. */
  flush() {
    for (const item of this.items) if (item.state === 'waiting') this.#attempt(item, 1);
  }

  retry(item) {
    item.state = 'waiting';
    this.#kept();
    this.#attempt(item, 1);
  }

  drop(item) {
    this.items = this.items.filter((each) => each !== item);
    this.#kept();
  }

  /** It came back as an entry. */
  settled(clientId) {
    const item = this.items.find((each) => each.client_message_id === clientId);
    if (item) this.drop(item);
  }

  async #attempt(item, attempt) {
    if (!this.live().isLive) return; // flush() comes when the connection does
    item.state = 'sending';
    this.changed();
    const { chat_id, client_message_id, content, reply_to } = item;
    try {
      const ack = await this.live().ask('send_message', { chat_id, client_message_id, content, reply_to });
      this.sent(item, ack);
    } catch (fault) {
      this.#failed(item, fault, attempt);
    }
  }

  #failed(item, fault, attempt) {
    if (!this.items.includes(item)) return;
    const isLater = fault.isUnknown || fault.code === 'RATE_LIMITED';
    if (!isLater || attempt >= TRIES_MAX) {
      item.state = 'failed';
      item.fault = isLater ? 'Not sent.' : fault.message;
    } else {
      item.state = 'waiting';
      const wait = fault.retryAfterMs ?? WAIT_MS * attempt;
      if (this.live().isLive) setTimeout(() => this.#attempt(item, attempt + 1), wait);
    }
    this.#kept();
  }

  #kept() {
    write(WAITING, this.user, this.items);
    this.changed();
  }
}

/** What somebody began to write in each chat. */
export class Drafts {
  constructor(user) {
    this.user = user;
    this.texts = read(DRAFTS, user) ?? {};
  }

  get(chatId) {
    return this.texts[chatId] ?? '';
  }

  set(chatId, text) {
    if (text.trim()) this.texts[chatId] = text;
    else delete this.texts[chatId];
    write(DRAFTS, this.user, this.texts);
  }
}

/** Leaves nothing of anybody behind. */
export function forget() {
  try {
    localStorage.removeItem(DRAFTS);
    localStorage.removeItem(WAITING);
  } catch {
    // There was none then.
  }
}

function read(name, user) {
  try {
    const kept = JSON.parse(localStorage.getItem(name));
    return kept?.user === user ? kept.value : undefined;
  } catch {
    return undefined;
  }
}

function write(name, user, value) {
  try {
    localStorage.setItem(name, JSON.stringify({ user, value }));
  } catch {
    // Full or not allowed: it is kept for as long as the page is open.
  }
}
