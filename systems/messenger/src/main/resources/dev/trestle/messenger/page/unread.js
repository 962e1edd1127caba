// Unread counts.

const ASK_AGAIN_MS = 300;

/**
 * What is unread in one chat: the texts of others after the user's read mark. The server counts up
 * to an entry; what is heard after that is added here.
 */
class Unread {
  /** The server's count of the texts after `read`, up to `last`. */
  #counted = { read: 0, last: 0, count: 0, mentions: 0 };
  /** The texts of others that were heard after `last`: {sequence, isMention}. */
  #heard = [];
  #read = 0;
  #top = 0;

  /** The server has counted: a chat as the API gives it. */
  counted({ last_read_sequence: read = 0, last_sequence: last = 0, unread_count: count = 0, mention_count: mentions = 0 }) {
    if (last < this.#counted.last) return;
    this.#counted = { read, last, count, mentions };
    this.#heard = this.#heard.filter(({ sequence }) => sequence > last);
    this.#top = Math.max(this.#top, last);
    this.#read = Math.max(this.#read, read);
  }

  /** The next entry; returns false if one before it was missed. */
  heard(sequence, isText, isMention) {
    if (sequence <= this.#top) return true;
    const isNext = sequence === this.#top + 1;
    this.#top = sequence;
    if (isText) this.#heard.push({ sequence, isMention });
    return isNext;
  }

  /** The user has read everything up to here, on any device. */
  read(sequence) {
    this.#read = Math.max(this.#read, sequence);
  }

  /** Whether the count is known. It is not if the user has read a part of what was counted. */
  get isKnown() {
    return this.#read <= this.#counted.read || this.#read >= this.#counted.last;
  }

  get count() {
    return (this.#isRead ? 0 : this.#counted.count) + this.#later.length;
  }

  /** How many of them mention the user. */
  get mentions() {
    return (this.#isRead ? 0 : this.#counted.mentions) + this.#later.filter(({ isMention }) => isMention).length;
  }

  get #isRead() {
    const { last } = this.#counted;
    return this.#read >= last && last > 0;
  }

  get #later() {
    return this.#heard.filter(({ sequence }) => sequence > this.#read);
  }
}

/** The unread counts of all chats: the only place that sets a chat's unread_count and mention_count. */
export class UnreadCounts {
  #byChat = new Map();
  /** chat → whether the server must count once more after the count that is under way. */
  #asking = new Map();

  /**
   * @param chats the chats by id
   * @param ask lets the server count a chat again
   * @param changed is called when a count has changed
   */
  constructor(chats, ask, changed) {
    this.chats = chats;
    this.ask = ask;
    this.changed = changed;
  }

  #of(id) {
    if (!this.#byChat.has(id)) this.#byChat.set(id, new Unread());
    return this.#byChat.get(id);
  }

  counted(chat) {
    const unread = this.#of(chat.chat_id);
    unread.counted(chat);
    this.#show(chat.chat_id);
    if (!unread.isKnown) this.#askAgain(chat.chat_id);
  }

  heard(entry, isMine, isMention) {
    const unread = this.#of(entry.chat_id);
    const isNext = unread.heard(entry.sequence, entry.kind === 'text' && !isMine, isMention);
    this.#show(entry.chat_id);
    // A message that was deleted mentions nobody.
    const isLess = entry.kind === 'delete' && unread.mentions > 0;
    if (!isNext || isLess) this.#askAgain(entry.chat_id);
  }

  read(id, sequence) {
    const unread = this.#of(id);
    unread.read(sequence);
    this.#show(id);
    if (!unread.isKnown) this.#askAgain(id);
  }

  delete(id) {
    this.#byChat.delete(id);
  }

  #show(id) {
    const chat = this.chats.get(id);
    const { count, mentions } = this.#of(id);
    if (!chat || (chat.unread_count === count && chat.mention_count === mentions)) return;
    chat.unread_count = count;
    chat.mention_count = mentions;
    this.changed();
  }

  async #askAgain(id) {
    const isUnderWay = this.#asking.has(id);
    this.#asking.set(id, isUnderWay);
    if (isUnderWay) return;
    await this.ask(id).catch(() => {}); // Counted again after the next connection.
    if (this.#asking.get(id)) await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
    const isWanted = this.#asking.get(id);
    this.#asking.delete(id);
    if (isWanted) this.#askAgain(id);
  }
}
