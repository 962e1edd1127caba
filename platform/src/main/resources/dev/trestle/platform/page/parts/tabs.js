import { html, nothing } from 'lit';
import './icon.js';
import { Part } from './part.js';

/**
 * Tabs, or a row of links that looks like tabs.
 *
 *   <t-tabs label="Table" .items=${[{id: 'items', label: 'Items', count: 3}, …]} selected="items"
 *     panel="panel" @choose=${(event) => event.detail.id}></t-tabs>
 *   <t-tabs label="Console" .items=${[{id: 'tables', label: 'Tables', href: '#tables'}, …]}
 *     selected="tables"></t-tabs>
 *
 * `panel` is the id of the element that the tabs control. With `kind="rail"`, links are in a column
 * beside the content, and in a row on a phone.
 */
export class Tabs extends Part {
  static properties = {
    label: {},
    selected: {},
    panel: {},
    kind: {},
    items: { attribute: false },
  };

  constructor() {
    super();
    this.items = [];
  }

  choose(item) {
    this.selected = item.id;
    this.tell('choose', item);
  }

  move(event) {
    const tabs = [...this.querySelectorAll('[role="tab"]')];
    const now = tabs.indexOf(document.activeElement);
    const to = { ArrowRight: now + 1, ArrowLeft: now - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined || now < 0) return;
    event.preventDefault();
    const tab = tabs.at(to % tabs.length);
    tab.focus();
    tab.click();
  }

  updated() {
    const chosen = this.querySelector('[aria-selected="true"], [aria-current]');
    const row = this.firstElementChild;
    if (!chosen || !row || row.scrollWidth <= row.clientWidth) return;
    const left = chosen.offsetLeft - (row.clientWidth - chosen.offsetWidth) / 2;
    row.scrollTo({ left, behavior: 'instant' });
  }

  inside(item) {
    return html`${item.icon ? html`<t-icon name=${item.icon}></t-icon>` : nothing}
      <span>${item.label}</span>
      ${
        item.count === undefined || item.count === null
          ? nothing
          : html`<span class="count ${item.kind === 'new' ? '' : 'quiet'}">${item.count}</span>`
      }`;
  }

  render() {
    const look = `tabs ${this.kind ?? ''}`;
    if (this.items.some((item) => item.href)) {
      return html`<nav class=${look} aria-label=${this.label ?? nothing}>
        ${this.items.map(
          (item) =>
            html`<a
              class="tab"
              href=${item.href}
              aria-current=${item.id === this.selected ? 'page' : nothing}
              >${this.inside(item)}</a
            >`,
        )}
      </nav>`;
    }
    return html`<div class=${look} role="tablist" aria-label=${this.label ?? nothing} @keydown=${this.move}>
      ${this.items.map(
        (item) =>
          html`<button
            type="button"
            class="tab"
            role="tab"
            tabindex=${item.id === this.selected ? 0 : -1}
            aria-selected=${item.id === this.selected ? 'true' : 'false'}
            aria-controls=${this.panel ?? nothing}
            @click=${() => this.choose(item)}
          >
            ${this.inside(item)}
          </button>`,
      )}
    </div>`;
  }
}

customElements.define('t-tabs', Tabs);
