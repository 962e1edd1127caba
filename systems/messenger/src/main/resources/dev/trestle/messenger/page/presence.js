// Which of the user's direct contacts are online.
import { html } from 'lit';

export class Presence {
  #model;
  #responses;
  /** {is_online, last_seen_at} by user; nothing of those who hide it. */
  #states = new Map();

  /** `responses` are those of the chats, which contain what is known about the other one. */
  constructor(model, responses) {
    this.#model = model;
    this.#responses = responses;
  }

  /** Takes what a response says, unless a frame has told something newer. */
  received({ user_id, is_online, last_seen_at }, asked) {
    if (!this.#responses.isOvertaken(key(user_id), asked)) this.#set(user_id, is_online, last_seen_at);
  }

  /** Takes a frame. One about the user themselves says that they have changed what they show. */
  told({ user_id, is_online, last_seen_at }) {
    if (user_id === this.#model.me.user_id) {
      this.#model.list().catch(() => {});
      return;
    }
    this.#responses.know(key(user_id));
    this.#set(user_id, is_online, last_seen_at);
    this.#model.changed();
  }

  #set(userId, isOnline, lastSeenAt) {
    if (isOnline === undefined) this.#states.delete(userId);
    else this.#states.set(userId, { isOnline, lastSeenAt });
  }

  /** Without a connection nothing is known. */
  #of(chat) {
    return this.#model.connection === 'live' ? this.#states.get(chat.peer?.user_id) : undefined;
  }

  /** Whether the other one of a direct chat is online. */
  isOnline(chat) {
    return !!this.#of(chat)?.isOnline;
  }

  /** The same in words; nothing if it is not known. */
  words(chat) {
    const state = this.#of(chat);
    if (state?.isOnline) return html`<span class="online-words">Online</span>`;
    return state?.lastSeenAt ? html`Last seen <t-ago at=${state.lastSeenAt}></t-ago>` : '';
  }
}

function key(userId) {
  return `presence/${userId}`;
}
