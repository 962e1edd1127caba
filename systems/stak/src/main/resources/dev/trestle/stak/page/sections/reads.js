// How many recipients have read a message.
import { html, nothing } from 'lit';
import { Part, format } from '/shared/trestle.js';
import { session } from '../session.js';

/** Whether anybody can have read it. */
export function hasReaders({ state, progress, redacted }) {
  return !redacted && state !== 'scheduled' && (state === 'published' || progress.delivered > 0);
}

/** One page of the count; the figures are the sums so far. */
async function page(id, next) {
  const query = next ? `?${new URLSearchParams({ next })}` : '';
  return (await session.call(`messages/${encodeURIComponent(id)}/reads${query}`)).data;
}

/** Counts again when the message is another one, or more recipients have it. */
class Reads extends Part {
  static properties = { sent: { attribute: false }, count: { state: true }, fault: { state: true } };

  willUpdate(changed) {
    if (!changed.has('sent')) return;
    const of = `${this.sent.id} ${this.sent.progress.delivered}`;
    if (of === this.of) return;
    this.of = of;
    this.start();
  }

  async start() {
    this.fault = undefined;
    const run = (this.run = {});
    try {
      let next;
      do {
        const count = await page(this.sent.id, next);
        if (this.run !== run || !this.isConnected) return;
        this.count = count;
        next = count.next_token;
      } while (next && this.countsAll);
    } catch (fault) {
      if (this.run === run) this.fault = fault.message;
    }
  }
}

/** In a list: "12 of 40 read". Says nothing if one call cannot count them all. */
class ReadShare extends Reads {
  render() {
    if (!this.count || this.count.next_token) return nothing;
    return html` · ${format.number(this.count.read)} of ${format.number(this.count.recipients)} read`;
  }
}

/** On the message's page: all figures, counted to the end. */
class Readers extends Reads {
  get countsAll() {
    return true;
  }

  render() {
    return html`<section class="card stack" aria-labelledby="readers">
      <div class="row between">
        <h2 id="readers">Readers</h2>
        <button type="button" class="button small" @click=${this.start}>Count again</button>
      </div>
      ${this.fault ? html`<p class="small" role="alert">${this.fault}</p>` : nothing}
      ${
        this.count
          ? html`<dl class="figures">
              ${this.figure('Have it', this.count.recipients)} ${this.figure('Seen', this.count.seen)}
              ${this.figure('Read', this.count.read)}
            </dl>`
          : nothing
      }
      ${!this.fault && (!this.count || this.count.next_token) ? html`<p class="small muted">Counting…</p>` : nothing}
    </section>`;
  }

  figure(label, value) {
    const share = this.count.recipients > 0 ? Math.round((100 * value) / this.count.recipients) : 0;
    return html`<div>
      <dt>${label}</dt>
      <dd class="number">
        ${format.exact(value)}${label === 'Have it' ? nothing : html` <span class="small muted">${share} %</span>`}
      </dd>
    </div>`;
  }
}

customElements.define('s-read-share', ReadShare);
customElements.define('s-readers', Readers);
