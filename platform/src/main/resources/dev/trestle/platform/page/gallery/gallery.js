import { html } from 'lit';
import { Part, confirm, format, toast } from '/shared/trestle.js';
import { ICONS } from '/shared/parts/icon.js';

const COLOURS = [
  'bg', 'surface', 'raised', 'sunken', 'line', 'text', 'muted', 'accent', 'accent-fill',
  'accent-soft', 'good', 'good-soft', 'warn', 'warn-soft', 'bad', 'bad-soft',
  'chart-1', 'chart-2', 'chart-3', 'chart-4', 'chart-5', 'chart-6',
];

const TABLES = [
  { name: 'messages', items: 1_284_022, bytes: 402_118_233, heat: 'warm' },
  { name: 'chats', items: 18_204, bytes: 6_410_220, heat: 'calm' },
  { name: 'platform_queue', items: 12, bytes: 3_104, heat: 'calm' },
  { name: 'stak', items: 92_310, bytes: 31_020_113, heat: 'hot' },
];

const COLUMNS = [
  { key: 'name', label: 'Table', head: true, cell: (row) => html`<a href="#tables">${row.name}</a>` },
  { key: 'items', label: 'Items', align: 'end', cell: (row) => format.exact(row.items) },
  { key: 'bytes', label: 'Size', align: 'end', cell: (row) => format.bytes(row.bytes) },
  {
    key: 'heat',
    label: 'Heat',
    cell: (row) =>
      html`<span class="badge ${{ warm: 'warn', hot: 'bad' }[row.heat] ?? 'good'}">${row.heat}</span>`,
  },
];

/** The same on every visit, so that screenshots can be compared. */
const START = Date.UTC(2026, 0, 5, 12, 0, 0);
const TIMES = Array.from({ length: 60 }, (_, index) => START + index * 1000);
const wave = (height, pace, shift) =>
  TIMES.map((_, i) => height * (1.4 + Math.sin(i / pace + shift) + 0.35 * Math.sin(i * 1.7 + shift)));

/** All parts, for people who build pages and for tests. */
class Gallery extends Part {
  static properties = { tab: { state: true } };

  constructor() {
    super();
    this.tab = 'items';
  }

  updated() {
    for (const paint of this.querySelectorAll('.paint')) {
      paint.style.background = `var(--${paint.dataset.colour})`;
    }
  }

  async ask() {
    const isSure = await confirm({
      heading: 'Leave the group?',
      text: 'You will not get its messages any more. Others see that you left.',
      action: 'Leave',
      danger: true,
    });
    toast(isSure ? 'You left the group' : 'You are still in the group', { kind: isSure ? 'good' : 'info' });
  }

  render() {
    return html`<div class="page-head">
        <div>
          <h1>Parts</h1>
          <p>What pages of Trestle are made of.</p>
        </div>
      </div>
      <div class="gallery">
        ${this.buttons()} ${this.fields()} ${this.figures()} ${this.tables()} ${this.lists()}
        ${this.overlays()} ${this.states()} ${this.words()} ${this.colours()} ${this.icons()}
      </div>`;
  }

  buttons() {
    return html`<section aria-labelledby="h-buttons">
      <h2 id="h-buttons">Buttons and badges</h2>
      <div class="card stack">
        <div class="row wrap">
          <button type="button" class="button primary">Primary</button>
          <button type="button" class="button">Usual</button>
          <button type="button" class="button quiet">Quiet</button>
          <button type="button" class="button danger"><t-icon name="trash"></t-icon>Delete</button>
          <button type="button" class="button" disabled>Disabled</button>
          <button type="button" class="button primary" aria-busy="true">Saving</button>
          <button type="button" class="button icon" aria-label="Refresh"><t-icon name="refresh"></t-icon></button>
          <button type="button" class="button small">Small</button>
        </div>
        <div class="row wrap">
          <span class="badge">plain</span>
          <span class="badge accent">accent</span>
          <span class="badge good"><i class="dot good"></i>live</span>
          <span class="badge warn">warm</span>
          <span class="badge bad">failed</span>
          <span class="count" aria-label="3 new">3</span>
          <div class="segments" role="group" aria-label="Span">
            <button type="button" aria-pressed="true">Minute</button>
            <button type="button" aria-pressed="false">Hour</button>
            <button type="button" aria-pressed="false">Day</button>
          </div>
        </div>
      </div>
    </section>`;
  }

  fields() {
    return html`<section aria-labelledby="h-fields">
      <h2 id="h-fields">Fields</h2>
      <form class="card stack" @submit=${(event) => event.preventDefault()}>
        <div class="grid">
          <t-field label="Name" name="name" value="Ann Lee" autocomplete="off"></t-field>
          <t-field label="Phone" name="phone" type="tel" hint="With the country code" placeholder="+46 70 123 45 67"></t-field>
          <t-field label="Code" name="code" value="12" error="The code has six digits."></t-field>
          <t-field label="Role" name="role" .options=${[['admin', 'Admin'], ['member', 'Member']]} value="member"></t-field>
        </div>
        <t-field label="Text" name="text" rows="3" placeholder="What do you want to say?"></t-field>
        <div class="row wrap">
          <label class="switch"><input type="checkbox" role="switch" name="mute" checked />Mute this chat</label>
          <label class="check"><input type="checkbox" name="remember" />Remember me</label>
        </div>
      </form>
    </section>`;
  }

  figures() {
    const stats = [
      ['Requests', 1284.4, '/s', wave(300, 7, 0)],
      ['Reads', 412.7, 'RCU/s', wave(120, 5, 1)],
      ['Writes', 96, 'WCU/s', wave(40, 9, 2)],
    ];
    return html`<section aria-labelledby="h-figures">
      <h2 id="h-figures">Figures</h2>
      <div class="stack">
        <div class="grid small">
          ${stats.map(([label, value, unit, series]) => html`<t-stat label=${label} .value=${value} unit=${unit} .series=${series}></t-stat>`)}
          <t-stat label="On its way"></t-stat>
        </div>
        <div class="grid large">
          <div class="card">
            <div class="card-head"><h3>Latency</h3></div>
            <t-chart label="Latency" unit="ms" .times=${TIMES} .series=${[
              { label: 'p50', values: wave(2, 8, 0) },
              { label: 'p99', values: wave(6, 6, 1) },
            ]}></t-chart>
          </div>
          <div class="card">
            <div class="card-head"><h3>Requests</h3></div>
            <t-chart id="requests" label="Requests" unit="/s" .times=${TIMES} .series=${[{ label: 'requests', values: wave(300, 7, 0) }]}></t-chart>
          </div>
          <div class="card">
            <div class="card-head"><h3>Capacity, stacked</h3></div>
            <t-chart kind="stacked" label="Capacity" .times=${TIMES} .series=${[
              { label: 'reads', values: wave(20, 8, 0) },
              { label: 'writes', values: wave(10, 6, 1) },
              { label: 'indexes', values: wave(6, 4, 2) },
            ]}></t-chart>
          </div>
          <div class="card">
            <div class="card-head"><h3>By partition</h3></div>
            <t-chart kind="bars" label="By partition" .times=${['0', '1', '2', '3', '4', '5', '6', '7']} .series=${[
              { label: 'calls', values: [12, 30, 22, 91, 18, 9, 25, 14] },
            ]}></t-chart>
          </div>
        </div>
      </div>
    </section>`;
  }

  tables() {
    return html`<section aria-labelledby="h-tables">
      <h2 id="h-tables">Tables and tabs</h2>
      <div class="stack">
        <t-tabs
          label="Kinds of things"
          panel="tables"
          selected=${this.tab}
          .items=${[
            { id: 'items', label: 'Items', icon: 'table', count: 4 },
            { id: 'loading', label: 'Loading', icon: 'clock' },
            { id: 'none', label: 'None', icon: 'inbox' },
          ]}
          @choose=${(event) => (this.tab = event.detail.id)}
        ></t-tabs>
        <div id="tables" class="card flush" role="tabpanel" aria-label="Tables">
          <t-table
            caption="Tables"
            sort="name"
            .columns=${COLUMNS}
            .rows=${this.tab === 'items' ? TABLES : []}
            .rowKey=${(row) => row.name}
            ?loading=${this.tab === 'loading'}
            empty="No tables yet"
          ></t-table>
        </div>
      </div>
    </section>`;
  }

  lists() {
    const people = [
      ['Ann Lee', 'See you at six, then', 2, '2026-01-05T11:58:00Z'],
      ['Håkan Åberg', 'The saw is in the shed', 0, '2026-01-04T09:00:00Z'],
      ['Priya', 'Sent a picture', 0, '2025-12-01T09:00:00Z'],
    ];
    return html`<section aria-labelledby="h-lists">
      <h2 id="h-lists">Lists and cards</h2>
      <div class="grid large">
        <div class="card flush">
          <ul class="list">
            ${people.map(
              ([name, text, count, at], index) =>
                html`<li>
                  <a href="#h-lists" aria-current=${index === 0 ? 'true' : 'false'}>
                    <t-avatar name=${name}></t-avatar>
                    <span class="grow">
                      <span class="row between"><b class="cut strong">${name}</b><span class="tiny muted"><t-ago at=${at}></t-ago></span></span>
                      <span class="row between"><span class="cut small muted grow">${text}</span>${count ? html`<span class="count">${count}</span>` : ''}</span>
                    </span>
                  </a>
                </li>`,
            )}
            <li class="plain"><span class="skeleton round"></span><span class="grow stack tight"><span class="skeleton short"></span><span class="skeleton"></span></span></li>
          </ul>
        </div>
        <div class="card stack">
          <h3>Facts</h3>
          <dl class="facts">
            <dt>Partition key</dt>
            <dd><code>CHAT#01J8</code></dd>
            <dt>Size</dt>
            <dd class="number">1,204 bytes</dd>
            <dt>Written</dt>
            <dd><t-ago at="2026-01-04T09:00:00Z"></t-ago></dd>
          </dl>
          <p class="notice"><t-icon name="info"></t-icon><span>Reads here are eventually consistent.</span></p>
          <p class="notice warn"><t-icon name="alert"></t-icon><span>One partition takes half of all writes.</span></p>
          <t-code prompt="$" label="List tables" text="aws dynamodb list-tables --endpoint-url http://127.0.0.1:8000"></t-code>
        </div>
      </div>
    </section>`;
  }

  overlays() {
    return html`<section aria-labelledby="h-overlays">
      <h2 id="h-overlays">Menus, dialogs, toasts</h2>
      <div class="card row wrap">
        <t-menu
          label="More"
          icon="more"
          .items=${[
            { id: 'mute', label: 'Mute', icon: 'bell-off' },
            { id: 'export', label: 'Export', icon: 'download' },
            { heading: 'Careful' },
            { id: 'leave', label: 'Leave', icon: 'logout', danger: true },
          ]}
          @choose=${(event) => toast(`${event.detail.label} chosen`)}
        ></t-menu>
        <button type="button" class="button" id="open-dialog" @click=${() => this.querySelector('#dialog').show()}>Dialog</button>
        <button type="button" class="button" id="open-side" @click=${() => this.querySelector('#side').show()}>Side panel</button>
        <button type="button" class="button" id="ask" @click=${this.ask}>Confirm</button>
        <button type="button" class="button" id="say-good" @click=${() => toast('Saved', { kind: 'good' })}>Toast</button>
        <button type="button" class="button" id="say-bad" @click=${() => toast('The message was not sent.', { kind: 'bad', action: 'Try again' })}>Fault</button>
      </div>
      <t-dialog id="dialog" heading="New group">
        <form class="stack" id="group" method="dialog" @submit=${(event) => event.preventDefault()}>
          <t-field label="Name of the group" name="group" required></t-field>
          <t-field label="Who may write" name="who" .options=${[['all', 'Everyone'], ['admins', 'Admins only']]}></t-field>
        </form>
        <button type="button" slot="actions" class="button" data-close>Cancel</button>
        <button type="button" slot="actions" class="button primary" data-close="made">Make group</button>
      </t-dialog>
      <t-dialog id="side" kind="side" heading="Item">
        <t-code label="Item" text=${'{\n  "pk": "CHAT#01J8",\n  "sk": "MSG#0001"\n}'}></t-code>
      </t-dialog>
    </section>`;
  }

  states() {
    return html`<section aria-labelledby="h-states">
      <h2 id="h-states">Empty and error states</h2>
      <div class="grid large">
        <div class="card flush"><t-state kind="empty" icon="chat" heading="No chats yet" text="Write to someone by their phone number." action="New chat"></t-state></div>
        <div class="card flush"><t-state kind="error" heading="Could not load this" text="Something went wrong on the server." action="Try again"></t-state></div>
      </div>
    </section>`;
  }

  words() {
    return html`<section aria-labelledby="h-words">
      <h2 id="h-words">Words</h2>
      <div class="card stack">
        <p class="eyebrow">Eyebrow</p>
        <h3>A heading of a card</h3>
        <p class="lead">A lead says in one or two sentences what this is and whom it helps.</p>
        <p>Body text with <a href="#h-words">a link</a>, <code>code</code> and <b>weight</b>. <span class="muted">Muted text says what matters less.</span></p>
      </div>
    </section>`;
  }

  colours() {
    return html`<section aria-labelledby="h-colours">
      <h2 id="h-colours">Colours</h2>
      <ul class="swatches">
        ${COLOURS.map((name) => html`<li><div class="paint" data-colour=${name}></div><code>--${name}</code></li>`)}
      </ul>
    </section>`;
  }

  icons() {
    return html`<section aria-labelledby="h-icons">
      <h2 id="h-icons">Icons</h2>
      <ul class="icons card">
        ${ICONS.map((name) => html`<li><t-icon name=${name}></t-icon>${name}</li>`)}
      </ul>
    </section>`;
  }
}

customElements.define('t-gallery', Gallery);
