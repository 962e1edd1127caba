// Messages that were written here and are not stored yet.
import { idempotencyKey } from '/shared/api.js';

const DRAFTS = 'trestle.messenger.drafts';
const WAITING = 'trestle.messenger.outbox';
const TRIES_MAX = 5;
const WAIT_MS = 1000;

/**
 * Sends messages. Each keeps its client_message_id over all attempts, so that it is stored once.
 * Unsent texts survive a reload; a file does once it is uploaded.
 */
export class Outbox {
  /** The sending of the last file. */
  #last = Promise.resolve();

  constructor(user, live, files, changed, sent) {
    this.user = user;
    this.live = live;
    this.files = files;
    this.changed = changed;
    this.sent = sent;
    this.items = read(WAITING, user) ?? [];
    for (const item of this.items) item.state = 'waiting';
  }

  of(chatId) {
    return this.items.filter((item) => item.chat_id === chatId);
  }

  /** Sends a message; `file` is {blob, preview} if it shows one, `mentions` has the ids of users. */
  send(chatId, content, { replyTo, mentions, file } = {}) {
    const item = {
      ...waitingFile(file),
      chat_id: chatId,
      client_message_id: idempotencyKey(),
      content,
      reply_to: replyTo,
      mentions: mentions?.length ? mentions : undefined,
      created_at: new Date().toISOString(),
      state: 'waiting',
    };
    this.items.push(item);
    this.#kept();
    this.#attempt(item, 1);
    return item;
  }

  /** The connection is back: sends all waiting texts again, in order. */
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

  /** The text came back as an entry. */
  settled(clientId) {
    const item = this.items.find((each) => each.client_message_id === clientId);
    if (item) this.drop(item);
  }

  /** Another attempt may be under way, or the message may be discarded, since this one was planned. */
  async #attempt(item, attempt) {
    if (item.state !== 'waiting' || !this.items.includes(item)) return;
    if (!this.live().isLive) return; // flush() comes when the connection does
    item.state = 'sending';
    this.changed();
    try {
      const ack = await (item.file ? this.#inTurn(() => this.#sendFile(item)) : this.#ask(item));
      this.sent(item, ack);
    } catch (error) {
      this.#failed(item, error, attempt);
    }
  }

  #ask({ chat_id, client_message_id, content, reply_to, mentions, file }) {
    const file_id = file?.file_id;
    return this.live().ask('send_message', { chat_id, client_message_id, content, reply_to, mentions, file_id });
  }

  /** Files are sent one after the other, so that they arrive in the order they were chosen in. */
  #inTurn(send) {
    const sent = this.#last.then(send);
    this.#last = sent.catch(() => {});
    return sent;
  }

  async #sendFile(item) {
    if (!item.file.file_id) await this.#upload(item);
    return this.#ask(item);
  }

  async #upload(item) {
    item.file = await this.files.upload(item.chat_id, item.blob, (share) => {
      item.sent = share;
      this.changed();
    });
    item.sent = 1;
    this.#kept();
  }

  #failed(item, error, attempt) {
    if (!this.items.includes(item)) return;
    const isLater = error.isUnknown || error.code === 'RATE_LIMITED';
    if (!isLater || attempt >= TRIES_MAX) {
      item.state = 'failed';
      item.error = isLater ? 'Not sent.' : error.message;
    } else {
      item.state = 'waiting';
      // The network may be gone. Then it waits for the next connection, however long that takes.
      if (error.isUnknown) this.live().doubt();
      const wait = error.retryAfterMs ?? WAIT_MS * attempt;
      if (this.live().isLive) setTimeout(() => this.#attempt(item, attempt + 1), wait);
    }
    this.#kept();
  }

  #kept() {
    const lasting = this.items.filter(({ file }) => !file || file.file_id);
    write(WAITING, this.user, lasting.map(({ blob, preview, ...item }) => item));
    this.changed();
  }
}

/** What is known about a file before it is uploaded. */
function waitingFile(attached) {
  if (!attached) return {};
  const { blob, preview } = attached;
  return { blob, preview, sent: 0, file: { name: blob.name, is_photo: !!preview, bytes: blob.size } };
}

/** The draft of each chat. */
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

/** Deletes everything. */
export function forget() {
  try {
    localStorage.removeItem(DRAFTS);
    localStorage.removeItem(WAITING);
  } catch {
    // Unreadable: start with none.
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
    // Full or not allowed: kept while the page is open.
  }
}
