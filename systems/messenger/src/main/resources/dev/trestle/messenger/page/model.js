// Everything the page knows: the user, the chats, their messages.
import { idempotencyKey } from '/shared/api.js';
import { Responses } from './responses.js';
import { Blocks } from './blocks.js';
import { Files } from './files.js';
import { Invitations } from './invitations.js';
import { Live } from './live.js';
import { Logs } from './logs.js';
import { Marks } from './marks.js';
import { Drafts, Outbox, forget } from './outbox.js';
import { activity, counted, isPinned } from './place.js';
import { ProfilePhotos } from './profile-photos.js';
import { Presence } from './presence.js';
import { UnreadCounts } from './unread.js';

/** As many as the server lists. */
const CHATS_MAX = 2000;
const MEMBER_PAGES_MAX = 10;
const FETCHED_AHEAD = 10;
const DRAWN_AFTER_MS = 16;
const CATCH_UP_AGAIN_MS = 2000;

/**
 * Fires "change" when something must be drawn again, "said" for a message of someone else, "notice"
 * for a message to the user.
 */
export class Model extends EventTarget {
  me;
  /** Chats by id, as GET /chats gives them. */
  chats = new Map();
  people = new Map();
  logs = new Logs(this, () => this.#live);
  isListed = false;
  invitations = new Invitations(this);
  blocks = new Blocks(this);
  /** Lets the user choose a chat; set by the page. */
  pickChat = async () => undefined;
  /** connecting, catching-up, live or lost. */
  connection = 'connecting';
  #asked = new Set();
  #unread = new UnreadCounts(this.chats, (id) => this.chat(id), () => this.changed());
  #catchUps = 0;
  #live;
  #wasLive = false;
  /** The highest entries when the connection was lost, until everything missed is here. */
  #before;
  #drawing;
  #responses = new Responses();
  presence = new Presence(this, this.#responses);
  pictures = new ProfilePhotos(this, this.#responses);

  constructor(session) {
    super();
    this.session = session;
    this.files = new Files(session);
  }

  /** Starts for the signed-in user. */
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
      this.files,
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
    this.#catchUps++;
    this.marks?.stop();
    this.#live?.close();
    forget();
  }

  /** Changes of one moment are drawn once. */
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
    if (state === 'live') return; // connection_established comes first.
    this.connection = state === 'connecting' && !this.#wasLive ? 'connecting' : 'lost';
    if (state === 'lost') this.marks.nobodyWrites();
    this.changed();
  }

  /** After every connection: the list, missing entries of open chats, unsent messages. */
  async #catchUp() {
    const run = ++this.#catchUps;
    const isBack = this.#wasLive;
    this.connection = isBack ? 'catching-up' : 'connecting';
    this.changed();
    this.invitations.load();
    this.blocks.load();
    this.pictures.retry();
    try {
      this.#before ??= this.logs.highest;
      await this.list();
      await this.logs.syncAll();
      if (run !== this.#catchUps || !this.#live.isLive) return;
      const before = this.#before;
      this.#before = undefined;
      this.#wasLive = true;
      this.connection = 'live';
      this.outbox.flush();
      this.marks.flush();
      if (isBack) this.#tellMissed(before);
      this.#fetchAhead();
    } catch (error) {
      // Losing the connection again starts this again. After any other error it is tried again.
      if (run !== this.#catchUps || !this.#live.isLive) return;
      console.warn('catching up failed', error);
      setTimeout(() => run === this.#catchUps && this.#live.isLive && this.#catchUp(), CATCH_UP_AGAIN_MS);
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

  /** All chats, those with the latest activity first. */
  async list() {
    const seen = new Set();
    const began = this.#responses.ask();
    let cursor;
    do {
      const asked = this.#responses.ask();
      const query = cursor ? `&cursor=${encodeURIComponent(cursor)}` : '';
      const page = await this.session.call(`/chats?limit=100${query}`);
      for (const chat of page.data) {
        seen.add(chat.chat_id);
        if (!this.#responses.isOvertaken(chat.chat_id, asked)) this.#know(chat, asked);
        else if (this.chats.has(chat.chat_id)) this.chat(chat.chat_id).catch(() => {});
      }
      cursor = page.pagination.has_more ? page.pagination.next_cursor : undefined;
    } while (cursor && seen.size < CHATS_MAX);
    for (const id of [...this.chats.keys()]) {
      if (!seen.has(id) && !this.#responses.isOvertaken(id, began)) this.gone(id);
    }
    this.isListed = true;
    this.changed();
  }

  #know(chat, asked) {
    this.#responses.know(chat.chat_id, asked);
    if (chat.peer) {
      this.people.set(chat.peer.user_id, chat.peer.display_name);
      this.presence.received(chat.peer, asked);
      this.pictures.received(chat.peer, chat.chat_id, asked);
    }
    for (const member of chat.members ?? []) {
      this.pictures.received(member, chat.chat_id, asked);
      if (member.display_name) this.people.set(member.user_id, member.display_name);
    }
    const known = this.chats.get(chat.chat_id);
    const merged = { members: known?.members, ...chat };
    const reached = known?.last_sequence ?? 0;
    if (reached > (chat.last_sequence ?? 0)) {
      // The list may be a moment behind the socket.
      const { last_sequence, last_message, updated_at, name, role } = known;
      Object.assign(merged, { last_sequence, last_message, updated_at, name, role });
    }
    this.chats.set(chat.chat_id, merged);
    this.#unread.counted(chat);
  }

  /** The user has changed something of a chat. */
  update(id, values) {
    this.#responses.know(id);
    Object.assign(this.chats.get(id) ?? {}, values);
    this.changed();
  }

  /** The user is no longer a member of a chat. */
  gone(id) {
    this.#responses.know(id);
    this.chats.delete(id);
    this.logs.delete(id);
    this.#unread.delete(id);
    this.marks.forget(id);
    this.changed();
  }

  /** Loads unread messages before they are opened: that is what delivered means. */
  #fetchAhead() {
    const unread = this.sorted.filter((chat) => chat.unread_count > 0).slice(0, FETCHED_AHEAD);
    for (const chat of unread) this.logs.open(chat.chat_id).catch(() => {});
  }

  /** Pinned chats first, then those with the latest activity. */
  get sorted() {
    return [...this.chats.values()].sort(
      (a, b) => isPinned(b) - isPinned(a) || activity(b).localeCompare(activity(a)),
    );
  }

  get unread() {
    let sum = 0;
    for (const chat of this.chats.values()) sum += counted(chat);
    return sum;
  }

  /** Loads a chat with its members. */
  async chat(id) {
    const asked = this.#responses.ask();
    const chat = await this.session.one(`/chats/${id}`);
    while (chat.members_cursor && chat.members.length < 1000) {
      const page = await this.session.call(
        `/chats/${id}/members?cursor=${encodeURIComponent(chat.members_cursor)}`,
      );
      chat.members.push(...page.data);
      chat.members_cursor = page.pagination.next_cursor;
    }
    if (this.#responses.isOvertaken(id, asked)) return this.chats.has(id) ? this.chat(id) : chat;
    this.#know(chat, asked);
    this.changed();
    return this.chats.get(id);
  }

  #frame(type, payload) {
    if (type === 'message') this.#said(payload);
    else if (type === 'typing_indicator') this.marks.writes(payload);
    else if (type === 'invitation') this.invitations.changed(payload);
    else if (type === 'presence') this.presence.told(payload);
    else if (type === 'block') this.#blocked(payload);
    else if (type === 'receipt') {
      this.marks.moved(payload);
      if (payload.user_id === this.me.user_id) this.#unread.read(payload.chat_id, payload.last_read_sequence);
    }
  }

  /** Whom the user no longer blocks, they see online again. */
  async #blocked({ user_id, is_blocked }) {
    this.blocks.load();
    const chat = [...this.chats.values()].find(({ peer }) => peer?.user_id === user_id);
    if (chat && !is_blocked) await this.chat(chat.chat_id).catch(() => {});
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
      if (!this.blocks.has(entry.sender_id)) this.dispatchEvent(new CustomEvent('said', { detail: entry }));
    }
    if (entry.kind === 'delete') this.dispatchEvent(new CustomEvent('unsaid'));
    if (!this.logs.has(id)) this.logs.open(id).catch(() => {});
    this.changed();
  }

  #append(entry) {
    const log = this.logs.get(entry.chat_id);
    if (!log) return;
    if (log.isNext(entry)) {
      log.append(entry);
      this.marks.ack(entry.chat_id, entry.sequence);
    } else if (entry.sequence > log.highest) {
      this.logs.sync(entry.chat_id, entry.sequence).catch(() => {});
    }
    this.outbox.settled(entry.client_message_id);
  }

  /** Applies an entry to the list and to the chat's details. */
  #retell(chat, entry, isMine) {
    if (entry.sequence <= (chat.last_sequence ?? 0)) return;
    this.#unread.heard(entry, isMine, entry.mentions?.includes(this.me.user_id));
    chat.last_sequence = entry.sequence;
    chat.updated_at = entry.created_at;
    const last = chat.last_message;
    switch (entry.kind) {
      case 'text':
        chat.last_message = entry;
        break;
      case 'edit':
        if (last?.sequence === entry.target_sequence) {
          chat.last_message = { ...last, content: entry.content };
        }
        break;
      case 'delete':
        if (last?.sequence === entry.target_sequence) {
          chat.last_message = { ...last, content: '', file: undefined, deleted_at: entry.created_at };
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
    const { content, reply_to, mentions, file } = item;
    const entry = { content, reply_to, mentions, file, ...ack, kind: 'text', sender_id: this.me.user_id };
    // The acknowledgement may come before the entry itself.
    if (log && !log.isNext(entry) && entry.sequence > log.highest) {
      this.logs.sync(item.chat_id, ack.sequence).catch(() => {});
    } else {
      if (log?.isNext(entry)) log.append(entry);
      this.outbox.settled(item.client_message_id);
    }
    // Otherwise entries of others come first, and then this one.
    const chat = this.chats.get(item.chat_id);
    if (chat && entry.sequence === (chat.last_sequence ?? 0) + 1) this.#retell(chat, entry, true);
    this.changed();
  }

  /** The user sees the end of a chat. */
  read(id) {
    const log = this.logs.get(id);
    const chat = this.chats.get(id);
    if (!log?.highest || !chat) return;
    this.#unread.read(id, log.highest);
    this.marks.read(id, log.highest);
  }

  /** Loads the watermarks of a chat's members; returns the user's own read watermark. */
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

  /** A user's name, loaded if it is not known yet. */
  name(userId) {
    if (userId === this.me.user_id) return 'You';
    const known = this.people.get(userId);
    if (known === undefined && !this.#asked.has(userId)) {
      this.#asked.add(userId);
      this.session
        .one(`/users/${userId}`)
        .then((user) => this.people.set(userId, user.display_name))
        .catch(() => this.people.set(userId, 'Someone'))
        .then(() => this.changed());
    }
    return known || '…';
  }

  title(chat) {
    if (!chat) return '';
    return chat.chat_type === 'group' ? chat.name : (chat.peer?.display_name ?? 'deleted user');
  }
}
