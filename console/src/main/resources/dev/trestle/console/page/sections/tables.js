import { html, nothing } from 'lit';
import { format } from '/shared/trestle.js';
import { Section } from '../section.js';
import { link } from '../text.js';

/** The images in a stream's records. */
const IMAGES = {
  KEYS_ONLY: 'keys',
  NEW_IMAGE: 'new',
  OLD_IMAGE: 'old',
  NEW_AND_OLD_IMAGES: 'new and old',
};

class Tables extends Section {
  every = 5;

  get path() {
    return 'api/tables';
  }

  render() {
    return html`${this.head('Tables', 'What is stored, and how it was declared.')} ${this.body()}`;
  }

  content({ tables, engine }) {
    return html`<div class="stack">
      ${
        engine
          ? nothing
          : html`<p class="notice">
              <t-icon name="info"></t-icon>This server uses another DynamoDB endpoint, so table sizes are
              not known.
            </p>`
      }
      <div class="card flush">
        <t-table
          caption="Tables"
          empty="No tables"
          .rows=${tables}
          .rowKey=${({ stored }) => stored}
          .columns=${this.columns(engine)}
        ></t-table>
      </div>
    </div>`;
  }

  columns(engine) {
    return [
      {
        key: 'name',
        label: 'Table',
        head: true,
        cell: ({ system, name, stored }) =>
          system
            ? html`<a href=${link('tables', system, name)}>${name}</a>
                <span class="muted block regular small">${stored === name ? system : `${system}, as ${stored}`}</span>`
            : html`${name} <span class="badge">not declared</span>`,
      },
      ...(engine
        ? [
            { key: 'items', label: 'Items', align: 'end', value: ({ size }) => size?.items, cell: ({ size }) => format.number(size?.items) },
            { key: 'bytes', label: 'Size', align: 'end', value: ({ size }) => size?.bytes, cell: ({ size }) => format.bytes(size?.bytes) },
            { key: 'read_units', label: 'RCU', align: 'end', cell: ({ read_units: units }) => format.number(units) },
            { key: 'write_units', label: 'WCU', align: 'end', cell: ({ write_units: units }) => format.number(units) },
          ]
        : []),
      {
        key: 'indexes',
        label: 'Indexes',
        value: ({ indexes }) => indexes.length,
        cell: ({ indexes }) => (indexes.length ? indexes.map(({ name }) => html`<span class="block">${name}</span>`) : '–'),
      },
      {
        key: 'stream',
        label: 'Stream',
        cell: ({ stream }) => (stream ? html`<span class="badge">${IMAGES[stream]}</span>` : '–'),
      },
      { key: 'time_to_live', label: 'Expiry', cell: ({ time_to_live: name }) => (name ? html`<code>${name}</code>` : '–') },
      { key: 'billing', label: 'Billing' },
    ];
  }
}

customElements.define('c-tables', Tables);
