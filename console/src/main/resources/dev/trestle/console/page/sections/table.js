import { html, nothing } from 'lit';
import { format } from '/shared/trestle.js';
import { Section } from '../section.js';
import { rate } from '../text.js';
import './browse.js';

/** One table: its size, its keys, and its items, found by declared patterns. */
class Table extends Section {
  static properties = { system: { attribute: false }, name: { attribute: false } };

  get path() {
    return `api/tables/${encodeURIComponent(this.system)}/${encodeURIComponent(this.name)}`;
  }

  willUpdate(changed) {
    if (!this.hasUpdated || !(changed.has('name') || changed.has('system'))) return;
    this.data = undefined;
    this.load();
  }

  render() {
    return html`<nav class="crumbs small" aria-label="Breadcrumb">
        <a href="#/tables">Tables</a><span aria-hidden="true">/</span><span class="muted">${this.system}</span>
      </nav>
      ${this.head(this.name, this.words())} ${this.body()}`;
  }

  words() {
    const { table } = this.data ?? {};
    if (!table) return 'Loading';
    const kinds = table.entities.join(', ');
    return kinds ? `Contains ${kinds}.` : 'No entity is declared in it.';
  }

  content({ table, engine, keys, patterns }) {
    return html`<div class="stack loose">
      ${
        engine
          ? html`<div class="tiles">
              <t-stat label="Items" .value=${table.size?.items ?? '–'}></t-stat>
              <t-stat label="Size" .value=${format.bytes(table.size?.bytes)}></t-stat>
              <t-stat label="Read units" .value=${rate(table.read_units)} note="since the start"></t-stat>
              <t-stat label="Write units" .value=${rate(table.write_units)} note="since the start"></t-stat>
            </div>`
          : nothing
      }
      <section class="card stack" aria-labelledby="browse-heading">
        <div>
          <h2 id="browse-heading">Items</h2>
          <p class="small muted">Find items with a declared pattern. The console never scans a table.</p>
        </div>
        <c-browse .system=${this.system} .patterns=${patterns}></c-browse>
      </section>
      <section class="stack" aria-labelledby="keys-heading">
        <h2 id="keys-heading">Keys</h2>
        ${keys.map((diagram) => this.diagram(diagram, table))}
      </section>
    </div>`;
  }

  diagram(diagram, table) {
    const index = table.indexes.find(({ name }) => name === diagram.index);
    return html`<div class="card flush">
      <div class="card-head">
        <h3>${diagram.index ?? diagram.table}</h3>
        <p>
          ${diagram.kind}${
            index
              ? html`, projects ${index.projection}${index.size
                  ? html`, ${format.count(index.size.items, 'entry', 'entries')}, ${format.bytes(index.size.bytes)}`
                  : nothing}`
              : nothing
          }
        </p>
      </div>
      <t-table
        caption=${`Keys of ${diagram.index ?? diagram.table}`}
        empty="No entity uses these keys"
        .rows=${diagram.lanes}
        .rowKey=${({ entity }) => entity}
        .columns=${[
          {
            key: 'entity',
            label: 'Entity',
            head: true,
            sortable: false,
            cell: ({ entity, sparse }) =>
              html`${entity} ${sparse ? html`<span class="badge">sparse</span>` : nothing}`,
          },
          { key: 'partition', label: diagram.partition, sortable: false, cell: ({ partition }) => template(partition) },
          ...(diagram.sort
            ? [{ key: 'sort', label: diagram.sort, sortable: false, cell: ({ sort }) => template(sort) }]
            : []),
        ]}
      ></t-table>
    </div>`;
  }
}

function template(pieces) {
  return html`<span class="key-text"
    >${pieces.map(({ literal, text }) =>
      literal
        ? html`<span class="key-literal">${text}</span>`
        : html`<span class="key-part">${text}</span>`,
    )}</span
  >`;
}

customElements.define('c-table', Table);
