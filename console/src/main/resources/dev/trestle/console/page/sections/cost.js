import { html, nothing } from 'lit';
import { format } from '/shared/trestle.js';
import { Section } from '../section.js';
import { dollars, rate, share } from '../text.js';

const PARTS = [
  ['requests', 'Requests'],
  ['storage', 'Storage'],
  ['recovery', 'Recovery'],
  ['backups', 'Backups'],
  ['streams', 'Streams'],
];
const EXPENSIVE_MAX = 6;

class Cost extends Section {
  static properties = { region: { state: true } };

  get path() {
    return this.region ? `api/cost?region=${encodeURIComponent(this.region)}` : 'api/cost';
  }

  choose(event) {
    this.region = event.target.value;
    this.load();
  }

  render() {
    const { data } = this;
    return html`${this.head(
      'Cost',
      'What the systems would cost on AWS per month at their declared load.',
      data
        ? html`<t-field
            bare
            label="Region"
            .value=${data.prices.region}
            .options=${data.regions}
            @change=${this.choose}
          ></t-field>`
        : nothing,
    )}
    ${this.body()}`;
  }

  content({ prices, systems }) {
    const all = systems.reduce((sum, { declared }) => sum + (declared?.total ?? 0), 0);
    return html`<div class="stack loose">
      <p class="small muted">
        Prices of ${prices.region} as of ${prices.date}${prices.estimate ? ', an estimate' : ''}: ${prices.source}.
        Without the free tier. All systems together: <b class="number">${dollars(all)}</b> per month.
      </p>
      ${systems.map((system) => this.system(system))}
    </div>`;
  }

  system(system) {
    const { declared } = system;
    return html`<section class="card flush" aria-label=${system.name}>
      <div class="card-head">
        <h2>${system.name}</h2>
        <p class="number">
          <span class="price">${dollars(declared?.total)}</span> per month as declared
          ${system.on_demand ? html`· ${dollars(system.on_demand.total)} on demand` : nothing}
          ${system.provisioned ? html`· ${dollars(system.provisioned.total)} provisioned` : nothing}
        </p>
      </div>
      <div class="columns">
        <div class="stack">
          <h3>Breakdown</h3>
          <ul class="bars short">
            ${PARTS.filter(([part]) => declared?.[part]).map(
              ([part, label]) =>
                html`<li>
                  <span>${label}</span>${share(declared[part], declared.total)}<span class="number"
                    >${dollars(declared[part])}</span
                  >
                </li>`,
            )}
          </ul>
        </div>
        <div class="stack">
          <h3>Most expensive patterns</h3>
          ${this.mostExpensive(system.patterns)}
        </div>
      </div>
      ${this.tables(system)}
    </section>`;
  }

  mostExpensive(patterns) {
    const expensive = patterns.filter((pattern) => pattern.dollars > 0).slice(0, EXPENSIVE_MAX);
    if (expensive.length === 0) return html`<p class="small muted">No load is declared.</p>`;
    return html`<ul class="bars">
      ${expensive.map(
        ({ id, title, dollars: cost }) =>
          html`<li>
            <span class="cut" title=${title}><span class="mono">${id}</span> <span class="muted">${title}</span></span>
            ${share(cost, expensive[0].dollars)}<span class="number">${dollars(cost)}</span>
          </li>`,
      )}
    </ul>`;
  }

  tables({ name, tables }) {
    return html`<t-table
      caption=${`Tables of ${name}`}
      .rows=${tables}
      .rowKey=${({ name: table }) => table}
      .columns=${[
        { key: 'name', label: 'Table', head: true },
        { key: 'bytes', label: 'Stored', align: 'end', cell: ({ bytes }) => format.bytes(bytes) },
        ...units('Average units/s', 'average'),
        ...units('Peak units/s', 'peak'),
        { key: 'on_demand_dollars', label: 'On demand', align: 'end', cell: (row) => dollars(row.on_demand_dollars) },
        { key: 'provisioned_dollars', label: 'Provisioned', align: 'end', cell: (row) => dollars(row.provisioned_dollars) },
        {
          key: 'cheaper',
          label: 'Cheaper',
          cell: ({ cheaper, on_demand: isOnDemand }) => {
            const right = (cheaper === 'ON_DEMAND') === isOnDemand;
            return html`<span class="badge ${right ? 'good' : 'warn'}">${cheaper.toLowerCase().replace('_', ' ')}</span>`;
          },
        },
      ]}
    ></t-table>`;
  }
}

/** Read and write units of a table with its indexes. */
function units(label, which) {
  const sum = (lines, kind) => lines.reduce((all, line) => all + line[`${kind}_${which}`], 0);
  return [
    {
      key: which,
      label,
      align: 'end',
      value: ({ lines }) => sum(lines, 'read') + sum(lines, 'write'),
      cell: ({ lines }) => html`${rate(sum(lines, 'read'))} R, ${rate(sum(lines, 'write'))} W`,
    },
  ];
}

customElements.define('c-cost', Cost);
