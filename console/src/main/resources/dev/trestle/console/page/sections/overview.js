import { html, nothing } from 'lit';
import { format } from '/shared/trestle.js';
import { live } from '../live.js';
import { Section } from '../section.js';
import { findings, link, millis, rate } from '../text.js';

const SHOWN = 60;
const BUSIEST = 8;
const SMOOTHED = 5;

class Overview extends Section {
  every = 5;
  follows = true;

  get path() {
    return 'api/overview';
  }

  render() {
    return html`${this.head('Overview', 'Activity on this server, second by second.')}
      <div class="stack loose">
        <div class="tiles">${this.tiles()}</div>
        <section class="card" aria-labelledby="calls-heading">
          <div class="card-head">
            <h2 id="calls-heading">Calls per second</h2>
            <p>By system, last five minutes, averages over five seconds</p>
          </div>
          <t-chart
            label="Calls per second"
            unit="/s"
            kind="stacked"
            height="220"
            .times=${live.times}
            .format=${rate}
            .series=${[...live.systems].map(([label, values]) => ({ label, values: smooth(even(values)) }))}
          ></t-chart>
        </section>
        ${this.body()}
      </div>`;
  }

  tiles() {
    const tile = (label, metric) =>
      html`<t-stat
        label=${label}
        unit="/s"
        .value=${live.times.length ? rate(live.total[metric].at(-1)) : undefined}
        .series=${smooth(live.total[metric]).slice(-SHOWN)}
      ></t-stat>`;
    return html`${tile('Calls', 'calls')} ${tile('Read units', 'read_units')}
    ${tile('Write units', 'write_units')} ${tile('Errors', 'errors')}`;
  }

  content({ systems, engine, waiting, dead, raised }) {
    return html`<section class="stack" aria-labelledby="systems-heading">
        <div class="row between wrap">
          <h2 id="systems-heading">Systems</h2>
          <div class="row wrap tight">
            ${
              raised > 0
                ? html`<a class="badge bad" href="#/alarms">${format.count(raised, 'alarm')} raised</a>`
                : nothing
            }
            ${
              dead > 0
                ? html`<a class="badge bad" href="#/queues">${format.count(dead, 'dead letter')}</a>`
                : html`<span class="badge">${format.count(waiting, 'job')} waiting</span>`
            }
          </div>
        </div>
        ${
          systems.length
            ? html`<div class="grid">${systems.map((system) => this.card(system, engine))}</div>`
            : html`<div class="card">
                <t-state kind="empty" icon="layers" heading="No systems are running"></t-state>
              </div>`
        }
      </section>
      ${this.busiest()}`;
  }

  card(system, engine) {
    const calls = live.systems.get(system.name) ?? [];
    return html`<a class="card system" href=${link('patterns', system.name)}>
      <div class="row between">
        <h3 class="cut">${system.name}</h3>
        <span class="small number">${rate(calls.at(-1))}<span class="muted">/s</span></span>
      </div>
      <p class="small muted">
        ${format.count(system.tables, 'table')}, ${format.count(system.patterns, 'pattern')}
        ${
          engine
            ? html`<br />${format.count(system.items, 'item')}, ${format.bytes(system.bytes)}`
            : nothing
        }
      </p>
      <div class="row wrap tight">
        ${system.checked ? findings(system) : html`<span class="badge">checking…</span>`}
      </div>
      <t-spark .values=${smooth(calls).slice(-SHOWN)}></t-spark>
    </a>`;
  }

  busiest() {
    const rows = [...live.patterns.values()]
      .filter(({ rates }) => rates.calls > 0)
      .sort((a, b) => b.rates.calls - a.rates.calls)
      .slice(0, BUSIEST);
    return html`<div class="card flush">
      <div class="card-head">
        <h2>Busiest patterns</h2>
        <a class="small" href="#/patterns">All patterns</a>
      </div>
      <t-table
        caption="Busiest patterns"
        empty="No calls in the last few seconds"
        .rows=${rows}
        .rowKey=${({ system, id }) => `${system}/${id}`}
        .columns=${[
          {
            key: 'id',
            label: 'Pattern',
            head: true,
            cell: ({ system, id, title }) =>
              html`<a class="pattern" href=${link('patterns', system, id)}>
                <span class="mono">${id}</span> <span class="regular">${title}</span>
              </a>`,
          },
          { key: 'system', label: 'System' },
          { key: 'calls', label: 'Calls/s', align: 'end', value: ({ rates }) => rates.calls, cell: ({ rates }) => rate(rates.calls) },
          { key: 'read', label: 'RCU/s', align: 'end', value: ({ rates }) => rates.read_units, cell: ({ rates }) => rate(rates.read_units) },
          { key: 'write', label: 'WCU/s', align: 'end', value: ({ rates }) => rates.write_units, cell: ({ rates }) => rate(rates.write_units) },
          { key: 'p99', label: 'p99', align: 'end', value: ({ latency }) => latency.p99, cell: ({ latency }) => millis(latency.p99) },
        ]}
      ></t-table>
    </div>`;
  }
}

/** Pads the values of a system that started later, so that they match the times. */
function even(values) {
  const missing = live.times.length - values.length;
  return missing > 0 ? [...Array(missing).fill(null), ...values] : values.slice(-live.times.length);
}

/** Averages of the last seconds: single seconds differ too much to show a trend. */
export function smooth(values) {
  return values.map((value, index) => {
    if (value === null) return null;
    const last = values.slice(Math.max(0, index - SMOOTHED + 1), index + 1).filter((each) => each !== null);
    return last.reduce((sum, each) => sum + each, 0) / last.length;
  });
}

customElements.define('c-overview', Overview);
