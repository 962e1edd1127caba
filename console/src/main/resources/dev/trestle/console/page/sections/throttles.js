import { html, nothing } from 'lit';
import { format } from '/shared/trestle.js';
import { Section, noEngine } from '../section.js';
import { segments, share } from '../text.js';

const REASONS = {
  ProvisionedThroughputExceeded: 'The provisioned units and the burst capacity are used up. Provision more, or use on-demand.',
  MaxOnDemandThroughputExceeded: 'The maximum that was set for this on-demand table or index is reached. Raise it, or remove it.',
  AccountLimitExceeded: "The account's quota for one table is used up.",
  KeyRangeThroughputExceeded: 'One partition is at its limit of 3000 read or 1000 write units a second. Spread the key.',
};

class Throttles extends Section {
  every = 3;

  get path() {
    return 'api/throttles';
  }

  render() {
    return html`${this.head('Throttling', 'Reads and writes that were throttled since the engine was opened, and why.')}
    ${this.body()}`;
  }

  content({ engine, limited, tables }) {
    if (!engine) return noEngine('throttles');
    if (tables.length === 0) {
      return html`<div class="card">
        <t-state
          kind="empty"
          icon="clock"
          heading="Nothing was throttled"
          text=${limited
            ? 'The tables are limited as in DynamoDB, and no request exceeded a limit.'
            : 'Tables have no limits. Start the server with --limits to throttle them as DynamoDB would.'}
        ></t-state>
      </div>`;
    }
    return html`<div class="stack loose">${tables.map((table) => this.table(table))}</div>`;
  }

  table(table) {
    return html`<section class="card stack" aria-label=${table.table}>
      <div class="row between wrap">
        <h2 class="row tight">
          ${table.table} ${table.system ? html`<span class="badge">${table.system}</span>` : nothing}
        </h2>
        <p class="small muted number">${format.number(table.throttled)} throttled</p>
      </div>
      <div class="framed">
        <t-table
          caption=${`Why ${table.table} was throttled`}
          .rows=${table.reasons}
          .rowKey=${({ reason, index }) => `${reason}/${index ?? ''}`}
          .columns=${[
            {
              key: 'reason',
              label: 'Reason',
              head: true,
              cell: ({ reason, index }) => html`<span class="stack tight">
                <span><code>${reason}</code></span>
                <span class="small muted regular">${index ? html`Index ${index}. ` : nothing}${explained(reason)}</span>
              </span>`,
            },
            { key: 'throttled', label: 'Throttled', align: 'end', cell: ({ throttled }) => format.number(throttled) },
          ]}
        ></t-table>
      </div>
      ${this.keys(table)}
    </section>`;
  }

  keys({ table, keys, throttled }) {
    if (keys.length === 0) return nothing;
    return html`<h3>Most throttled keys</h3>
      <div class="framed">
        <t-table
          caption=${`Most throttled partition keys of ${table}`}
          .rows=${keys}
          .rowKey=${({ key }) => key}
          .columns=${[
            {
              key: 'key',
              label: 'Partition key',
              head: true,
              sortable: false,
              cell: ({ key, segments: pieces }) => (pieces.length ? segments(pieces) : html`<span class="mono">${key}</span>`),
            },
            {
              key: 'requests',
              label: 'Throttled',
              align: 'end',
              sortable: false,
              cell: ({ requests }) =>
                html`<span class="measured">${share(requests, throttled)}${format.number(requests)}</span>`,
            },
          ]}
        ></t-table>
      </div>`;
  }
}

function explained(reason) {
  const limit = Object.keys(REASONS).find((name) => reason.endsWith(name));
  return limit ? REASONS[limit] : '';
}

customElements.define('c-throttles', Throttles);
