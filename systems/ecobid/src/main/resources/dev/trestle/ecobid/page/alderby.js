// The background of the map: a town of our own, drawn from alderby.json.
import * as L from 'leaflet';

/** A canvas that ignores a redraw that was asked for before its map was removed. */
export const MapCanvas = L.Canvas.extend({
  _redraw() {
    if (this._ctx) L.Canvas.prototype._redraw.call(this);
  },
});

let loaded;

/** The town: name, center, land, water, parks, rail, districts, streets. */
export function town() {
  loaded ??= fetch('alderby.json').then((response) => response.json());
  return loaded;
}

/** Streets and quarters whose name begins with, or has, what was typed. */
export async function placesNamed(text) {
  const { streets, districts, parks } = await town();
  const wanted = text.trim().toLowerCase();
  if (!wanted) return [];
  const places = new Map();
  for (const { name, at } of districts) places.set(name, at);
  for (const { name, area } of parks) places.set(name, middle(area));
  for (const { name, line } of streets) if (name && !places.has(name)) places.set(name, middle(line));
  return [...places]
    .filter(([name]) => name.toLowerCase().includes(wanted))
    .sort(([one], [other]) => rank(one, wanted) - rank(other, wanted) || one.localeCompare(other))
    .map(([label, [lat, lon]]) => ({ label, lat, lon }));
}

function rank(name, wanted) {
  return name.toLowerCase().startsWith(wanted) ? 0 : 1;
}

function middle(points) {
  return points[Math.floor(points.length / 2)];
}

/** The nearest street, for a label: “near Mill Lane”; undefined far from the town. */
export async function nearestStreet({ lat, lon }) {
  const { streets } = await town();
  let best;
  let least = 400;
  for (const { name, line } of streets) {
    if (!name) continue;
    for (let i = 1; i < line.length; i++) {
      const metres = toSegment(lat, lon, line[i - 1], line[i]);
      if (metres < least) {
        least = metres;
        best = name;
      }
    }
  }
  return best;
}

const METRES = 111_320;

function toSegment(lat, lon, from, to) {
  const shrink = Math.cos((lat * Math.PI) / 180);
  const [ax, ay] = [(from[1] - lon) * shrink * METRES, (from[0] - lat) * METRES];
  const [bx, by] = [(to[1] - lon) * shrink * METRES, (to[0] - lat) * METRES];
  const [dx, dy] = [bx - ax, by - ay];
  const share = Math.max(0, Math.min(1, -(ax * dx + ay * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(ax + share * dx, ay + share * dy);
}

/** The colour that a token has in the theme that is shown. */
function inks(container) {
  const probe = document.createElement('span');
  container.append(probe);
  const ink = (name) => {
    probe.style.color = `var(--map-${name})`;
    return getComputedStyle(probe).color;
  };
  const all = Object.fromEntries(
    ['water', 'land', 'park', 'street', 'road', 'main', 'rail', 'coast'].map((name) => [name, ink(name)]),
  );
  probe.remove();
  return all;
}

const WIDTHS = { 1: 26, 2: 17, 3: 9 }; // metres, somewhat wider than streets are

/** A layer that draws the town, in the colours of the theme. */
export const TownLayer = L.LayerGroup.extend({
  onAdd(map) {
    this.renderer = new MapCanvas({ padding: 0.4, pane: 'tilePane' });
    this.redrawn = () => this.draw(map);
    this.widened = () => this.widen(map);
    addEventListener('trestle-theme', this.redrawn);
    this.scheme = matchMedia('(prefers-color-scheme: dark)');
    this.scheme.addEventListener('change', this.redrawn);
    map.on('zoomend', this.widened);
    L.LayerGroup.prototype.onAdd.call(this, map);
    this.draw(map);
  },

  onRemove(map) {
    removeEventListener('trestle-theme', this.redrawn);
    this.scheme.removeEventListener('change', this.redrawn);
    map.off('zoomend', this.widened);
    L.LayerGroup.prototype.onRemove.call(this, map);
  },

  async draw(map) {
    const { land, water, parks, rail, streets, districts } = await town();
    if (!map.hasLayer(this)) return;
    const ink = inks(map.getContainer());
    map.getContainer().style.backgroundColor = ink.water;
    this.clearLayers();
    this.lines = [];
    const plain = { renderer: this.renderer, interactive: false, stroke: false, fillOpacity: 1 };
    this.addLayer(L.polygon(land, { ...plain, fillColor: ink.land, stroke: true, color: ink.coast, weight: 1 }));
    for (const { area } of parks) this.addLayer(L.polygon(area, { ...plain, fillColor: ink.park }));
    for (const area of water) this.addLayer(L.polygon(area, { ...plain, fillColor: ink.water }));
    for (const { line, class: rank } of streets) {
      const color = { 1: ink.main, 2: ink.road, 3: ink.street }[rank];
      const drawn = L.polyline(line, { renderer: this.renderer, interactive: false, color, lineCap: 'round' });
      this.lines.push([drawn, rank]);
      this.addLayer(drawn);
    }
    this.addLayer(
      L.polyline(rail, { renderer: this.renderer, interactive: false, color: ink.rail, weight: 1.5, dashArray: '6 4' }),
    );
    for (const { name, at } of districts) {
      const icon = L.divIcon({ className: 'district', html: name, iconSize: [120, 20] });
      this.addLayer(L.marker(at, { icon, interactive: false, keyboard: false, pane: 'tilePane' }));
    }
    this.widen(map);
  },

  /** Streets are as wide as they are: twice as many pixels with each zoom. */
  widen(map) {
    const perMetre = 2 ** map.getZoom() / (156_543 * Math.cos((map.getCenter().lat * Math.PI) / 180));
    for (const [line, rank] of this.lines ?? []) {
      line.setStyle({ weight: Math.max(rank === 3 ? 0.7 : 1.4, Math.min(16, WIDTHS[rank] * perMetre)) });
    }
  },
});
