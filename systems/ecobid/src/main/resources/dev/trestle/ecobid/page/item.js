// One item.
import { html, nothing } from 'lit';
import { confirm } from '/shared/parts/dialog.js';
import { Section } from '/shared/parts/section.js';
import { toast } from '/shared/parts/toast.js';
import './auction.js';
import { picture } from './card.js';
import { auctionOff, block, report } from './dialogs.js';
import './draw.js';
import './handover.js';
import './map.js';
import { market } from './market.js';
import './talk.js';
import { CATEGORIES, distance, plural } from './words.js';

const EARTH_METRES = 6_371_000;

class Item extends Section {
  static properties = { itemId: { attribute: false }, version: {}, shown: { state: true } };

  constructor() {
    super();
    this.shown = 0;
  }

  get missing() {
    return 'This item is gone';
  }

  connectedCallback() {
    super.connectedCallback();
    this.heard = ({ detail }) => ['changed', 'ready', 'missed'].includes(detail.type) && this.load();
    this.arrived = () => market.isSignedIn !== this.wasIn && this.load();
    market.live.addEventListener('received', this.heard);
    market.addEventListener('change', this.arrived);
    market.live.watch({ item: this.itemId });
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    market.live.removeEventListener('received', this.heard);
    market.removeEventListener('change', this.arrived);
  }

  async fetch() {
    this.wasIn = market.isSignedIn;
    return (await market.get(`/items/${this.itemId}`)).item;
  }

  render() {
    if (this.data) document.title = `${this.data.title} · EcoBid · Trestle`;
    return html`<div class="page item-page">
      <a class="button quiet small back" href="#/" @click=${this.back}><t-icon name="arrow-left"></t-icon>Back</a>
      ${this.body()}
    </div>`;
  }

  back(event) {
    if (history.length < 2) return;
    event.preventDefault();
    history.back();
  }

  content(item) {
    const isOver = ['completed', 'withdrawn'].includes(item.status);
    return html`<article class="item-sides">
      ${this.photos(item)}
      <div class="item-side stack">
        <header class="stack tight">
          <div class="row between top">
            <h1 dir="auto">${item.title}</h1>
            <e-favourite .item=${item.id} .label=${item.title} .version=${this.version}></e-favourite>
          </div>
          <p class="row wrap item-meta">
            <span class="badge">${CATEGORIES[item.category]}</span>
            ${market.place ? html`<span>about ${distance(metres(market.place, item.place))} away</span>` : nothing}
            <span>listed <t-ago at=${item.listed_at}></t-ago></span>
          </p>
        </header>
        ${
          item.auction && item.mode === 'auction'
            ? html`<e-auction .item=${item} @moved=${() => this.load()}></e-auction>`
            : nothing
        }
        <e-handover .item=${item} @moved=${() => this.load()}></e-handover>
        ${item.mode === 'free' && item.sharing === 'draw' ? html`<e-draw .item=${item}></e-draw>` : nothing}
        ${item.mine ? this.manage(item, isOver) : this.giver(item)}
      </div>
      <div class="item-rest stack loose">
        ${item.description ? html`<p class="description" dir="auto">${item.description}</p>` : nothing}
        <section class="stack tight" aria-label="Place">
          <h2>${item.pickup && !item.mine ? 'Where to pick it up' : 'Where it is'}</h2>
          <e-area-map .place=${item.place} .exact=${item.pickup}></e-area-map>
          <p class="small muted">
            ${
              item.pickup
                ? item.mine
                  ? `${item.pickup.address || 'The exact place'}. Others see the area only, until you confirm a pickup.`
                  : item.pickup.address
                : 'Somewhere in this area. The exact place is shown once a pickup is arranged.'
            }
          </p>
        </section>
        <e-talk .item=${item}></e-talk>
      </div>
    </article>`;
  }

  photos(item) {
    const { photos } = item;
    const main = photos[Math.min(this.shown, photos.length - 1)];
    return html`<div class="gallery">
      <div class="gallery-main">${picture(main?.url, item.category, `Photo of ${item.title}`)}</div>
      ${
        photos.length > 1
          ? html`<div class="gallery-thumbs" role="group" aria-label="Photos">
              ${photos.map(
                (photo, index) =>
                  html`<button
                    type="button"
                    aria-pressed=${index === this.shown}
                    aria-label="Photo ${index + 1}"
                    @click=${() => (this.shown = index)}
                  >
                    <img src=${photo.thumb} alt="" />
                  </button>`,
              )}
            </div>`
          : nothing
      }
    </div>`;
  }

  giver(item) {
    const { giver } = item;
    if (!giver) return nothing;
    return html`<div class="card row giver">
      <t-avatar name=${giver.display_name}></t-avatar>
      <div class="grow">
        <strong dir="auto">${giver.display_name}</strong>
        <p class="small muted">
          ${giver.rating ? `★ ${giver.rating.toFixed(1)} (${giver.ratings}) · ` : 'not rated yet · '}${plural(giver.given, 'item')} given${
            giver.no_shows ? ` · ${plural(giver.no_shows, 'missed pickup')}` : ''
          }
        </p>
      </div>
      <t-menu
        label="More about this item"
        icon="more"
        .items=${[
          { id: 'report', label: 'Report this item', icon: 'alert' },
          { id: 'block', label: `Block ${giver.display_name}`, icon: 'lock', danger: true },
        ]}
        @choose=${async ({ detail }) => {
          if (detail.id === 'report') await report(item);
          else if (await block(giver)) location.hash = '#/';
        }}
      ></t-menu>
    </div>`;
  }

  manage(item, isOver) {
    if (isOver) return nothing;
    return html`<div class="row wrap">
      <a class="button" href="#/give/${item.id}"><t-icon name="edit"></t-icon>Edit</a>
      ${
        item.mode === 'free' && item.status === 'available'
          ? html`<button type="button" class="button" @click=${async () => (await auctionOff(item)) && this.load()}>
              <t-icon name="gavel"></t-icon>Auction it
            </button>`
          : nothing
      }
      <button type="button" class="button quiet" @click=${() => this.withdraw(item)}>
        <t-icon name="trash"></t-icon>Withdraw
      </button>
    </div>`;
  }

  async withdraw(item) {
    const isSure = await confirm({
      heading: `Withdraw “${item.title}”?`,
      text: 'It leaves the market, and everybody who asked for it is told.',
      action: 'Withdraw',
      danger: true,
    });
    if (!isSure) return;
    try {
      await market.call(`/items/${item.id}`, { method: 'DELETE' });
      toast('Withdrawn');
    } catch (error) {
      toast(error.message, { kind: 'bad' });
    }
    this.load();
  }
}

/** Between two points, as far as a card needs it. */
function metres(from, to) {
  const radians = (degrees) => (degrees * Math.PI) / 180;
  const up = radians(to.lat - from.lat);
  const across = radians(to.lon - from.lon) * Math.cos(radians((to.lat + from.lat) / 2));
  return EARTH_METRES * Math.hypot(up, across);
}

customElements.define('e-item', Item);
