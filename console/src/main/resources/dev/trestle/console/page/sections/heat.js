import { html, nothing, svg } from 'lit';
import { format } from '/shared/trestle.js';
import { Section, noEngine } from '../section.js';
import { segments, share } from '../text.js';

const COLUMNS = 64;
const CELL = 10;
const GAP = 2;

class Heat extends Section {
  static properties = { span: { state: true } };

  every = 3;

  constructor() {
    super();
    this.span = 'last_minute';
  }

  get path() {
    return 'api/heat';
  }

  render() {
    const choice = (id, label) =>
      html`<button type="button" aria-pressed=${this.span === id} @click=${() => (this.span = id)}>${label}</button>`;
    return html`${this.head(
      'Heat',
      'Where requests go: 256 equal ranges of the partition keys\' hash, and the most requested keys.',
      html`<div class="segments" role="group" aria-label="Time">
        ${choice('last_minute', 'Last minute')} ${choice('since_start', 'Since start')}
      </div>`,
    )}
    ${this.body()}`;
  }

  content({ engine, tables }) {
    if (!engine) return noEngine('heat');
    const used = tables.filter(({ requests }) => requests > 0);
    if (used.length === 0) {
      return html`<div class="card">
        <t-state kind="empty" icon="flame" heading="No requests yet" text="Heat appears here as soon as a table is used."></t-state>
      </div>`;
    }
    return html`<div class="stack loose">${used.map((table) => this.table(table))}</div>`;
  }

  table(table) {
    const counts = table[this.span];
    const sum = counts.reduce((all, each) => all + each, 0);
    const most = Math.max(...counts);
    const words = sum
      ? `${format.count(sum, 'request')}; the hottest range got ${Math.round((most / sum) * 100)}%`
      : 'no requests';
    return html`<section class="card stack" aria-label=${table.table}>
      <div class="row between wrap">
        <h2 class="row tight">
          ${table.table} ${table.system ? html`<span class="badge">${table.system}</span>` : nothing}
        </h2>
        <p class="small muted number">${words}</p>
      </div>
      <div class="heat-frame" tabindex="0" role="group" aria-label=${`Ranges of ${table.table}`}>
        ${grid(counts, most, `${table.table}: ${words}`)}
      </div>
      ${this.keys(table)}
    </section>`;
  }

  keys({ table, hottest: sinceStart, hottest_last_minute: lastMinute, ...counts }) {
    const isLastMinute = this.span === 'last_minute';
    const hottest = isLastMinute ? lastMinute : sinceStart;
    const requests = isLastMinute ? counts.requests_last_minute : counts.requests;
    if (hottest.length === 0) return html`<p class="small muted">No key stands out.</p>`;
    return html`<h3>Hottest keys</h3>
      <div class="framed">
      <t-table
        caption=${`Hottest partition keys of ${table}`}
        .rows=${hottest.slice(0, 8)}
        .rowKey=${({ key }) => key}
        .columns=${[
          {
            key: 'key',
            label: 'Partition key',
            head: true,
            sortable: false,
            cell: ({ key, segments: pieces }) => (pieces.length ? segments(pieces) : html`<span class="mono">${key}</span>`),
          },
          { key: 'entity', label: 'Entity', sortable: false, cell: ({ entity, template }) => (entity ? html`${entity} <code>${template}</code>` : '–') },
          {
            key: 'requests',
            label: 'Requests (approx.)',
            align: 'end',
            sortable: false,
            cell: ({ requests: count }) =>
              html`<span class="measured">${share(count, requests)}${format.number(count)}</span>`,
          },
        ]}
      ></t-table>
    </div>`;
  }
}

/** A cell for each range. The hotter, the stronger. */
function grid(counts, most, label) {
  const rows = Math.ceil(counts.length / COLUMNS);
  const step = CELL + GAP;
  return html`<svg
    class="heat"
    role="img"
    aria-label=${label}
    viewBox="0 0 ${COLUMNS * step - GAP} ${rows * step - GAP}"
  >
    ${counts.map((count, index) => {
      const x = (index % COLUMNS) * step;
      const y = Math.floor(index / COLUMNS) * step;
      const heat = most > 0 ? Math.sqrt(count / most) : 0;
      return svg`<rect class="cold" x=${x} y=${y} width=${CELL} height=${CELL} rx="2"></rect>
        <rect class="hot" x=${x} y=${y} width=${CELL} height=${CELL} rx="2" opacity=${heat.toFixed(2)}>
          <title>${`range ${index}: ${format.count(count, 'request')}`}</title>
        </rect>`;
    })}
  </svg>`;
}

customElements.define('c-heat', Heat);
