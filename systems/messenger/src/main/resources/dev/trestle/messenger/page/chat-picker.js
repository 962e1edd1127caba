import { html, nothing } from 'lit';
import { Part, toast } from '/shared/trestle.js';
import { known, loadKnown, openDirect } from './known-users.js';

const SHOWN_MAX = 50;

/**
 * A dialog to find a chat, or a person one shares a chat with. `await pick('Forward to')` returns the
 * id of the chosen chat, or undefined. Choosing a person opens the chat with them.
 */
export class ChatPicker extends Part {
  static properties = {
    model: { attribute: false },
    heading: { state: true },
    words: { state: true },
    isBusy: { state: true },
  };

  constructor() {
    super();
    this.words = '';
    this.heading = '';
  }

  get dialog() {
    return this.querySelector('t-dialog');
  }

  async pick(heading) {
    this.heading = heading;
    this.words = '';
    await this.updateComplete;
    this.dialog.show();
    loadKnown(this.model).then(() => this.requestUpdate());
    return new Promise((resolve) => (this.done = resolve));
  }

  /** Chats first, then people without a chat of their own. */
  get found() {
    const { model } = this;
    const wanted = this.words.trim().toLowerCase();
    const fits = (name) => name.toLowerCase().includes(wanted);
    const chats = model.sorted.map((chat) => ({ chat: chat.chat_id, name: model.title(chat) }));
    const peers = new Set(model.sorted.map((chat) => chat.peer?.user_id));
    const people = known(model)
      .filter(({ user_id }) => !peers.has(user_id))
      .map(({ user_id, display_name }) => ({ user: user_id, name: display_name }));
    return [...chats, ...people].filter(({ name }) => fits(name)).slice(0, SHOWN_MAX);
  }

  async choose(choice) {
    if (!choice || this.isBusy) return;
    this.isBusy = true;
    try {
      const chat = choice.chat ?? (await openDirect(this.model, choice.user));
      this.done?.(chat);
      this.done = undefined;
      this.dialog.close();
    } catch (error) {
      toast(error.message, { kind: 'bad' });
    } finally {
      this.isBusy = false;
    }
  }

  closed() {
    this.done?.(undefined);
    this.done = undefined;
  }

  /** Arrow keys move between the field and the choices. */
  pressed(event) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const stops = [...this.querySelectorAll('input, .pickable button')];
    const to = stops.indexOf(document.activeElement) + (event.key === 'ArrowDown' ? 1 : -1);
    if (!stops[to]) return;
    event.preventDefault();
    stops[to].focus();
  }

  render() {
    const { found } = this;
    return html`<t-dialog heading=${this.heading} @close=${this.closed}>
      <form
        class="stack"
        @keydown=${this.pressed}
        @submit=${(event) => {
          event.preventDefault();
          this.choose(found[0]);
        }}
      >
        <input
          type="search"
          class="input"
          aria-label="Find a chat or person"
          placeholder="Find a chat or person"
          autocomplete="off"
          .value=${this.words}
          @input=${(event) => (this.words = event.target.value)}
        />
        <ul class="pickable">
          ${found.map(
            (choice) =>
              html`<li>
                <button type="button" @click=${() => this.choose(choice)}>
                  <t-avatar size="small" name=${choice.name}></t-avatar>
                  <span class="grow cut" dir="auto">${choice.name}</span>
                  ${choice.user ? html`<span class="badge">new chat</span>` : nothing}
                </button>
              </li>`,
          )}
        </ul>
        ${found.length ? nothing : html`<p class="muted">No matches.</p>`}
      </form>
    </t-dialog>`;
  }
}

customElements.define('m-chat-picker', ChatPicker);
