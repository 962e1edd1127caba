// Browsing: a place, then a list and a map side by side.
import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { Part } from '/shared/parts/part.js';
import './card.js';
import './map.js';
import { market } from './market.js';
import { choosePlace, labelOf } from './place.js';
import { CATEGORIES, plural } from './words.js';

const PAGE = 24;
const RADII = ['1', '5', '10', '25'];

/** What is kept while somebody looks at an item, so that they come back to where they were. */
const kept = {
  filter: { radius: '5', category: '', mode: '', sort: 'newest' },
  items: [],
  cursor: undefined,
  units: 0,
  scroll: 0,
  shows: 'list',
};

class Browse extends Part {
  static properties = {
    version: {},
    items: { state: true },
    waiting: { state: true },
    fault: { state: true },
    busy: { state: true },
    shows: { state: true },
  };

  constructor() {
    super();
    this.fresh = new Set();
    this.waiting = [];
    /** For each read under way, the events that have come since it began. */
    this.underWay = [];
    this.items = kept.items;
    this.shows = kept.shows;
  }

  get filter() {
    return kept.filter;
  }

  connectedCallback() {
    super.connectedCallback();
    this.heard = ({ detail }) => this.receive(detail.type, detail.data);
    market.live.addEventListener('received', this.heard);
    this.watch();
    if (market.place) this.load();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    kept.scroll = scrollY;
    market.live.removeEventListener('received', this.heard);
  }

  firstUpdated() {
    if (kept.scroll) scrollTo({ top: kept.scroll, behavior: 'instant' });
  }

  watch() {
    const { place } = market;
    if (place) market.live.watch({ lat: place.lat, lon: place.lon, radius: this.filter.radius });
    else market.live.watch({});
  }

  query(more = {}) {
    const { radius, category, mode, sort } = this.filter;
    const { lat, lon } = market.place;
    const query = { lat, lon, radius, sort, limit: sort === 'distance' ? 100 : PAGE, ...more };
    if (category) query.category = category;
    if (mode) query.mode = mode;
    return query;
  }

  async load() {
    const request = (this.request = {});
    this.busy = this.items.length === 0;
    const known = new Set([...this.items, ...this.waiting].map(({ id }) => id));
    try {
      const { page, early } = await this.read();
      if (request !== this.request || !this.isConnected) return;
      this.fault = undefined;
      this.merge(page, known);
      for (const { type, data } of early) this.hear(type, data);
    } catch (fault) {
      if (request === this.request) this.fault = fault;
    } finally {
      if (request === this.request) this.busy = false;
    }
  }

  /** Reads a page, which may be older than the events that come meanwhile. */
  async read(more) {
    const early = [];
    this.underWay.push(early);
    try {
      return { page: await market.get('/items', this.query(more)), early };
    } finally {
      this.underWay = this.underWay.filter((each) => each !== early);
    }
  }

  async more() {
    this.isLoadingMore = true;
    this.requestUpdate();
    const { cursor } = kept;
    try {
      const { page, early } = await this.read({ cursor });
      if (cursor === kept.cursor) {
        // Otherwise another list is shown by now.
        const known = new Set(this.items.map(({ id }) => id));
        this.take([...this.items, ...page.items.filter(({ id }) => !known.has(id))], page);
        for (const { type, data } of early) this.hear(type, data);
      }
    } catch (fault) {
      this.fault = fault;
    }
    this.isLoadingMore = false;
    this.requestUpdate();
  }

  /**
   * Shows a page that was loaded, perhaps again after a lost connection. Items that are newer than
   * the list wait, as if they had been heard of. Those that came since the request stay where they
   * are, waiting or shown.
   */
  merge(page, known) {
    const isNew = (item) => this.filter.sort === 'newest' && this.isNewer(item);
    const found = this.items.length ? page.items.filter(isNew) : [];
    const ids = new Set(page.items.map(({ id }) => id));
    const isLater = ({ id }) => this.fresh.has(id) && !known.has(id) && !ids.has(id);
    const came = this.waiting.filter(isLater);
    found.forEach(({ id }) => this.fresh.add(id));
    this.take([...this.items.filter(isLater), ...page.items.filter((item) => !found.includes(item))], page);
    this.waiting = [...came.filter((item) => this.isNewer(item)), ...found];
    if (!this.items.length) this.showWaiting();
  }

  /** Whether an item is not in the list and would be at its head. */
  isNewer(item) {
    const [first] = this.items;
    return !this.items.some(({ id }) => id === item.id) && (!first || item.listed_at >= first.listed_at);
  }

  take(items, { next_cursor, read_units }) {
    this.items = items;
    kept.items = items;
    kept.cursor = next_cursor;
    kept.units = read_units;
  }

  change(part) {
    Object.assign(this.filter, part);
    this.items = kept.items = [];
    kept.cursor = undefined;
    this.fresh.clear();
    this.watch();
    this.load();
    this.requestUpdate();
  }

  moveTo(place) {
    market.place = place;
    this.change({});
  }

  /** What happens nearby while the list is open. */
  receive(type, data) {
    if ((type === 'ready' || type === 'missed') && market.place) this.load();
    for (const early of this.underWay) early.push({ type, data });
    this.hear(type, data);
  }

  /** Applies an event, perhaps once more. */
  hear(type, data) {
    if (type === 'gone') {
      this.waiting = this.waiting.filter(({ id }) => id !== data.id);
      this.patch(data.id, { isGone: true });
    }
    if (type === 'price') {
      const { item_id, price, bids, ends_at, next_minimum } = data;
      const known = this.items.find(({ id }) => id === item_id);
      if (known?.auction) {
        this.patch(item_id, { auction: { ...known.auction, price, bids, ends_at, next_minimum } });
      }
    }
    if (type === 'item') this.arrived(data.item);
  }

  patch(id, part) {
    if (!this.items.some((item) => item.id === id)) return;
    this.items = kept.items = this.items.map((item) => (item.id === id ? { ...item, ...part } : item));
  }

  arrived(item) {
    if (this.items.some(({ id }) => id === item.id)) {
      this.patch(item.id, { ...item, isGone: false });
      return;
    }
    const { category, mode, sort } = this.filter;
    const isWanted = (!category || category === item.category) && (!mode || mode === item.mode);
    if (!isWanted || sort !== 'newest' || !this.isNewer(item)) return;
    this.fresh.add(item.id);
    this.waiting = [item, ...this.waiting.filter(({ id }) => id !== item.id)];
    if (!this.items.length) this.showWaiting();
  }

  /** New items wait for a click: a list that moves by itself is hard to press. */
  showWaiting() {
    this.items = kept.items = [...this.waiting, ...this.items];
    this.waiting = [];
  }

  async where() {
    const place = await choosePlace();
    if (place) this.moveTo(place);
  }

  show(shows) {
    this.shows = kept.shows = shows;
  }

  render() {
    if (!market.place) return this.welcome();
    return html`<div class="browse" data-shows=${this.shows}>
      <section class="browse-list" aria-label="Items">
        ${this.head()} ${this.list()}
      </section>
      <section class="browse-map" aria-label="Map">
        <e-market-map
          .place=${market.place}
          radius=${this.filter.radius}
          @search=${async ({ detail }) => {
            if (detail.radius) this.filter.radius = String(detail.radius);
            this.moveTo({ lat: detail.lat, lon: detail.lon, label: await labelOf(detail) });
          }}
        ></e-market-map>
      </section>
    </div>`;
  }

  welcome() {
    return html`<div class="page narrow welcome">
      <span class="sign-in-icon"><t-icon name="leaf"></t-icon></span>
      <h1>Things around you, free or by auction</h1>
      <p class="lead">Choose a place and see what neighbours are giving away. You only sign in when you want something.</p>
      <button type="button" class="button primary" @click=${this.where}>
        <t-icon name="pin"></t-icon>Choose a place
      </button>
    </div>`;
  }

  head() {
    const { radius, category, mode, sort } = this.filter;
    return html`<div class="browse-head">
      <div class="row between wrap">
        <h1 class="unseen">Items nearby</h1>
        <button type="button" class="button place-button" @click=${this.where}>
          <t-icon name="pin"></t-icon><span class="cut">${market.place.label}</span>
          <t-icon name="chevron-down"></t-icon>
        </button>
        <div class="segments phone-only" role="group" aria-label="Show">
          ${['list', 'map'].map(
            (each) =>
              html`<button type="button" aria-pressed=${this.shows === each} @click=${() => this.show(each)}>
                ${each === 'list' ? 'List' : 'Map'}
              </button>`,
          )}
        </div>
      </div>
      <div class="filters">
        <label class="unseen" for="radius">Radius</label>
        <select id="radius" class="input" .value=${radius} @change=${(event) => this.change({ radius: event.target.value })}>
          ${RADII.map((each) => html`<option value=${each} ?selected=${each === radius}>within ${each} km</option>`)}
        </select>
        <label class="unseen" for="category">Category</label>
        <select id="category" class="input" @change=${(event) => this.change({ category: event.target.value })}>
          <option value="">All categories</option>
          ${Object.entries(CATEGORIES).map(
            ([id, name]) => html`<option value=${id} ?selected=${id === category}>${name}</option>`,
          )}
        </select>
        <div class="segments" role="group" aria-label="Free or auction">
          ${[
            ['', 'All'],
            ['free', 'Free'],
            ['auction', 'Auctions'],
          ].map(
            ([id, name]) =>
              html`<button type="button" aria-pressed=${mode === id} @click=${() => this.change({ mode: id })}>
                ${name}
              </button>`,
          )}
        </div>
        <div class="segments" role="group" aria-label="Order">
          ${[
            ['newest', 'Newest'],
            ['distance', 'Nearest'],
          ].map(
            ([id, name]) =>
              html`<button type="button" aria-pressed=${sort === id} @click=${() => this.change({ sort: id })}>
                ${name}
              </button>`,
          )}
        </div>
      </div>
    </div>`;
  }

  list() {
    if (this.fault && !this.items.length) {
      return html`<t-state
        kind=${this.fault.offline ? 'offline' : 'error'}
        heading="The items could not be loaded"
        text=${this.fault.message}
        action="Try again"
        @action=${() => this.load()}
      ></t-state>`;
    }
    if (this.busy) {
      return html`<ul class="items" aria-busy="true" aria-label="Loading">
        ${[1, 2, 3, 4, 5, 6].map(() => html`<li><span class="skeleton tall"></span></li>`)}
      </ul>`;
    }
    if (!this.items.length) {
      return html`<t-state
        icon="leaf"
        heading="Nothing here right now"
        text="Look further away, or in all categories. New items appear here automatically."
        action=${this.filter.radius === '25' ? 'Give something yourself' : 'Look within 25 km'}
        @action=${() =>
          this.filter.radius === '25' ? (location.hash = '#/give') : this.change({ radius: '25', category: '', mode: '' })}
      ></t-state>`;
    }
    return html`${
        this.waiting.length
          ? html`<button type="button" class="button full waiting" @click=${this.showWaiting}>
              <t-icon name="chevron-up"></t-icon>Show ${plural(this.waiting.length, 'new item')}
            </button>`
          : nothing
      }
      <ul class="items">
        ${repeat(
          this.items,
          ({ id }) => id,
          (item) =>
            html`<li><e-card .item=${item} .version=${this.version} .isNew=${this.fresh.has(item.id)}></e-card></li>`,
        )}
      </ul>
      <div class="browse-foot">
        ${
          kept.cursor && this.filter.sort === 'newest'
            ? html`<button
                type="button"
                class="button"
                aria-busy=${this.isLoadingMore ? 'true' : nothing}
                @click=${this.more}
              >
                Show more
              </button>`
            : nothing
        }
        <p class="tiny muted">
          ${plural(this.items.length, 'item')} · the last search took ${kept.units} read units
        </p>
      </div>`;
  }
}

customElements.define('e-browse', Browse);
