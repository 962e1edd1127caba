import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import './icon.js';
import { Part } from './part.js';
import './state.js';

/**
 * A table: sortable, with a sticky header, and shown as cards on a phone.
 *
 *   <t-table caption="Tables" .rows=${rows} .rowKey=${(row) => row.name} sort="name" .columns=${[
 *     {key: 'name', label: 'Name', head: true, cell: (row) => html`<a href=…>${row.name}</a>`},
 *     {key: 'items', label: 'Items', align: 'end', cell: (row) => number(row.items)},
 *     {key: 'when', label: 'When', value: (row) => Date.parse(row.when), sortable: false},
 *   ]}></t-table>
 *
 * A column sorts by `value(row)`, by default the row's `key`; `cell` draws it, by default as text.
 * `sort` is a key, with a leading minus for descending; `loading` shows skeletons; `empty` is shown
 * if there are no rows. `kind="scroll"` scrolls on a phone instead of showing cards.
 */
export class Table extends Part {
  static properties = {
    caption: {},
    /** The caption is for screen readers only unless this is set. */
    titled: { type: Boolean },
    sort: {},
    empty: {},
    kind: {},
    loading: { type: Boolean },
    columns: { attribute: false },
    rows: { attribute: false },
    rowKey: { attribute: false },
  };

  constructor() {
    super();
    this.columns = [];
    this.rows = [];
    this.rowKey = (row) => row;
  }

  get order() {
    const descending = this.sort?.startsWith('-') ?? false;
    return { key: descending ? this.sort.slice(1) : this.sort, descending };
  }

  get sorted() {
    const { key, descending } = this.order;
    const column = this.columns.find((each) => each.key === key);
    if (!column) return this.rows;
    const value = column.value ?? ((row) => row[key]);
    return [...this.rows].sort((a, b) => compare(value(a), value(b), descending ? -1 : 1));
  }

  sortBy(column) {
    const { key, descending } = this.order;
    // Numbers are mostly read from the largest down.
    const first = column.align === 'end' ? '-' : '';
    const other = first ? '' : '-';
    const now = descending ? '-' : '';
    this.sort = (key === column.key && now === first ? other : first) + column.key;
    this.tell('sort', this.sort);
  }

  head(column) {
    const { key, descending } = this.order;
    const isSorted = key === column.key;
    const look = column.align === 'end' ? 'end' : '';
    if (column.sortable === false || !column.label) {
      return html`<th scope="col" class=${look}>
        ${column.label ? column.label : html`<span class="unseen">${column.title ?? 'Actions'}</span>`}
      </th>`;
    }
    const direction = descending ? 'descending' : 'ascending';
    return html`<th scope="col" class=${look} aria-sort=${isSorted ? direction : nothing}>
      <button type="button" class="sorter" @click=${() => this.sortBy(column)}>
        ${column.label}<t-icon
          class=${isSorted ? '' : 'idle'}
          name=${isSorted && !descending ? 'chevron-up' : 'chevron-down'}
        ></t-icon>
      </button>
    </th>`;
  }

  cell(column, row) {
    const content = column.cell ? column.cell(row) : (row[column.key] ?? '–');
    const look = `${column.align === 'end' ? 'end' : ''} ${column.look ?? ''}`;
    if (column.head) return html`<th scope="row" class=${look}>${content}</th>`;
    return html`<td class=${look} data-label=${column.label ?? ''}><div>${content}</div></td>`;
  }

  body() {
    if (this.loading && this.rows.length === 0) {
      return html`<tbody aria-busy="true">
        ${[1, 2, 3, 4].map(
          () =>
            html`<tr>
              ${this.columns.map(() => html`<td><span class="skeleton"></span></td>`)}
            </tr>`,
        )}
      </tbody>`;
    }
    return html`<tbody>
      ${repeat(
        this.sorted,
        (row) => this.rowKey(row),
        (row) => html`<tr>${this.columns.map((column) => this.cell(column, row))}</tr>`,
      )}
    </tbody>`;
  }

  render() {
    if (!this.loading && this.rows.length === 0) {
      return html`<t-state kind="empty" icon="table" heading=${this.empty ?? 'Nothing here yet'}></t-state>`;
    }
    return html`<div class="table-frame ${this.kind ?? 'cards'}" tabindex="0" role="region" aria-label=${this.caption ?? 'Table'}>
      <table class="table">
        ${this.caption ? html`<caption class=${this.titled ? '' : 'unseen'}>${this.caption}</caption>` : nothing}
        <thead>
          <tr>
            ${this.columns.map((column) => this.head(column))}
          </tr>
        </thead>
        ${this.body()}
      </table>
    </div>`;
  }
}

const words = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Absent values come last in both directions. */
function compare(a, b, sign) {
  if (a === b) return 0;
  if (a === undefined || a === null) return 1;
  if (b === undefined || b === null) return -1;
  if (typeof a === 'string') return sign * words.compare(a, String(b));
  return a < b ? -sign : sign;
}

customElements.define('t-table', Table);
