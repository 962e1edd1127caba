import { html, nothing } from 'lit';
import { number } from '../format.js';
import { Part } from './part.js';
import './spark.js';

/**
 * A number: <t-stat label="Requests" .value=${12.4} unit="/s" .series=${[…]} note="…"></t-stat>.
 * An undefined value shows a skeleton; a string is shown as it is.
 */
export class Stat extends Part {
  static properties = {
    label: {},
    value: { attribute: false },
    unit: {},
    note: {},
    series: { attribute: false },
  };

  render() {
    const { value } = this;
    const shown = typeof value === 'string' ? value : number(value);
    return html`<div class="stat">
      <p class="stat-label">${this.label}</p>
      ${
        value === undefined
          ? html`<p class="stat-value"><span class="skeleton short"></span></p>`
          : html`<p class="stat-value number">
              ${shown}${this.unit ? html`<span class="stat-unit">${this.unit}</span>` : nothing}
            </p>`
      }
      ${this.note ? html`<p class="stat-note">${this.note}</p>` : nothing}
      ${this.series ? html`<t-spark .values=${this.series}></t-spark>` : nothing}
    </div>`;
  }
}

customElements.define('t-stat', Stat);
