import { html, svg } from 'lit';
import { Part } from './part.js';

const WIDTH = 120;
const HEIGHT = 32;

/** <t-spark .values=${[1, 2, 3]}></t-spark>: a line without axes, hidden from screen readers. */
export class Spark extends Part {
  static properties = { values: { attribute: false } };

  render() {
    const values = this.values ?? [];
    if (values.length < 2) return html`<div class="spark"></div>`;
    const max = Math.max(...values, 0);
    const min = Math.min(...values, 0);
    const span = max - min || 1;
    const points = values.map((value, index) => [
      (index / (values.length - 1)) * WIDTH,
      HEIGHT - 2 - ((value - min) / span) * (HEIGHT - 4),
    ]);
    const line = points.map(([x, y], index) => `${index ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
    return html`<div class="spark">
      <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">
        ${svg`<path class="area" d="${line}V${HEIGHT}H0Z"></path>`}
        ${svg`<path class="line" d=${line} vector-effect="non-scaling-stroke"></path>`}
      </svg>
    </div>`;
  }
}

customElements.define('t-spark', Spark);
