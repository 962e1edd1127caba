// Maps: of the market, of one item's area, and to pick a place on.
import { html, nothing } from 'lit';
import * as L from 'leaflet';
import { Part } from '/shared/parts/part.js';
import { market } from './market.js';
import { MapCanvas, TownLayer } from './alderby.js';
import { plural } from './words.js';

const ZOOM = 14;
const ZOOM_MAX = 18;
const ZOOM_MIN = 4;
/** The search's own marks change once what neighbours look at is no longer kept. */
const REFRESH_MS = 5500;
const RING_PIXELS = 20;

/** Degrees that an item's public cell is high and wide. */
const CELL_HEIGHT = 180 / 2 ** 15;
const CELL_WIDTH = 360 / 2 ** 15;

class MapPart extends Part {
  /** Creates the map in an element that is on the page. */
  open(options = {}) {
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const map = L.map(this.querySelector('.map'), {
      renderer: new MapCanvas(),
      zoomControl: false,
      attributionControl: false,
      maxZoom: ZOOM_MAX,
      minZoom: ZOOM_MIN,
      zoomAnimation: !still,
      fadeAnimation: !still,
      ...options,
    });
    const { tiles } = market.facts;
    if (tiles) L.tileLayer(tiles, { maxZoom: ZOOM_MAX }).addTo(map);
    else map.addLayer(new TownLayer());
    this.sizes = new ResizeObserver(() => {
      map.invalidateSize();
      this.resized();
    });
    this.sizes.observe(map.getContainer());
    this.map = map;
    return map;
  }

  /** After the map has got another size; it has none while it is hidden. */
  resized() {}

  disconnectedCallback() {
    super.disconnectedCallback();
    this.sizes?.disconnect();
    this.map?.remove();
    this.map = undefined;
  }
}

/**
 * <e-market-map .place=${{lat, lon}} radius="5">: clusters and single items. Fires "search" with a
 * place when somebody wants to search where the map is.
 */
class MarketMap extends MapPart {
  static properties = {
    place: { attribute: false },
    radius: { type: Number },
    isAway: { state: true },
    isTooWide: { state: true },
    failed: { state: true },
  };

  firstUpdated() {
    const { lat, lon } = this.place;
    const map = this.open().setView([lat, lon], this.zoom);
    L.control.zoom({ position: 'bottomright' }).addTo(map);
    this.marks = L.layerGroup().addTo(map);
    map.on('moveend', () => this.moved());
    map.on('dragend', () => (this.isAway = true));
    this.heard = ({ detail }) => ['item', 'gone'].includes(detail.type) && this.later();
    market.live.addEventListener('received', this.heard);
    this.circle();
    this.load();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.timer);
    market.live.removeEventListener('received', this.heard);
  }

  updated(changes) {
    if (!this.map || (!changes.has('place') && !changes.has('radius'))) return;
    if (changes.get('place') === undefined && changes.get('radius') === undefined) return;
    this.isAway = false;
    this.map.setView([this.place.lat, this.place.lon], this.zoom);
    this.circle();
  }

  /** So that the radius fits. */
  get zoom() {
    return { 1: 15, 5: 13, 10: 12, 25: 10 }[this.radius] ?? ZOOM;
  }

  circle() {
    this.area?.remove();
    const { lat, lon } = this.place;
    const color = getComputedStyle(this.querySelector('.map-ink')).color;
    const options = { radius: this.radius * 1000, color, weight: 1.5, dashArray: '4 5', fill: false };
    this.area = L.circle([lat, lon], { ...options, interactive: false }).addTo(this.map);
  }

  resized() {
    this.moved();
  }

  moved() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.load(), 150);
  }

  later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.load(), REFRESH_MS);
  }

  async load() {
    if (!this.map || this.map.getSize().y === 0) return;
    const bounds = this.map.getBounds();
    const request = (this.request = {});
    try {
      const shown = await market.get('/map', {
        west: Math.max(-180, bounds.getWest()),
        south: Math.max(-85, bounds.getSouth()),
        east: Math.min(180, bounds.getEast()),
        north: Math.min(85, bounds.getNorth()),
        zoom: Math.round(this.map.getZoom()),
      });
      if (request === this.request && this.map) this.show(shown);
      this.failed = false;
    } catch {
      this.failed = request === this.request;
    }
  }

  show({ cells, items, too_wide }) {
    this.isTooWide = too_wide;
    this.marks.clearLayers();
    for (const cell of cells) this.cluster(cell);
    const byPlace = new Map();
    for (const item of items) {
      const key = `${item.place.lat} ${item.place.lon}`;
      byPlace.set(key, [...(byPlace.get(key) ?? []), item]);
    }
    for (const group of byPlace.values()) {
      group.forEach((item, index) => this.single(item, index, group.length));
    }
  }

  cluster({ lat, lon, count, more }) {
    const text = document.createElement('span');
    text.textContent = more ? `${count}+` : count;
    const size = Math.min(48, 28 + 5 * Math.log2(count));
    const icon = L.divIcon({ className: 'pin cluster', html: text, iconSize: [size, size] });
    L.marker([lat, lon], { icon, title: `${plural(count, 'item')}${more ? ' or more' : ''} here` })
      .on('click', () => {
        if (this.map.getZoom() < 15) this.map.setView([lat, lon], this.map.getZoom() + 2);
        else this.tell('search', { lat, lon, radius: 1 });
      })
      .addTo(this.marks);
  }

  /** Items of one cell have one place, so they stand in a ring around it. */
  single(item, index, of) {
    const centre = this.map.latLngToLayerPoint([item.place.lat, item.place.lon]);
    const angle = (2 * Math.PI * index) / of - Math.PI / 2;
    const ring = of === 1 ? 0 : RING_PIXELS + 3 * Math.max(0, of - 3);
    const at = this.map.layerPointToLatLng(
      centre.add([ring * Math.cos(angle), ring * Math.sin(angle)]),
    );
    const sign = document.createElement('t-icon');
    sign.name = item.mode === 'auction' ? 'gavel' : 'leaf';
    const icon = L.divIcon({ className: `pin single ${item.mode}`, html: sign, iconSize: [30, 30] });
    L.marker(at, { icon, title: item.title })
      .on('click', () => (location.hash = `#/item/${item.id}`))
      .addTo(this.marks);
  }

  here() {
    const { lat, lng } = this.map.getCenter();
    this.tell('search', { lat, lon: lng });
  }

  render() {
    return html`<div class="map" role="region" aria-label="Map of items"></div>
      <span class="map-ink" hidden></span>
      <div class="map-over">
        ${
          this.isAway
            ? html`<button type="button" class="button" @click=${this.here}>
                <t-icon name="search"></t-icon>Search here
              </button>`
            : nothing
        }
        ${this.isTooWide ? html`<span class="badge">Zoom in to see items</span>` : nothing}
        ${this.failed ? html`<span class="badge warn">The map could not be loaded</span>` : nothing}
      </div>
      <p class="map-note">Places are approximate.</p>`;
  }
}

customElements.define('e-market-map', MarketMap);

/** <e-place-map .place=${{lat, lon}}>: what is in the middle is chosen. Fires "pick" with the place. */
class PlaceMap extends MapPart {
  static properties = { place: { attribute: false } };

  firstUpdated() {
    const { lat, lon } = this.place;
    const map = this.open().setView([lat, lon], ZOOM + 1);
    L.control.zoom({ position: 'bottomright' }).addTo(map);
    map.on('click', ({ latlng }) => map.panTo(latlng));
    map.on('moveend', () => {
      const { lat, lng } = map.getCenter();
      const here = { lat: round(lat), lon: round(lng) };
      if (here.lat === round(this.place.lat) && here.lon === round(this.place.lon)) return;
      this.place = here;
      this.tell('pick', here);
    });
  }

  updated(changes) {
    if (!this.map || !changes.has('place')) return;
    const { lat, lng } = this.map.getCenter();
    const { place } = this;
    if (round(lat) !== round(place.lat) || round(lng) !== round(place.lon)) {
      this.map.setView([place.lat, place.lon]);
    }
  }

  render() {
    return html`<div class="map" role="region" aria-label="Move the map until the pin is at the place"></div>
      <span class="crosshair" aria-hidden="true"><t-icon name="pin"></t-icon></span>`;
  }
}

function round(degrees) {
  return Math.round(degrees * 1e5) / 1e5;
}

customElements.define('e-place-map', PlaceMap);

/** <e-area-map .place=${{lat, lon}} .exact=${…}>: about where an item is, or exactly. */
class AreaMap extends MapPart {
  static properties = { place: { attribute: false }, exact: { attribute: false } };

  firstUpdated() {
    const map = this.open({
      dragging: false,
      keyboard: false,
      scrollWheelZoom: false,
      doubleClickZoom: false,
      touchZoom: false,
      boxZoom: false,
    });
    map.getContainer().removeAttribute('tabindex');
    this.shown = L.layerGroup().addTo(map);
    this.draw();
  }

  updated(changes) {
    if (this.map && changes.has('exact') && changes.size && this.shown) this.draw();
  }

  draw() {
    this.shown.clearLayers();
    if (this.exact) {
      const { lat, lon } = this.exact;
      this.map.setView([lat, lon], 16);
      const sign = document.createElement('t-icon');
      sign.name = 'pin';
      const icon = L.divIcon({ className: 'pin exact', html: sign, iconSize: [36, 36], iconAnchor: [18, 34] });
      L.marker([lat, lon], { icon, interactive: false, keyboard: false }).addTo(this.shown);
      return;
    }
    const { lat, lon } = this.place;
    this.map.setView([lat, lon], ZOOM);
    const color = getComputedStyle(this.querySelector('.map-ink')).color;
    const corners = [
      [lat - CELL_HEIGHT / 2, lon - CELL_WIDTH / 2],
      [lat + CELL_HEIGHT / 2, lon + CELL_WIDTH / 2],
    ];
    L.rectangle(corners, { color, weight: 1.5, fillOpacity: 0.12, interactive: false }).addTo(this.shown);
  }

  render() {
    return html`<div class="map" role="img" aria-label=${this.exact ? 'Where to pick it up' : 'About where it is'}></div>
      <span class="map-ink" hidden></span>`;
  }
}

customElements.define('e-area-map', AreaMap);
