import { html, nothing } from 'lit';
import { Part, api, format } from '/shared/trestle.js';
import '/shared/parts/dialog.js';
import { millis, rate } from '../text.js';

const EVERY_MS = 2000;

/** One pattern in a side panel: its declaration, its cost and its activity. */
class Pattern extends Part {
  static properties = {
    rows: { attribute: false },
    system: { attribute: false },
    now: { attribute: false },
    history: { state: true },
  };

  connectedCallback() {
    super.connectedCallback();
    this.timer = setInterval(() => this.recall(), EVERY_MS);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }

  get id() {
    return this.rows?.[0]?.id;
  }

  async recall() {
    const { id, system } = this;
    if (!id || !this.rows[0].metered || document.hidden) return;
    try {
      const history = await api.get(
        `api/history?seconds=120&system=${encodeURIComponent(system)}&pattern=${encodeURIComponent(id)}`,
        { tries: 1 },
      );
      if (id === this.id) this.history = { id, ...history };
    } catch {
      // The chart stays as it is; the bar shows that the connection is lost.
    }
  }

  updated(changed) {
    if (!changed.has('rows')) return;
    const dialog = this.querySelector('t-dialog');
    if (this.id === this.shown) return;
    this.shown = this.id;
    if (this.id) {
      this.recall();
      dialog.show();
    } else {
      dialog.close();
    }
  }

  closed(event) {
    event.stopPropagation();
    if (this.id) this.tell('close');
  }

  render() {
    const row = this.rows?.[0];
    return html`<t-dialog kind="side" heading=${row ? `${row.id} ${row.title}` : ''} @close=${this.closed}>
      ${row ? this.content(row) : nothing}
    </t-dialog>`;
  }

  content(row) {
    const steps = this.rows.slice(1);
    return html`<div class="stack loose">
      ${row.metered ? this.activity() : nothing}
      <section class="stack tight">
        <h3>Declared</h3>
        ${facts(row)}
      </section>
      ${
        steps.length
          ? html`<section class="stack tight">
              <h3>Steps</h3>
              ${steps.map(
                (step) =>
                  html`<div class="step stack tight">
                    <p><span class="mono">${step.id}</span> <span class="muted">${step.title}</span></p>
                    ${facts(step)}
                  </div>`,
              )}
            </section>`
          : nothing
      }
    </div>`;
  }

  activity() {
    const { now, history } = this;
    const known = history?.id === this.id ? history : undefined;
    return html`<section class="stack tight">
      <h3>Now</h3>
      <t-chart
        label="Calls per second"
        unit="/s"
        height="140"
        .format=${rate}
        .times=${(known?.times ?? []).map(Date.parse)}
        .series=${[{ label: 'calls', values: known?.calls ?? [] }]}
      ></t-chart>
      ${
        now
          ? html`<dl class="facts">
              <dt>Calls</dt>
              <dd class="number">${format.exact(now.calls)}, ${rate(now.rates.calls)}/s</dd>
              <dt>Items</dt>
              <dd class="number">${format.exact(now.items)}</dd>
              <dt>Read units</dt>
              <dd class="number">${format.number(now.read_units)}, ${rate(now.rates.read_units)}/s</dd>
              <dt>Write units</dt>
              <dd class="number">${format.number(now.write_units)}, ${rate(now.rates.write_units)}/s</dd>
              <dt>Latency</dt>
              <dd class="number">
                p50 ${millis(now.latency.p50)}, p90 ${millis(now.latency.p90)}, p99
                ${millis(now.latency.p99)}, max ${millis(now.latency.longest)}
              </dd>
              <dt>Failed conditions</dt>
              <dd class="number">${format.exact(now.refusals)}</dd>
              <dt>Errors</dt>
              <dd class="number">${format.exact(now.errors)}, after ${format.exact(now.retries)} retries</dd>
            </dl>`
          : html`<p class="small muted">Not used since the start.</p>`
      }
    </section>`;
  }
}

function facts(row) {
  const fact = (name, value) => (value ? html`<dt>${name}</dt><dd>${value}</dd>` : nothing);
  return html`<dl class="facts">
    ${fact('Operation', row.operation)} ${fact('Table', row.table)} ${fact('Index', row.index)}
    ${fact('Key', row.key ? html`<code>${row.key}</code>` : '')} ${fact('Reads', row.consistency)}
    ${fact('More', row.details)}
    <dt>Units per call</dt>
    <dd class="number">${rate(row.read_units)} RCU, ${rate(row.write_units)} WCU</dd>
    ${fact('Expected', row.declared_per_second ? `${rate(row.declared_per_second)} calls per second` : '')}
  </dl>`;
}

customElements.define('c-pattern', Pattern);
