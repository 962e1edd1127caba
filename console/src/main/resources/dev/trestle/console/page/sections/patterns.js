import { html, nothing } from 'lit';
import { format } from '/shared/trestle.js';
import { live } from '../live.js';
import { Section } from '../section.js';
import { link, millis, rate } from '../text.js';
import './pattern.js';

/** The access-pattern matrix, with the activity of each pattern. */
class Patterns extends Section {
  static properties = {
    system: { attribute: false },
    pattern: { attribute: false },
    search: { state: true },
    used: { state: true },
  };

  follows = true;

  constructor() {
    super();
    this.search = '';
    this.used = false;
    this.pressed = (event) => this.find(event);
  }

  connectedCallback() {
    super.connectedCallback();
    addEventListener('keydown', this.pressed);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    removeEventListener('keydown', this.pressed);
  }

  /** A slash focuses the search field. */
  find(event) {
    if (event.key !== '/' || event.target.closest('input, textarea, select, t-dialog')) return;
    event.preventDefault();
    this.querySelector('t-field')?.focus();
  }

  get path() {
    return 'api/patterns';
  }

  /** The live rates, or those of the server until the first event. */
  activity(system, id) {
    return (
      live.pattern(system, id) ??
      this.data?.used.find((each) => each.system === system && each.id === id)
    );
  }

  get rows() {
    const words = this.search.toLowerCase();
    return this.data.systems
      .filter(({ name }) => !this.system || name === this.system)
      .flatMap(({ name, rows }) =>
        rows.filter(({ step }) => !step).map((row) => ({ ...row, system: name, now: this.activity(name, row.id) })),
      )
      .filter((row) => !this.used || row.now)
      .filter((row) =>
        [row.id, row.title, row.table, row.index, row.operation, row.system].some((text) =>
          text?.toLowerCase().includes(words),
        ),
      );
  }

  render() {
    return html`${this.head(
      'Patterns',
      'Every access pattern of the systems: as declared, and as used now.',
    )}
    ${this.body()}`;
  }

  content({ systems }) {
    return html`<div class="stack">
      <div class="row wrap tools">
        <t-field
          class="grow"
          bare
          label="Search patterns"
          type="search"
          placeholder="Search by id, title, table or operation"
          .value=${this.search}
          @input=${(event) => (this.search = event.target.value)}
        ></t-field>
        <label class="switch small">
          <input
            type="checkbox"
            role="switch"
            .checked=${this.used}
            @change=${(event) => (this.used = event.target.checked)}
          />
          Only those in use
        </label>
      </div>
      ${
        systems.length > 1
          ? html`<nav class="segments" aria-label="System">
              <a href="#/patterns" aria-current=${this.system ? nothing : 'true'}>All</a>
              ${systems.map(
                ({ name }) =>
                  html`<a
                    href=${link('patterns', name)}
                    aria-current=${this.system === name ? 'true' : nothing}
                    >${name}</a
                  >`,
              )}
            </nav>`
          : nothing
      }
      <div class="card flush">
        <t-table
          caption="Access patterns"
          empty="No pattern matches"
          .rows=${this.rows}
          .rowKey=${({ system, id }) => `${system}/${id}`}
          .columns=${this.columns(systems.length > 1 && !this.system)}
        ></t-table>
      </div>
      <p class="tiny muted">
        Rates are averages over the last ten seconds. Latencies cover all calls since the start.
      </p>
    </div>
    <c-pattern
      .rows=${this.chosen}
      .system=${this.system}
      .now=${this.activity(this.system, this.pattern)}
      @close=${() => (location.hash = link('patterns', this.system))}
    ></c-pattern>`;
  }

  /** The pattern that the address names, with its steps. */
  get chosen() {
    if (!this.pattern) return [];
    const rows = this.data.systems.find(({ name }) => name === this.system)?.rows ?? [];
    const first = rows.findIndex(({ id, step }) => id === this.pattern && !step);
    if (first < 0) return rows.filter(({ id }) => id === this.pattern).slice(0, 1);
    const next = rows.findIndex(({ step }, index) => index > first && !step);
    return rows.slice(first, next < 0 ? undefined : next);
  }

  columns(withSystem) {
    const now = (key, label, value, draw) => ({
      key,
      label,
      align: 'end',
      value: (row) => (row.now ? value(row.now) : undefined),
      cell: (row) => (row.now ? draw(value(row.now)) : html`<span class="muted unused">–</span>`),
    });
    return [
      {
        key: 'id',
        label: 'Pattern',
        head: true,
        cell: (row) =>
          html`<a class="pattern" href=${link('patterns', row.system, row.id)}>
            <span class="mono">${row.id}</span> <span class="regular">${row.title}</span>
          </a>
          ${row.key ? html`<span class="key-line wide-only">${row.key}</span>` : nothing}`,
      },
      {
        key: 'operation',
        label: 'Operation',
        cell: (row) =>
          html`${row.operation}
            <span class="muted block">${withSystem ? `${row.system}: ` : ''}${row.table}${row.index ? ` / ${row.index}` : ''}</span>`,
      },
      now('calls', 'Calls/s', ({ rates }) => rates.calls, rate),
      now('read', 'RCU/s', ({ rates }) => rates.read_units, rate),
      now('write', 'WCU/s', ({ rates }) => rates.write_units, rate),
      now('p50', 'p50', ({ latency }) => latency.p50, millis),
      now('p99', 'p99', ({ latency }) => latency.p99, millis),
      now('total', 'Calls', ({ calls }) => calls, format.number),
      now('errors', 'Errors', ({ errors }) => errors, (count) =>
        count ? html`<span class="badge bad">${format.number(count)}</span>` : '0',
      ),
    ];
  }
}

customElements.define('c-patterns', Patterns);
