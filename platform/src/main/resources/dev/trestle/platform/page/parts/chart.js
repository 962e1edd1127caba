import { html, nothing, svg } from 'lit';
import { number } from '../format.js';
import { Part } from './part.js';

const HEIGHT = 200;
const EDGE = { top: 12, right: 12, bottom: 24, left: 44 };
const LINES = 4;
const LINE_HEIGHT = 40;
const TIME_WIDTH = 110;
const WORD_WIDTH = 34;
const LETTER_WIDTH = 10;

/**
 * Values over time, as lines, an area, or bars.
 *
 *   <t-chart label="Requests" unit="/s" .times=${[ms, …]} .series=${[
 *     {label: 'reads', values: [1, 2, …]}, {label: 'writes', values: […]}]}></t-chart>
 *
 * A null value leaves a gap. `kind`: line (an area if there is one series), bars, stacked.
 * `format` formats a value. Pointer and arrow keys read single values.
 */
export class Chart extends Part {
  static properties = {
    label: {},
    unit: {},
    kind: {},
    height: { type: Number },
    times: { attribute: false },
    series: { attribute: false },
    format: { attribute: false },
    width: { state: true },
    at: { state: true },
  };

  constructor() {
    super();
    this.times = [];
    this.series = [];
    this.height = HEIGHT;
    this.width = 0;
    this.format = number;
    this.observer = new ResizeObserver(([entry]) => {
      this.width = Math.floor(entry.contentRect.width);
    });
  }

  connectedCallback() {
    super.connectedCallback();
    this.observer.observe(this);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.observer.disconnect();
  }

  /** What is drawn: in a stack each series stands on the ones before it. */
  get drawn() {
    if (this.kind !== 'stacked') return this.series.map(({ values }) => values);
    const base = this.times.map(() => 0);
    return this.series.map(({ values }) => values.map((value, index) => (base[index] += value ?? 0)));
  }

  get scale() {
    const values = this.drawn.flat().filter((value) => value !== null && value !== undefined);
    const lines = Math.max(2, Math.min(LINES, Math.floor(this.height / LINE_HEIGHT)));
    const step = niceStep(Math.max(...values, 0) / lines);
    const max = Math.max(step * Math.ceil(Math.max(...values, 0) / step - 1e-9), step);
    const inner = { width: this.width - EDGE.left - EDGE.right, height: this.height - EDGE.top - EDGE.bottom };
    const count = this.times.length;
    const slot = inner.width / Math.max(count, 1);
    const x = (index) =>
      this.kind === 'bars'
        ? EDGE.left + slot * (index + 0.5)
        : EDGE.left + (count > 1 ? (index / (count - 1)) * inner.width : inner.width / 2);
    const y = (value) => EDGE.top + inner.height * (1 - value / max);
    return { step, max, slot, x, y, bottom: EDGE.top + inner.height, right: EDGE.left + inner.width };
  }

  pointed(event) {
    const left = this.querySelector('svg').getBoundingClientRect().left;
    const { x } = this.scale;
    const at = event.clientX - left;
    let best = 0;
    for (let index = 1; index < this.times.length; index++) {
      if (Math.abs(x(index) - at) < Math.abs(x(best) - at)) best = index;
    }
    this.at = best;
  }

  stepped(event) {
    const last = this.times.length - 1;
    const now = this.at ?? last + (event.key === 'ArrowLeft' ? 1 : 0);
    const to = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: last }[event.key];
    if (event.key === 'Escape') this.at = undefined;
    if (to === undefined || last < 0) return;
    event.preventDefault();
    this.at = Math.min(last, Math.max(0, to));
  }

  said(value) {
    return value === null || value === undefined ? '–' : `${this.format(value)}${this.unit ? ` ${this.unit}` : ''}`;
  }

  get summary() {
    const last = this.times.length - 1;
    const parts = this.series.map(({ label, values }) => `${label ?? ''} ${this.said(values[last])}`.trim());
    return last < 0 ? `${this.label}: no values yet` : `${this.label}, now: ${parts.join(', ')}`;
  }

  render() {
    const isThere = this.width > 0 && this.times.length > 0;
    return html`<figure class="chart">
      ${
        this.series.length > 1
          ? html`<figcaption class="legend">
              ${this.series.map(
                ({ label }, index) => html`<span><i class="swatch c${(index % 6) + 1}"></i>${label}</span>`,
              )}
            </figcaption>`
          : nothing
      }
      <div
        class="chart-face"
        role="img"
        tabindex="0"
        aria-label=${this.summary}
        @pointermove=${this.pointed}
        @pointerleave=${() => (this.at = undefined)}
        @blur=${() => (this.at = undefined)}
        @keydown=${this.stepped}
      >
        ${
          isThere
            ? this.picture()
            : html`<svg width="100%" height=${this.height} aria-hidden="true"></svg>`
        }
      </div>
      ${isThere && this.at !== undefined && this.at < this.times.length ? this.reading() : nothing}
    </figure>`;
  }

  picture() {
    const scale = this.scale;
    return html`<svg width=${this.width} height=${this.height} aria-hidden="true">
      ${this.grid(scale)} ${this.ticks(scale)}
      ${this.drawn
        .map((values, index) => (this.kind === 'bars' ? this.bars(values, index, scale) : this.line(values, index, scale)))
        .reverse()}
      ${this.at === undefined ? nothing : this.cross(scale)}
    </svg>`;
  }

  grid({ step, max, y, right }) {
    const lines = [];
    for (let value = 0; value <= max * 1.001; value += step) lines.push(value);
    return lines.map(
      (value) => svg`<line class="grid" x1=${EDGE.left} x2=${right} y1=${y(value)} y2=${y(value)}></line>
        <text class="tick" x=${EDGE.left - 8} y=${y(value) + 4} text-anchor="end">${this.format(value)}</text>`,
    );
  }

  ticks({ x, bottom }) {
    const count = this.times.length;
    const label = typeof this.times[0] === 'string' ? wordWidth(this.times) : TIME_WIDTH;
    const room = Math.max(2, Math.floor((this.width - EDGE.left) / label));
    const every = Math.max(1, Math.ceil(count / room));
    const ticks = [];
    for (let index = count - 1; index >= 0; index -= every) ticks.push(index);
    const isLong = this.times[count - 1] - this.times[0] > 15 * 60_000;
    return ticks.map((index) => {
      const left = x(index);
      if (left < EDGE.left + (this.kind === 'bars' ? 0 : 14)) return nothing;
      const anchor = left > this.width - EDGE.right - 24 ? 'end' : 'middle';
      return svg`<text class="tick" x=${left} y=${bottom + 17} text-anchor=${anchor}>${timeLabel(this.times[index], isLong)}</text>`;
    });
  }

  line(values, series, { x, y, bottom }) {
    const pieces = [];
    values.forEach((value, index) => {
      if (value === null || value === undefined) return;
      const before = values[index - 1];
      const point = [x(index), y(value)];
      if (index === 0 || before === null || before === undefined) pieces.push([point]);
      else pieces.at(-1).push(point);
    });
    const paths = pieces.map((points) => points.map(([a, b], i) => `${i ? 'L' : 'M'}${a.toFixed(1)} ${b.toFixed(1)}`).join(''));
    const colour = `c${(series % 6) + 1}`;
    const filled = this.kind === 'stacked' || this.series.length === 1;
    const fills = filled
      ? pieces.map((points, i) => `${paths[i]}L${points.at(-1)[0].toFixed(1)} ${bottom}L${points[0][0].toFixed(1)} ${bottom}Z`)
      : [];
    return svg`${filled ? svg`<path class="area ${colour} ${this.kind ?? ''}" d=${fills.join('')}></path>` : nothing}
      <path class="line ${colour}" d=${paths.join('')}></path>`;
  }

  bars(values, series, { slot, x, y, bottom }) {
    const count = this.series.length;
    const width = Math.max(1, Math.min(28, (slot * 0.72) / count));
    return values.map((value, index) => {
      if (!value) return nothing;
      const left = x(index) - (width * count) / 2 + width * series;
      return svg`<rect class="bar-shape c${(series % 6) + 1}" x=${left} y=${y(value)} width=${Math.max(1, width - 1)} height=${Math.max(0, bottom - y(value))} rx="2"></rect>`;
    });
  }

  cross({ x, y, bottom }) {
    const left = x(this.at);
    return svg`<line class="cross" x1=${left} x2=${left} y1=${EDGE.top} y2=${bottom}></line>
      ${this.drawn.map((values, index) =>
        values[this.at] === null || values[this.at] === undefined || this.kind === 'bars'
          ? nothing
          : svg`<circle class="point c${(index % 6) + 1}" cx=${left} cy=${y(values[this.at])} r="3.5"></circle>`,
      )}`;
  }

  reading() {
    const left = this.scale.x(this.at);
    return html`<div class="reading ${left > this.width / 2 ? 'left' : ''}" role="status">
      <p class="tiny muted">${timeLabel(this.times[this.at], false)}</p>
      ${this.series.map(
        ({ label, values }, index) =>
          html`<p>
            <i class="swatch c${(index % 6) + 1}"></i><span class="grow">${label ?? this.label}</span>
            <b class="number">${this.said(values[this.at])}</b>
          </p>`,
      )}
    </div>`;
  }

  updated() {
    const box = this.querySelector('.reading');
    if (!box) return;
    const left = this.scale.x(this.at);
    const shift = left > this.width / 2 ? left - box.offsetWidth - 12 : left + 12;
    box.style.left = `${Math.max(0, shift)}px`;
  }
}

/** 1, 2, 2.5 or 5 times a power of ten. */
function niceStep(rough) {
  if (!(rough > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const head = rough / power;
  return (head <= 1 ? 1 : head <= 2 ? 2 : head <= 2.5 ? 2.5 : head <= 5 ? 5 : 10) * power;
}

function wordWidth(words) {
  return Math.max(WORD_WIDTH, LETTER_WIDTH * Math.max(...words.map(({ length }) => length)));
}

/** The time, or the label itself if the axis has labels. */
function timeLabel(time, isLong) {
  if (typeof time === 'string') return time;
  return new Date(time).toLocaleTimeString('en-GB', isLong ? { hour: '2-digit', minute: '2-digit' } : {});
}

customElements.define('t-chart', Chart);
