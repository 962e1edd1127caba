// What was sent, delivered, read and failed, by day and by category.
import { html } from 'lit';
import { Section, format } from '/shared/trestle.js';
import { session } from '../session.js';

const PERIODS = [7, 30, 90];
const COUNTS = [
  ['sent', 'Sent'],
  ['delivered', 'Delivered'],
  ['read', 'Read'],
  ['failed', 'Failed'],
];
const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** "2026-11-16" as "16 Nov", in one line. Days are in UTC. */
function label(day) {
  return date.format(new Date(day)).replace(' ', '\u00a0');
}

class Trends extends Section {
  static properties = { ...Section.properties, days: { state: true }, category: { state: true } };

  constructor() {
    super();
    this.days = 30;
    this.category = '';
  }

  get every() {
    return 15;
  }

  async fetch() {
    const asked = new URLSearchParams({ days: this.days, category: this.category });
    return (await session.call(`trends?${asked}`)).data;
  }

  choose(changes) {
    Object.assign(this, changes);
    this.load();
  }

  render() {
    return html`${this.head('Trends', html`What happened in the inbox <strong>${session.who?.inbox}</strong>, by day (UTC).`)}
      <div class="stack">
        <div class="pair">
          <t-field
            label="Period"
            name="days"
            .value=${String(this.days)}
            .options=${PERIODS.map((days) => [String(days), `${days} days`])}
            @change=${(event) => this.choose({ days: Number(event.target.value) })}
          ></t-field>
          <t-field
            label="Category"
            name="category"
            .value=${this.category}
            .options=${[['', 'All'], ...this.categories.map((name) => [name, name])]}
            @change=${(event) => this.choose({ category: event.target.value })}
          ></t-field>
        </div>
        ${this.body()}
      </div>`;
  }

  /** The chosen one stays, even if a shorter period has nothing of it. */
  get categories() {
    const known = (this.data?.categories ?? []).map(({ category }) => category);
    return [...new Set([...known, ...(this.category ? [this.category] : [])])].sort();
  }

  content({ days, categories }) {
    if (categories.length === 0) {
      return html`<div class="card">
        <t-state
          kind="empty"
          icon="chart"
          heading="Nothing in this period"
          text="Messages that you send are counted here, day by day."
        ></t-state>
      </div>`;
    }
    const sum = (name) => days.reduce((total, day) => total + day[name], 0);
    const notes = { sent: 'messages', delivered: 'recipients', read: 'by recipients', failed: 'recipients' };
    return html`<div class="tiles">
        ${COUNTS.map(([name, words]) => html`<t-stat label=${words} .value=${sum(name)} note=${notes[name]}></t-stat>`)}
      </div>
      ${this.charts(days)} ${this.byCategory(categories)}`;
  }

  charts(days) {
    const times = days.map(({ day }) => label(day));
    const series = (names) =>
      COUNTS.filter(([name]) => names.includes(name)).map(([name, words]) => ({
        label: words,
        values: days.map((day) => day[name]),
      }));
    return html`<section class="card stack" aria-labelledby="recipients">
        <h2 id="recipients">Recipients</h2>
        <t-chart
          label="Recipients by day"
          .times=${times}
          .series=${series(['delivered', 'read', 'failed'])}
        ></t-chart>
        <p class="small muted">
          Messages for everyone are sent, but not delivered to each recipient. A message that is marked unread and read
          again counts twice.
        </p>
      </section>
      <section class="card stack" aria-labelledby="sent">
        <h2 id="sent">Messages</h2>
        <t-chart label="Messages sent by day" kind="bars" height="140" .times=${times} .series=${series(['sent'])}></t-chart>
        <details>
          <summary>Days as a table</summary>
          <t-table
            caption="By day"
            kind="scroll"
            .rows=${[...days].reverse()}
            .rowKey=${({ day }) => day}
            .columns=${[{ key: 'day', label: 'Day', head: true, cell: ({ day }) => label(day) }, ...columns()]}
          ></t-table>
        </details>
      </section>`;
  }

  byCategory(categories) {
    return html`<section class="card flush" aria-labelledby="categories">
      <div class="card-head"><h2 id="categories">Categories</h2></div>
      <t-table
        caption="By category"
        sort="-sent"
        .rows=${categories}
        .rowKey=${({ category }) => category}
        .columns=${[{ key: 'category', label: 'Category', head: true }, ...columns()]}
      ></t-table>
    </section>`;
  }
}

function columns() {
  return COUNTS.map(([key, words]) => ({
    key,
    label: words,
    align: 'end',
    cell: (row) => html`<span class="number">${format.exact(row[key])}</span>`,
  }));
}

customElements.define('s-trends', Trends);
