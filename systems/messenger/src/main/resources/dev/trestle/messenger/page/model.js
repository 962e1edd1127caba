// Everything the page knows: who one is, one's chats, what is said in them.
import { idempotencyKey } from '/shared/api.js';
import { Live } from './live.js';
import { Log } from './log.js';
import { Marks } from './marks.js';
import { Drafts, Outbox, forget } from './outbox.js';

const CHATS_MAX = 500;
const MEMBER_PAGES_MAX = 10;
const PAGE = 60;
const PAGE_MAX = 100;
const SYNC = 500;
const FETCHED_AHEAD = 10;
const JUMP_PAGES_MAX = 30;
const DRAWN_AFTER_MS = 16;

/**
 * Tells "change" when something is to be drawn anew, "said" when others said something, "notice"
 * when something is to be told.
 */
export class Model extends EventTarget {
  me;
  /** Chats by id, as GET /chats gives them. */
  chats = new Map();
  people = new Map();
  logs = new Map();
  isListed = false;
  /** connecting, catching-up, live or lost. */
  connection = 'connecting';
  #asked = new Set();
  #opening = new Map();
  #syncing = new Map();
  #live;
  #wasLive = false;
  #drawing;

  constructor(session) {
    super();
    this.session = session;
  }

  /** Begins with somebody who is logged in. */
  async start() {
    this.me = await this.session.one('/users/me');
    this.drafts = new Drafts(this.me.user_id);
    this.marks = new Marks(
      this.me.user_id,
      (type, payload) => this.#live.send(type, payload),
      () => this.changed(),
    );
    this.outbox = new Outbox(
      this.me.user_id,
      () => this.#live,
      () => this.changed(),
      (item, ack) => this.#acked(item, ack),
    );
    this.#live = new Live(this.session, {
      open: () => this.#catchUp(),
      frame: (type, payload) => this.#frame(type, payload),
      state: (state) => this.#connected(state),
      revoked: () => this.session.end('revoked'),
    });
    this.changed();
  }

  stop() {
    this.marks?.stop();
    this.#live?.close();
    forget();
  }

  /** Many changes at once are drawn once. */
  changed() {
    this.#drawing ??= setTimeout(() => {
      this.#drawing = undefined;
      this.dispatchEvent(new Event('change'));
    }, DRAWN_AFTER_MS);
  }

  tell(text, kind = 'info') {
    this.dispatchEvent(new CustomEvent('notice', { detail: { text, kind } }));
  }

  #connected(state) {
    if (state === 'live') return; // It says hello first, then it is caught up with.
    this.connection = state === 'connecting' && !this.#wasLive ? 'connecting' : 'lost';
    if (state === 'lost') this.marks.nobodyWrites();
    this.changed();
  }

  /** After every connection: the list, what is missing in the open chats, what waits to be sent. */
  async #catchUp() {
    const isBack = this.#wasLive;
    this.connection = isBack ? 'catching-up' : 'connecting';
    this.changed();
    try {
      const before = new Map([...this.logs].map(([id, log]) => [id, log.highest]));
      await this.list();
      await Promise.all([...this.logs.keys()].map((id) => this.#sync(id)));
      this.#wasLive = true;
      this.connection = 'live';
      this.outbox.flush();
      this.marks.flush();
      if (isBack) this.#tellMissed(before);
      this.#fetchAhead();
    } catch (fault) {
      // The connection went again, which begins this again; anything else is a fault to be seen.
      if (this.#live.isLive) this.tell(fault.message, 'bad');
    }
    this.changed();
  }

  #tellMissed(before) {
    let missed = 0;
    for (const [id, highest] of before) {
      missed += this.logs.get(id)?.newerThan(highest, this.me.user_id).length ?? 0;
    }
    this.dispatchEvent(new CustomEvent('back', { detail: missed }));
  }

  /** All chats, liveliest first. */
  async list() {
    const seen = new Set();
    let cursor;
    do {
      const query = cursor ? `&cursor=${encodeURIComponent(cursor)}` : '';
      const page = await this.session.call(`/chats?limit=100${query}`);
      for (const chat of page.data) {
        seen.add(chat.chat_id);
        this.#know(chat);
      }
      cursor = page.pagination.has_more ? page.pagination.next_cursor : undefined;
    } while (cursor && seen.size < CHATS_MAX);
    for (const id of [...this.chats.keys()]) if (!seen.has(id)) this.gone(id);
    this.isListed = true;
    this.changed();
  }

  #know(chat) {
    if (chat.peer) this.people.set(chat.peer.user_id, chat.peer.display_name);
    for (const member of chat.members ?? []) {
      if (member.display_name) this.people.set(member.user_id, member.display_name);
    }
    const known = this.chats.get(chat.chat_id);
    const merged = { members: known?.members, ...chat };
    const reached = known?.last_sequence ?? 0;
    if (reached > (chat.last_sequence ?? 0)) {
      // The list follows what is said at a short distance; the socket was quicker.
      const { last_sequence, last_message, unread_count, updated_at } = known;
      Object.assign(merged, { last_sequence, last_message, unread_count, updated_at });
    }
    const readTo = this.marks.mine(chat.chat_id);
    if (merged.last_sequence && readTo >= merged.last_sequence) merged.unread_count = 0;
    this.chats.set(chat.chat_id, merged);
  }

  /** One is no longer in a chat. */
  gone(id) {
    this.chats.delete(id);
    this.logs.delete(id);
    this.marks.forget(id);
    this.changed();
  }

  /** What one has not read is here before one asks for it; that is what delivered means. */
  #fetchAhead() {
    const unread = this.sorted.filter((chat) => chat.unread_count > 0).slice(0, FETCHED_AHEAD);
    for (const chat of unread) this.log(chat.chat_id).catch(() => {});
  }

  get sorted() {
    return [...this.chats.values()].sort((a, b) => activity(b).localeCompare(activity(a)));
  }

  get unread() {
    let sum = 0;
    for (const chat of this.chats.values()) if (!isMuted(chat)) sum += chat.unread_count ?? 0;
    return sum;
  }

  /** A chat with its members, read anew. */
  async chat(id) {
    const chat = await this.session.one(`/chats/${id}`);
    while (chat.members_cursor && chat.members.length < 1000) {
      const page = await this.session.call(
        `/chats/${id}/members?cursor=${encodeURIComponent(chat.members_cursor)}`,
      );
      chat.members.push(...page.data);
      chat.members_cursor = page.pagination.next_cursor;
    }
    this.#know(chat);
    this.changed();
    return this.chats.get(id);
  }

  /** What is said in a chat, from its newest page on. */
  log(id) {
    const known = this.logs.get(id);
    if (known) return Promise.resolve(known);
    if (!this.#opening.has(id)) {
      const opening = this.#open(id).finally(() => this.#opening.delete(id));
      this.#opening.set(id, opening);
    }
    return this.#opening.get(id);
  }

  async #open(id) {
    const page = await this.#page(id, '');
    const log = new Log();
    log.start(page.entries, page.hasMore);
    this.logs.set(id, log);
    this.marks.ack(id, log.highest);
    await this.#sync(id); // Said between the page and now.
    this.changed();
    return log;
  }

  async #page(id, query) {
    const { data, pagination } = await this.session.call(
      `/chats/${id}/messages?direction=backward&limit=${query ? PAGE_MAX : PAGE}${query}`,
    );
    return { entries: data, hasMore: pagination.has_more };
  }

  /** What was said before what is known; false if that was all. */
  async older(id) {
    const log = this.logs.get(id);
    if (!log?.hasOlder || log.isReading || !log.lowest) return false;
    log.isReading = true;
    this.changed();
    try {
      const page = await this.#page(id, `&before_sequence=${log.lowest}`);
      log.prepend(page.entries, page.hasMore);
    } finally {
      log.isReading = false;
      this.changed();
    }
    return log.hasOlder;
  }

  /** Reads back until an entry is there. */
  async reach(id, sequence) {
    const log = await this.log(id);
    for (let pages = 0; pages < JUMP_PAGES_MAX && log.lowest > sequence; pages++) {
      if (!(await this.older(id))) break;
    }
    return log.get(sequence);
  }

  /** Reads what comes after the highest that is known. */
  #sync(id, wanted = 0) {
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
      const log = this.logs.get(id);
      if (!log) return;
      const before = log.highest;
      const payload = { chat_id: id, after_sequence: before, limit: SYNC };
      const answer = await this.#live.ask('sync_request', payload);
      for (const entry of answer.messages) if (log.isNext(entry)) log.append(entry);
      for (const entry of answer.messages) this.outbox.settled(entry.client_message_id);
      this.marks.ack(id, log.highest);
      const isDone = !answer.has_more && log.highest >= run.wanted;
      if (isDone || log.highest === before) return;
    }
  }

  #frame(type, payload) {
    if (type === 'message') this.#said(payload);
    else if (type === 'typing_indicator') this.marks.writes(payload);
    else if (type === 'receipt') this.marks.moved(payload);
  }

  async #said(entry) {
    const id = entry.chat_id;
    const isMine = entry.sender_id === this.me.user_id;
    if (entry.kind === 'left' && entry.member_id === this.me.user_id) {
      const name = this.title(this.chats.get(id));
      this.gone(id);
      if (!isMine) this.tell(`You are no longer in ${name}.`);
      this.changed();
      return;
    }
    this.#append(entry);
    if (!this.chats.has(id)) await this.chat(id).catch(() => {});
    if (this.chats.has(id)) this.#retell(this.chats.get(id), entry, isMine);
    if (!isMine && entry.kind === 'text') {
      this.marks.stopped(id, entry.sender_id);
      this.dispatchEvent(new CustomEvent('said', { detail: entry }));
    }
    if (entry.kind === 'delete') this.dispatchEvent(new CustomEvent('unsaid'));
    if (!this.logs.has(id)) this.log(id).catch(() => {});
    this.changed();
  }

  #append(entry) {
    const log = this.logs.get(entry.chat_id);
    if (!log) return;
    if (log.isNext(entry)) {
      log.append(entry);
      this.marks.ack(entry.chat_id, entry.sequence);
    } else if (entry.sequence > log.highest) {
      this.#sync(entry.chat_id, entry.sequence).catch(() => {});
    }
    this.outbox.settled(entry.client_message_id);
  }

  /** What an entry means for the list and for what the chat is. */
  #retell(chat, entry, isMine) {
    if (entry.sequence <= (chat.last_sequence ?? 0)) return;
    chat.last_sequence = entry.sequence;
    chat.updated_at = entry.created_at;
    const last = chat.last_message;
    switch (entry.kind) {
      case 'text':
        chat.last_message = entry;
        chat.unread_count = isMine ? 0 : (chat.unread_count ?? 0) + 1;
        break;
      case 'edit':
        if (last?.sequence === entry.target_sequence) {
          chat.last_message = { ...last, content: entry.content };
        }
        break;
      case 'delete':
        if (last?.sequence === entry.target_sequence) {
          chat.last_message = { ...last, content: '', deleted_at: entry.created_at };
        }
        break;
      case 'renamed':
        chat.name = entry.content;
        break;
      case 'role':
        if (entry.member_id === this.me.user_id) chat.role = entry.content;
        this.chat(chat.chat_id).catch(() => {});
        break;
      case 'joined':
        this.marks.joined(chat.chat_id, entry.member_id, entry.sequence);
        this.chat(chat.chat_id).catch(() => {});
        break;
      case 'left':
        this.marks.left(chat.chat_id, entry.member_id);
        this.chat(chat.chat_id).catch(() => {});
        break;
    }
  }

  #acked(item, ack) {
    const log = this.logs.get(item.chat_id);
    const { content, reply_to } = item;
    const entry = { content, reply_to, ...ack, kind: 'text', sender_id: this.me.user_id };
    // The ack may be here before the entry itself; the entry is then known already.
    if (log && !log.isNext(entry) && entry.sequence > log.highest) {
      this.#sync(item.chat_id, ack.sequence).catch(() => {});
    } else {
      if (log?.isNext(entry)) log.append(entry);
      this.outbox.settled(item.client_message_id);
    }
    const chat = this.chats.get(item.chat_id);
    if (chat) this.#retell(chat, entry, true);
    this.changed();
  }

  /** Somebody looks at the end of a chat. */
  read(id) {
    const log = this.logs.get(id);
    const chat = this.chats.get(id);
    if (!log?.highest || !chat) return;
    if (chat.unread_count) {
      chat.unread_count = 0;
      this.changed();
    }
    this.marks.read(id, log.highest);
  }

  /** How far the members of a chat are; gives how far one has read oneself. */
  async status(id) {
    let cursor;
    for (let pages = 0; pages < MEMBER_PAGES_MAX && (pages === 0 || cursor); pages++) {
      const query = cursor ? `?cursor=${encodeURIComponent(cursor)}` : '';
      const page = await this.session.call(`/chats/${id}/delivery-status${query}`);
      for (const each of page.data) this.marks.moved({ chat_id: id, ...each });
      cursor = page.pagination.next_cursor;
    }
    this.changed();
    return this.marks.mine(id);
  }

  /** Edits, deletes or reacts: an entry about another one. */
  async change(chatId, kind, target, content) {
    await this.session.call(`/chats/${chatId}/messages`, {
      body: { client_message_id: idempotencyKey(), kind, content, target_sequence: target },
    });
  }

  /** Somebody's name; asked for where it is not known yet. */
  name(userId) {
    if (userId === this.me.user_id) return 'You';
    const known = this.people.get(userId);
    if (known === undefined && !this.#asked.has(userId)) {
      this.#asked.add(userId);
      this.session
        .one(`/users/${userId}`)
        .then((user) => this.people.set(userId, user.display_name))
        .catch(() => this.people.set(userId, 'Somebody'))
        .then(() => this.changed());
    }
    return known || '…';
  }

  title(chat) {
    if (!chat) return '';
    return chat.chat_type === 'group' ? chat.name : (chat.peer?.display_name ?? 'deleted user');
  }
}

function activity(chat) {
  return chat.last_message && !chat.updated_at
    ? chat.last_message.created_at
    : later(chat.last_message?.created_at, chat.updated_at);
}

function later(a = '', b = '') {
  return a > b ? a : b;
}

export function isMuted(chat) {
  return !!chat.muted_until && Date.parse(chat.muted_until) > Date.now();
}
