import { html, nothing } from 'lit';
import './icon.js';
import { Part, freshId } from './part.js';

const GAP = 6;
const EDGE = 8;

/**
 * A button with a menu.
 *
 *   <t-menu label="More" icon="more" .items=${[
 *     {id: 'mute', label: 'Mute', icon: 'bell-off'},
 *     {heading: 'Danger'},
 *     {id: 'leave', label: 'Leave', icon: 'logout', danger: true},
 *     {label: 'Console', href: '/console/', current: true, note: 'coming later', disabled: true},
 *   ]} @choose=${(event) => event.detail.id}></t-menu>
 *
 * `text` is shown on the button, `kind` is its class (quiet by default), `lift` opens it upwards.
 */
export class Menu extends Part {
  static properties = {
    label: {},
    text: {},
    icon: {},
    kind: {},
    items: { attribute: false },
    open: { state: true },
  };

  constructor() {
    super();
    this.items = [];
    this.menuId = freshId('menu');
  }

  get button() {
    return this.querySelector('button');
  }

  get popup() {
    return this.querySelector('[popover]');
  }

  get entries() {
    return [...this.querySelectorAll('[role^="menuitem"]')];
  }

  toggled(event) {
    this.open = event.newState === 'open';
    if (!this.open) return;
    this.tell('open');
    this.place();
    this.entries[0]?.focus();
  }

  /** Below the button, or above it where there is no room; never over the edge. */
  place() {
    const { popup } = this;
    const at = this.button.getBoundingClientRect();
    const { width, height } = popup.getBoundingClientRect();
    const left = at.left + width > innerWidth - EDGE ? at.right - width : at.left;
    const below = at.bottom + GAP + height <= innerHeight - EDGE || at.top < height + GAP;
    popup.style.left = `${Math.max(EDGE, left)}px`;
    popup.style.top = `${below ? at.bottom + GAP : at.top - GAP - height}px`;
  }

  updated() {
    if (this.open) this.place();
  }

  move(event) {
    const { entries } = this;
    const now = entries.indexOf(document.activeElement);
    const steps = {
      ArrowDown: now + 1,
      ArrowUp: now - 1,
      Home: 0,
      End: entries.length - 1,
    };
    if (event.key === 'Tab') {
      this.popup.hidePopover();
      return;
    }
    let to;
    if (event.key in steps) to = entries.at(steps[event.key] % entries.length);
    else if (event.key.length === 1 && /\S/.test(event.key)) {
      const first = event.key.toLowerCase();
      const order = [...entries.slice(now + 1), ...entries.slice(0, now + 1)];
      to = order.find((entry) => entry.textContent.trim().toLowerCase().startsWith(first));
    }
    if (!to) return;
    event.preventDefault();
    to.focus();
  }

  choose(event, item) {
    if (item.disabled) {
      event.preventDefault();
      return;
    }
    this.popup.hidePopover(); // Which gives the focus back to the button.
    if (!item.href) this.tell('choose', item);
  }

  render() {
    const kind = this.kind ?? 'quiet';
    return html`<button
        type="button"
        class="button ${kind} ${this.text ? '' : 'icon'}"
        popovertarget=${this.menuId}
        aria-haspopup="menu"
        aria-expanded=${this.open ? 'true' : 'false'}
        aria-label=${this.text ? nothing : (this.label ?? nothing)}
        title=${this.text ? nothing : (this.label ?? nothing)}
      >
        ${this.icon ? html`<t-icon name=${this.icon}></t-icon>` : nothing}
        ${this.text ? html`<span>${this.text}</span><t-icon name="chevron-down"></t-icon>` : nothing}
      </button>
      <div
        popover
        class="menu"
        id=${this.menuId}
        role="menu"
        aria-label=${this.label ?? this.text ?? 'Menu'}
        @toggle=${this.toggled}
        @keydown=${this.move}
      >
        ${this.items.map((item) => this.entry(item))}
      </div>`;
  }

  entry(item) {
    if (item.heading) return html`<div class="menu-heading" role="presentation">${item.heading}</div>`;
    const inside = html`${item.icon ? html`<t-icon name=${item.icon}></t-icon>` : nothing}
      <span class="grow">${item.label}</span>
      ${item.note ? html`<span class="tiny muted">${item.note}</span>` : nothing}
      ${item.checked || item.current ? html`<t-icon name="check"></t-icon>` : nothing}`;
    const look = `menu-item ${item.danger ? 'danger' : ''}`;
    if (item.href && !item.disabled) {
      return html`<a
        class=${look}
        role="menuitem"
        tabindex="-1"
        href=${item.href}
        aria-current=${item.current ? 'page' : nothing}
        @click=${(event) => this.choose(event, item)}
        >${inside}</a
      >`;
    }
    const isChoice = item.checked !== undefined;
    return html`<button
      type="button"
      class=${look}
      role=${isChoice ? 'menuitemradio' : 'menuitem'}
      tabindex="-1"
      aria-checked=${isChoice ? String(item.checked) : nothing}
      aria-disabled=${item.disabled ? 'true' : nothing}
      @click=${(event) => this.choose(event, item)}
    >
      ${inside}
    </button>`;
  }
}

customElements.define('t-menu', Menu);
