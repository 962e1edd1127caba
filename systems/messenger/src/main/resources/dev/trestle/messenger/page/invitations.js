// Invitations to groups: the user's own, and those to the user's groups.
import { Responses } from './responses.js';

export class Invitations {
  /** The user's own, as GET /invitations gives them. */
  received = [];
  #model;
  #sent = new Map();
  #loads = 0;
  #responses = new Responses();

  constructor(model) {
    this.#model = model;
  }

  /** Loads the user's own. After a failure, the next connection does. */
  async load() {
    const run = ++this.#loads;
    const page = await this.#model.session.call('/invitations').catch(() => undefined);
    if (!page || run !== this.#loads) return;
    this.received = page.data;
    this.#model.changed();
  }

  /** An invitation was sent, accepted, declined or withdrawn. */
  changed({ chat_id, user_id }) {
    if (user_id === this.#model.me.user_id) this.load();
    else if (this.#sent.has(chat_id) && this.#model.chats.has(chat_id)) this.loadSent(chat_id);
  }

  /** The invited people of a group that have been loaded so far. */
  sent(chatId) {
    return this.#sent.get(chatId) ?? [];
  }

  async loadSent(chatId) {
    const asked = this.#responses.ask();
    const page = await this.#model.session.call(`/chats/${chatId}/invitations`).catch(() => undefined);
    if (!page || this.#responses.isOvertaken(chatId, asked)) return this.sent(chatId);
    this.#responses.know(chatId, asked);
    for (const { user_id, display_name } of page.data) {
      if (display_name) this.#model.people.set(user_id, display_name);
    }
    this.#sent.set(chatId, page.data);
    this.#model.changed();
    return page.data;
  }

  async accept(chatId) {
    await this.#model.session.call(`/invitations/${chatId}/accept`, { method: 'POST' });
    await this.#model.chat(chatId);
    await this.load();
  }

  async decline(chatId) {
    await this.#model.session.call(`/invitations/${chatId}`, { method: 'DELETE' });
    await this.load();
  }

  async withdraw(chatId, userId) {
    await this.#model.session.call(`/chats/${chatId}/invitations/${userId}`, { method: 'DELETE' });
    await this.loadSent(chatId);
  }
}
