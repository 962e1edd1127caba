import { html } from 'lit';
import { ago, moment } from '../format.js';
import { Part } from './part.js';

const EVERY_MS = 15_000;
const shown = new Set();
let timer;

/** <t-ago at="2026-01-01T10:00:00Z"></t-ago>: how long ago, kept up to date. The title has the full time. */
export class Ago extends Part {
  static properties = { at: {} };

  connectedCallback() {
    super.connectedCallback();
    shown.add(this);
    timer ??= setInterval(() => shown.forEach((each) => each.requestUpdate()), EVERY_MS);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    shown.delete(this);
    if (shown.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  }

  render() {
    if (!this.at || Number.isNaN(new Date(this.at).getTime())) return html`–`;
    const at = new Date(this.at);
    return html`<time datetime=${at.toISOString()} title=${moment(at)}>${ago(at)}</time>`;
  }
}

customElements.define('t-ago', Ago);
