import { html } from 'lit';
import { moment } from '/shared/format.js';
import { Part } from '/shared/parts/part.js';
import { market } from './market.js';
import { left } from './words.js';

const SOON_MS = 300_000;
const shown = new Set();
let timer;

/** <e-left until="2026-01-01T10:00:00Z"></e-left>: how long that is from now, counted down. */
class Left extends Part {
  static properties = { until: {} };

  connectedCallback() {
    super.connectedCallback();
    shown.add(this);
    timer ??= setInterval(() => shown.forEach((each) => each.requestUpdate()), 1000);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    shown.delete(this);
    if (shown.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  updated() {
    this.classList.toggle('soon', new Date(this.until) - market.now() < SOON_MS);
  }

  render() {
    return html`<time datetime=${this.until} title=${moment(this.until)}>${left(this.until)}</time>`;
  }
}

customElements.define('e-left', Left);
