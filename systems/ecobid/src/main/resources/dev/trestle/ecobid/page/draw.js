// The draw of an item: who takes part, and whether it was fair.
import { html, nothing } from 'lit';
import { Section } from '/shared/parts/section.js';
import './left.js';
import { market } from './market.js';
import { verify } from './verify.js';
import { plural } from './words.js';

/** <e-draw .item=${item}> */
class Draw extends Section {
  static properties = { item: { attribute: false }, checked: { state: true } };

  async fetch() {
    return (await market.get(`/items/${this.item.id}/draw`)).draw;
  }

  updated(changes) {
    const before = changes.get('item');
    if (before && before !== this.item) this.load();
  }

  async check() {
    this.checked = undefined;
    if (!crypto.subtle) {
      this.checked = { error: 'Browsers can only do this on https pages. The documentation explains how to do it by hand.' };
      return;
    }
    try {
      this.checked = await verify(this.item.id, this.data);
    } catch (error) {
      this.checked = { error: error.message };
    }
  }

  render() {
    if (!this.data) return nothing;
    return this.content(this.data);
  }

  content(draw) {
    const taking = draw.entries.filter(({ withdrawn }) => !withdrawn);
    const own = this.item.mine ? undefined : this.item.reservation?.entry_id;
    return html`<details class="card draw">
      <summary>
        <t-icon name="shield"></t-icon>
        <span class="grow">A draw that anybody can check</span>
      </summary>
      <div class="stack">
        <p class="small muted">
          The market chose a secret number before anybody entered and published its hash. After the draw the number is
          published too, so that everybody can compute who won.
        </p>
        <dl class="facts">
          <dt>Entries</dt>
          <dd>${taking.length}</dd>
          <dt>Hash</dt>
          <dd class="mono tiny">${draw.commitment}</dd>
          <dt>Secret number</dt>
          <dd class="mono tiny">
            ${draw.seed ?? html`published after the draw${draw.closes_at ? html`, in <e-left until=${draw.closes_at}></e-left>` : nothing}`}
          </dd>
        </dl>
        ${
          draw.entries.length
            ? html`<ol class="entries">
                ${draw.entries.map(
                  ({ id, nonce, withdrawn }) =>
                    html`<li class=${withdrawn ? 'withdrawn' : ''}>
                      <span class="mono tiny">${id} ${nonce}</span>
                      ${id === own ? html`<span class="badge accent">you</span>` : nothing}
                      ${id === draw.winner ? html`<span class="badge good">drawn</span>` : nothing}
                      ${withdrawn ? html`<span class="badge">withdrawn</span>` : nothing}
                    </li>`,
                )}
              </ol>`
            : nothing
        }
        ${
          draw.seed
            ? html`<button type="button" class="button" @click=${this.check}>Check this draw</button>`
            : nothing
        }
        <div aria-live="polite">${this.checked ? this.result(this.checked) : nothing}</div>
      </div>
    </details>`;
  }

  result({ error, isCommitted, isSame, entries }) {
    if (error) return html`<p class="notice warn"><t-icon name="alert"></t-icon><span>${error}</span></p>`;
    if (isCommitted && isSame) {
      return html`<p class="notice good">
        <t-icon name="check"></t-icon
        ><span>Checked in your browser: the number is the one that was promised, and it gives this result out of
          ${plural(entries, 'entry', 'entries')}.</span>
      </p>`;
    }
    return html`<p class="notice bad">
      <t-icon name="alert"></t-icon
      ><span>${isCommitted ? 'The number gives another winner.' : 'The number is not the one that was promised.'}
        Please report this item.</span>
    </p>`;
  }
}

customElements.define('e-draw', Draw);
