// An item in a list.
import { html, nothing } from 'lit';
import { Part } from '/shared/parts/part.js';
import './left.js';
import { market } from './market.js';
import { signedIn } from './sign-in.js';
import { STATUSES, distance, money, plural } from './words.js';

export const ICONS = {
  furniture: 'home',
  electronics: 'device',
  clothing: 'tag',
  books: 'layers',
  home: 'tree',
  kids: 'smile',
  sports: 'bolt',
  other: 'archive',
};

/** The picture of an item, or the sign of its category. */
export function picture(address, category, label = '') {
  return address
    ? html`<img src=${address} alt=${label} loading="lazy" decoding="async" />`
    : html`<span class="no-photo"><t-icon name=${ICONS[category] ?? 'archive'}></t-icon></span>`;
}

/** The heart. */
export class Favourite extends Part {
  static properties = { item: {}, label: {}, version: {} };

  async toggle(event) {
    event.preventDefault();
    if (!(await signedIn('Sign in to keep favourites.'))) return;
    await market.favour(this.item, !market.favourites.has(this.item));
    this.requestUpdate();
  }

  render() {
    const isOne = market.favourites.has(this.item);
    return html`<button
      type="button"
      class="heart"
      aria-pressed=${isOne}
      aria-label="Favourite: ${this.label}"
      title=${isOne ? 'Remove from favourites' : 'Add to favourites'}
      @click=${this.toggle}
    >
      <t-icon name="heart"></t-icon>
    </button>`;
  }
}

customElements.define('e-favourite', Favourite);

/** <e-card .item=${summary}>: photo, title, distance, age, and price and time left of an auction. */
class Card extends Part {
  static properties = { item: { attribute: false }, version: {}, isNew: { attribute: false } };

  render() {
    const { item } = this;
    return html`<a class="card item-card ${item.isGone ? 'gone' : ''}" href="#/item/${item.id}">
        <span class="photo">
          ${picture(item.photo, item.category)} ${this.isNew ? html`<span class="badge accent">New</span>` : nothing}
          ${item.isGone ? html`<span class="badge">Taken</span>` : nothing}
        </span>
        <span class="item-text">
          <strong class="item-title" dir="auto">${item.title}</strong>
          <span class="item-price">${item.auction ? this.auction() : this.free()}</span>
          <span class="item-meta">
            ${item.distance_m === undefined ? nothing : html`<span>${distance(item.distance_m)}</span>`}
            <t-ago at=${item.listed_at}></t-ago>
          </span>
        </span>
      </a>
      <e-favourite .item=${item.id} .label=${item.title} .version=${this.version}></e-favourite>`;
  }

  free() {
    const { status } = this.item;
    return status === 'available'
      ? html`<span class="badge good">Free</span>`
      : html`<span class="badge">${STATUSES[status]}</span>`;
  }

  auction() {
    const { price, next_minimum, bids, ends_at } = this.item.auction;
    return html`<span class="price">${bids ? money(price) : `from ${money(next_minimum)}`}</span>
      <span class="muted">${bids ? plural(bids, 'bid') : nothing}</span>
      <span class="ends"><t-icon name="clock"></t-icon><e-left until=${ends_at}></e-left></span>`;
  }
}

customElements.define('e-card', Card);
