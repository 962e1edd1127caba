import { html } from 'lit';
import { Part } from '/shared/trestle.js';
import { safetyItems } from './blocks.js';
import { REACTIONS, called, drawn } from './emoji.js';

const GAP = 6;
const EDGE = 8;

/** What the user may do with a message of a chat. */
export function itemsFor(entry, chat, model) {
  const isMine = entry.sender_id === model.me.user_id;
  const mayWrite = !model.blocks.isWith(chat);
  const mayDelete = isMine || ['owner', 'admin'].includes(chat?.role);
  const items = mayWrite ? [{ id: 'reply', label: 'Reply', icon: 'reply' }] : [];
  items.push({ id: 'forward', label: 'Forward', icon: 'arrow-right' });
  if (entry.content) items.push({ id: 'copy', label: 'Copy text', icon: 'copy' });
  if (entry.file) items.push({ id: 'save', label: entry.file.is_photo ? 'Save photo' : 'Save file', icon: 'download' });
  if (isMine && mayWrite) items.push({ id: 'edit', label: 'Edit', icon: 'edit' });
  if (isMine) items.push({ id: 'receipts', label: 'Read by', icon: 'checks' });
  if (mayDelete) items.push({ id: 'delete', label: 'Delete for everyone', icon: 'trash', danger: true });
  if (!isMine) items.push(...safetyItems(model, entry.sender_id));
  return items;
}

/**
 * The menu of a message, one for all of them. show(entry, box, items) opens it at a box on the
 * screen; it fires "choose" with {id, entry, reaction}.
 */
export class Actions extends Part {
  static properties = { entry: { state: true }, items: { state: true }, mine: { state: true } };

  constructor() {
    super();
    this.items = [];
  }

  get popup() {
    return this.querySelector('[popover]');
  }

  get choices() {
    return [...this.querySelectorAll('[role^="menuitem"]')];
  }

  async show(entry, box, items, mine) {
    this.entry = entry;
    this.items = items;
    this.mine = mine;
    this.from = document.activeElement;
    await this.updateComplete;
    this.popup.showPopover();
    const { width, height } = this.popup.getBoundingClientRect();
    const isBelow = box.bottom + GAP + height <= innerHeight - EDGE;
    const top = isBelow ? box.bottom + GAP : Math.max(EDGE, box.top - GAP - height);
    const left = Math.min(Math.max(EDGE, box.left), innerWidth - width - EDGE);
    this.popup.style.top = `${top}px`;
    this.popup.style.left = `${left}px`;
    this.choices[0]?.focus();
  }

  choose(id, reaction) {
    const { entry } = this;
    this.popup.hidePopover();
    this.tell('choose', { id, entry, reaction });
  }

  closed(event) {
    if (event.newState === 'closed' && this.contains(document.activeElement)) this.from?.focus();
  }

  move(event) {
    const { choices } = this;
    const now = choices.indexOf(document.activeElement);
    const steps = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };
    if (event.key === 'Tab') this.popup.hidePopover();
    if (!(event.key in steps)) return;
    event.preventDefault();
    // Down leaves the row of reactions.
    let step = steps[event.key];
    const row = choices.filter((each) => each.classList.contains('react')).length;
    if (event.key === 'ArrowDown' && now < row) step = row - now;
    choices.at((now + step + choices.length) % choices.length)?.focus();
  }

  render() {
    return html`<div
      popover
      class="menu message-menu"
      role="menu"
      aria-label="Actions"
      @toggle=${this.closed}
      @keydown=${this.move}
    >
      <div class="react-row" role="presentation">
        ${REACTIONS.map(
          (reaction) =>
            html`<button
              type="button"
              class="react"
              role="menuitemradio"
              tabindex="-1"
              aria-checked=${reaction === this.mine ? 'true' : 'false'}
              aria-label=${called(reaction)}
              title=${called(reaction)}
              @click=${() => this.choose('react', reaction === this.mine ? '' : reaction)}
            >
              ${drawn(reaction)}
            </button>`,
        )}
        <button
          type="button"
          class="react"
          role="menuitem"
          tabindex="-1"
          aria-label="More emoji"
          title="More emoji"
          @click=${() => this.choose('emoji')}
        >
          <t-icon name="plus"></t-icon>
        </button>
      </div>
      ${this.items.map(
        (item) =>
          html`<button
            type="button"
            class="menu-item ${item.danger ? 'danger' : ''}"
            role="menuitem"
            tabindex="-1"
            @click=${() => this.choose(item.id)}
          >
            <t-icon name=${item.icon}></t-icon><span class="grow">${item.label}</span>
          </button>`,
      )}
    </div>`;
  }
}

customElements.define('m-actions', Actions);
