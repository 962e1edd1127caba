import { html, nothing } from 'lit';
import { format } from '/shared/trestle.js';
import { Section } from '../section.js';
import { link, millis, rate } from '../text.js';

const STATES = {
  RAISED: ['bad', 'raised'],
  PENDING: ['warn', 'above threshold'],
  FINE: ['good', 'fine'],
  UNKNOWN: ['', 'not measured'],
};

const units = (value) => `${rate(value)}/s`;

const KINDS = {
  READ_UNITS: { label: 'Read units', show: units },
  WRITE_UNITS: { label: 'Write units', show: units },
  THROTTLED: { label: 'Throttled requests', show: format.number },
  LATENCY_P99: { label: 'p99 latency', show: millis },
  COLLECTION_BYTES: { label: 'Bytes per partition key', show: format.bytes },
};

const ORDER = Object.keys(STATES);

class Alarms extends Section {
  every = 5;

  get path() {
    return 'api/alarms';
  }

  render() {
    return html`${this.head('Alarms', 'The alarms that systems declare, and their values over the last minute.')}
    ${this.body()}`;
  }

  content({ alarms }) {
    if (!alarms.length) {
      return html`<div class="card">
        <t-state kind="empty" icon="bell" heading="No alarms declared"></t-state>
      </div>`;
    }
    const systems = [...new Set(alarms.map(({ system }) => system))];
    return html`<div class="stack loose">
      ${systems.map((system) => this.system(system, alarms.filter((alarm) => alarm.system === system)))}
    </div>`;
  }

  system(name, alarms) {
    const rows = alarms.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state));
    return html`<section class="card flush" aria-label=${name}>
      <div class="card-head">
        <h2>${name}</h2>
        <div class="row wrap tight">${ORDER.map((state) => counted(state, alarms))}</div>
      </div>
      <t-table
        caption=${`Alarms of ${name}`}
        .rows=${rows}
        .rowKey=${({ table, index, kind }) => `${table}/${index ?? ''}/${kind}`}
        .columns=${[
          { key: 'kind', label: 'Alarm', head: true, value: ({ kind }) => KINDS[kind].label, cell: (alarm) => this.alarm(alarm) },
          {
            key: 'table',
            label: 'Table',
            cell: ({ system, table, index }) =>
              html`<a href=${link('tables', system, table)}>${table}</a>${index ? html` <span class="small muted">${index}</span>` : nothing}`,
          },
          { key: 'state', label: 'State', value: ({ state }) => ORDER.indexOf(state), cell: ({ state }) => badge(state) },
          { key: 'value', label: 'Now', align: 'end', cell: ({ kind, value }) => (value === undefined || value === null ? '–' : KINDS[kind].show(value)) },
          { key: 'threshold', label: 'Threshold', align: 'end', cell: ({ kind, threshold }) => KINDS[kind].show(threshold) },
        ]}
      ></t-table>
    </section>`;
  }

  alarm({ kind, remark }) {
    return html`<span class="stack tight">
      <span>${KINDS[kind].label}</span>
      ${remark ? html`<span class="small muted regular">${remark}</span>` : nothing}
    </span>`;
  }
}

function badge(state) {
  const [look, words] = STATES[state];
  return html`<span class="badge ${look}">${words}</span>`;
}

function counted(state, alarms) {
  const count = alarms.filter((alarm) => alarm.state === state).length;
  const [look, words] = STATES[state];
  return count ? html`<span class="badge ${look}">${count} ${words}</span>` : nothing;
}

customElements.define('c-alarms', Alarms);
