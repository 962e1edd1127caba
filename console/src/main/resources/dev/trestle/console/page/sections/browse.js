import { html, nothing } from 'lit';
import { Part, api, format } from '/shared/trestle.js';
import { millis, segments } from '../text.js';
import './item.js';

const SHOWN_ATTRIBUTES = 8;

/** Runs a declared pattern and shows the items it finds, page by page. */
class Browse extends Part {
  static properties = {
    system: { attribute: false },
    patterns: { attribute: false },
    chosen: { state: true },
    found: { state: true },
    fault: { state: true },
    busy: { state: true },
    isMadeUp: { state: true },
    open: { state: true },
  };

  constructor() {
    super();
    this.patterns = [];
  }

  get pattern() {
    return this.patterns.find(({ id }) => id === this.chosen) ?? this.patterns[0];
  }

  choose(event) {
    this.chosen = event.target.value;
    this.found = undefined;
    this.fault = undefined;
    this.isMadeUp = false;
    this.request = undefined;
    this.busy = false;
  }

  asked(event) {
    event.preventDefault();
    this.parameters = Object.fromEntries(new FormData(event.target));
    delete this.parameters.pattern;
    this.run('');
  }

  async run(cursor) {
    const { pattern, parameters } = this;
    const path = `api/systems/${encodeURIComponent(this.system)}/patterns/${encodeURIComponent(pattern.id)}/run`;
    const request = (this.request = {});
    this.busy = true;
    try {
      const page = await api.post(path, { parameters, cursor });
      if (request !== this.request) return; // something else was asked meanwhile
      const before = cursor ? this.found.items : [];
      this.found = { ...page, items: [...before, ...page.items] };
      this.fault = undefined;
    } catch (fault) {
      if (request !== this.request) return;
      this.fault = fault;
      if (!cursor) this.found = undefined;
    } finally {
      if (request === this.request) this.busy = false;
    }
  }

  render() {
    if (this.patterns.length === 0) {
      return html`<t-state
        kind="empty"
        icon="search"
        heading="No pattern reads this table"
        text="Only items that a pattern finds can be shown."
      ></t-state>`;
    }
    return html`${this.form()} ${this.result()}
      <c-item .item=${this.open} @close=${() => (this.open = undefined)}></c-item>`;
  }

  form() {
    const { pattern } = this;
    const fields = this.fault?.fields ?? {};
    return html`<form class="stack" @submit=${this.asked} novalidate>
      <t-field
        label="Pattern"
        name="pattern"
        .value=${pattern.id}
        .options=${this.patterns.map(({ id, title }) => [id, `${id}: ${title}`])}
        hint=${`${pattern.operation}${pattern.index ? ` on index ${pattern.index}` : ''}${pattern.page ? `, pages of ${pattern.page}` : ''}`}
        @change=${this.choose}
      ></t-field>
      <div class="grid">
        ${pattern.parameters.map((parameter) => this.parameter(pattern, parameter, fields))}
      </div>
      ${this.said(pattern, fields)}
      <div class="row wrap">
        <button class="button primary" ?disabled=${!pattern.runnable} aria-busy=${this.busy ? 'true' : nothing}>
          Find
        </button>
        <button type="button" class="button quiet" @click=${this.fill}>Fill in an example</button>
        ${
          this.isMadeUp
            ? html`<span class="small muted" role="status">No stored item fits. These are the values of the declared example.</span>`
            : nothing
        }
      </div>
    </form>`;
  }

  /** Errors that belong to none of the fields. */
  said(pattern, fields) {
    if (!pattern.runnable) {
      return html`<p class="notice"><t-icon name="info"></t-icon>This pattern takes values that cannot be entered here.</p>`;
    }
    if (!this.fault) return nothing;
    const known = pattern.parameters.map(({ name }) => name);
    const rest = Object.entries(fields).filter(([name]) => !known.includes(name));
    if (rest.length === 0 && Object.keys(fields).length > 0) return nothing;
    const words = rest.length ? rest.map(([, message]) => message).join(' ') : this.fault.message;
    return html`<p class="notice bad" role="alert"><t-icon name="alert"></t-icon>${words}</p>`;
  }

  parameter(pattern, { name, type, optional, example, choices }, fields) {
    const options = choices.length ? [...(optional ? [''] : []), ...choices] : undefined;
    return html`<t-field
      data-pattern=${pattern.id}
      label=${name}
      name=${name}
      hint=${`${type}${optional ? ', optional' : ''}`}
      placeholder=${example ?? ''}
      autocomplete="off"
      .options=${options}
      .error=${fields[name]}
    ></t-field>`;
  }

  /** Fills in parameters that find something; the declared example's if nothing is stored. */
  async fill() {
    const { pattern } = this;
    this.fault = undefined;
    try {
      const path = `api/systems/${encodeURIComponent(this.system)}/patterns/${encodeURIComponent(pattern.id)}/example`;
      const { parameters, found } = await api.get(path);
      if (pattern.id !== this.pattern.id) return;
      for (const field of this.querySelectorAll('t-field[data-pattern]')) {
        field.value = parameters[field.name] ?? '';
      }
      this.isMadeUp = !found;
    } catch (fault) {
      if (pattern.id === this.pattern.id) this.fault = fault;
    }
  }

  result() {
    const { found } = this;
    if (!found) return nothing;
    return html`<div class="stack tight" role="region" aria-label="Items found" aria-live="polite">
      <p class="small muted">
        ${format.count(found.items.length, 'item')}, ${millis(found.millis)}
      </p>
      ${
        found.items.length === 0
          ? html`<t-state kind="empty" icon="search" heading="No items found"></t-state>`
          : html`<div class="framed">${this.table(found.items)}</div>`
      }
      ${
        found.next
          ? html`<div>
              <button
                type="button"
                class="button"
                aria-busy=${this.busy ? 'true' : nothing}
                @click=${() => this.run(found.next)}
              >
                Next page
              </button>
            </div>`
          : nothing
      }
    </div>`;
  }

  table(items) {
    return html`<t-table
      caption="Items"
      .rows=${items.map((item, place) => ({ item, place }))}
      .rowKey=${({ place }) => place}
      .columns=${[
        {
          key: 'entity',
          label: 'Entity',
          sortable: false,
          head: true,
          cell: ({ item }) =>
            html`<button type="button" class="link" @click=${() => (this.open = item)}>${item.entity}</button>`,
        },
        { key: 'key', label: 'Key', sortable: false, cell: ({ item }) => shown(item) },
        { key: 'content', label: 'Attributes', sortable: false, cell: ({ item }) => content(item) },
        { key: 'bytes', label: 'Bytes', sortable: false, align: 'end', cell: ({ item }) => format.exact(item.bytes) },
        {
          key: 'units',
          label: 'RCU',
          sortable: false,
          align: 'end',
          cell: ({ item }) => (item.view ? '–' : item.eventual_read_units),
        },
        {
          key: 'put',
          label: 'WCU',
          sortable: false,
          align: 'end',
          cell: ({ item }) => item.put_units ?? '–',
        },
      ]}
    ></t-table>`;
  }
}

/** The first attributes beside the keys. */
function content({ attributes }) {
  const rest = attributes.filter(({ key }) => !key);
  const shown = rest.slice(0, SHOWN_ATTRIBUTES);
  return html`<span class="item-content">
    ${shown.map(({ name, value }) => html`<span><span class="muted">${name}</span> ${value} </span>`)}
  </span>`;
}

/** The table's key, or the first values if only some attributes were read. */
function shown(item) {
  const keys = item.keys.filter(({ of }) => of === 'table');
  if (keys.length) return keys.map((key) => html`<span class="block">${segments(key.segments)}</span>`);
  return item.attributes.slice(0, 3).map(({ name, value }) => html`<span class="block"><span class="muted">${name}</span> ${value}</span>`);
}

customElements.define('c-browse', Browse);
