// How to put the widget on a page, with a working example.
import { html, nothing } from 'lit';
import { createRef, ref } from 'lit/directives/ref.js';
import { Part } from '/shared/trestle.js';
import { Sample } from './sample.js';

const ACCENTS = [
  ['', 'Blue'],
  ['#0f766e', 'Teal'],
  ['#b45309', 'Amber'],
  ['#9333ea', 'Violet'],
  ['#111827', 'Ink'],
];

const THEMES = [
  ['auto', 'Auto'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];

const ATTRIBUTES = [
  ['data-tenant', 'The tenant. Without it, the script only defines the elements.'],
  ['data-inbox', 'The inbox; DEFAULT by default.'],
  ['data-token', 'A user token, valid for an hour. After that, the token URL or callback is used.'],
  ['data-token-url', 'A URL of your server that returns {"token": "…"} for the signed-in user. Called with your cookies when there is no token, or when one was refused.'],
  ['data-token-callback', 'The name of a function of your page that returns a token, or a promise of one.'],
  ['data-target', 'A selector: the bell becomes the last child of that element. Without it, the bell appears where the tag is, or in the bottom corner if the tag is in the head.'],
  ['data-theme', 'auto (follows the system), light or dark.'],
  ['data-accent', 'A colour such as #0f766e, for the badge, unread marks and selected categories.'],
  ['data-label', 'The label of the bell and the panel; “Notifications” by default.'],
];

const EVENTS = [
  ['stak-count', '{total}: the unread count, whenever it changes.'],
  ['stak-new', '{id, category}: a message arrived.'],
  ['stak-open', 'The message that was opened. Call preventDefault() to close the panel and handle it yourself.'],
  ['stak-error', '{status, message}: 401 means there is no valid token.'],
];

class Guide extends Part {
  static properties = { theme: { state: true }, accent: { state: true } };

  constructor() {
    super();
    this.theme = 'auto';
    this.accent = '';
    this.sample = new Sample();
    this.stage = createRef();
  }

  async firstUpdated() {
    await customElements.whenDefined('stak-inbox');
    this.bell = window.Stak.mount({
      tenant: 'sample',
      inbox: 'DEFAULT',
      token: 'sample',
      theme: this.shown,
      fetch: this.sample.fetch,
      target: this.stage.value,
    });
    this.heard = () => this.bell.setAttribute('theme', this.shown);
    addEventListener('trestle-theme', this.heard);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    removeEventListener('trestle-theme', this.heard);
  }

  /** On this page, auto follows the theme that was chosen for the page. */
  get shown() {
    return this.theme === 'auto' ? (window.trestleTheme?.shown ?? 'auto') : this.theme;
  }

  updated() {
    if (!this.bell) return;
    this.bell.setAttribute('theme', this.shown);
    if (this.accent) this.bell.setAttribute('accent', this.accent);
    else this.bell.removeAttribute('accent');
  }

  get snippet() {
    const lines = [
      `<script src="${location.origin}/stak/widget.js"`,
      '        data-tenant="acme" data-inbox="DEFAULT"',
      '        data-token-url="/stak-token"',
    ];
    if (this.theme !== 'auto') lines.push(`        data-theme="${this.theme}"`);
    if (this.accent) lines.push(`        data-accent="${this.accent}"`);
    return `${lines.join('\n')}></script>`;
  }

  render() {
    return html`<t-app-bar current="stak" .links=${LINKS}></t-app-bar>
      <main id="main" class="page" tabindex="-1">
        <div class="page-head">
          <div>
            <p class="eyebrow">Stak widget</p>
            <h1>An inbox for your pages, with one script tag</h1>
            <p>A bell with a badge and an inbox behind it: live, by category, in sync on every device.</p>
          </div>
        </div>
        <div class="stack loose">${this.example()} ${this.steps()} ${this.reference()}</div>
      </main>`;
  }

  segment(name, value, label) {
    return html`<button
      type="button"
      aria-pressed=${this[name] === value ? 'true' : 'false'}
      @click=${() => (this[name] = value)}
    >
      ${label}
    </button>`;
  }

  example() {
    return html`<section class="card flush" aria-labelledby="example">
      <div class="card-head">
        <div>
          <h2 id="example">Try it</h2>
          <p>With sample messages. Nothing is sent to a server.</p>
        </div>
        <div class="row wrap">
          <div class="segments" role="group" aria-label="Theme">${THEMES.map(([id, label]) => this.segment('theme', id, label))}</div>
          <div class="segments" role="group" aria-label="Accent">${ACCENTS.map(([id, label]) => this.segment('accent', id, label))}</div>
        </div>
      </div>
      <div class="stage">
        <div class="shop ${this.shown}">
          <div class="shop-bar">
            <span class="shop-name">Your product</span>
            <span class="shop-links"><span>Plans</span><span>Drawings</span><span>Team</span></span>
            <span ${ref(this.stage)}></span>
          </div>
          <div class="shop-body">
            <button type="button" class="button primary" @click=${() => this.sample.arrive()}>
              <t-icon name="bell"></t-icon>Send a sample message
            </button>
          </div>
        </div>
      </div>
      <div class="stage-code"><t-code label="Script tag" text=${this.snippet}></t-code></div>
    </section>`;
  }

  steps() {
    return html`<section class="stack" aria-labelledby="how">
      <h2 id="how">In three steps</h2>
      <ol class="card flush how">
        <li>
          <div class="stack tight">
            <h3>Allow your pages</h3>
            <p class="small muted">
              Add their origins to your tenant's <a href="./#/settings">settings</a>. Browsers block all others.
            </p>
          </div>
          <t-code label="An origin" text="https://app.example.com"></t-code>
        </li>
        <li>
          <div class="stack tight">
            <h3>Return a token</h3>
            <p class="small muted">From your server, for the signed-in user. The admin key stays on the server.</p>
          </div>
          <t-code label="Token endpoint" text=${SERVER}></t-code>
        </li>
        <li>
          <div class="stack tight">
            <h3>Add the tag</h3>
            <p class="small muted">
              Put it where the bell should appear. If your pages have a content security policy, add this server to
              <code>script-src</code> and <code>connect-src</code>. Nothing else is needed: no inline styles, no <code>eval</code>.
            </p>
          </div>
          <t-code label="Policy" text=${`script-src 'self' ${location.origin};\nconnect-src 'self' ${location.origin}`}></t-code>
        </li>
      </ol>
    </section>`;
  }

  table(caption, head, rows) {
    return html`<div class="card flush">
      <div class="card-head"><h2>${caption}</h2></div>
      <t-table
        caption=${caption}
        .rows=${rows}
        .rowKey=${([name]) => name}
        .columns=${[
          { key: 'name', label: head, head: true, sortable: false, cell: ([name]) => html`<code>${name}</code>` },
          { key: 'words', label: 'Description', sortable: false, cell: ([, words]) => words },
        ]}
      ></t-table>
    </div>`;
  }

  reference() {
    return html`${this.table('Attributes', 'Attribute', ATTRIBUTES)}
      ${this.table('Events', 'Event', EVENTS)}
      <section class="card stack" aria-labelledby="script">
        <h2 id="script">From a script</h2>
        <p class="small muted">
          The tag creates an element, <code>&lt;stak-inbox&gt;</code>, which has the same attributes without
          <code>data-</code>. Change its <code>token</code> or <code>tenant</code> to restart it for another user.
        </p>
        <t-code label="Create the bell from a script" text=${SCRIPT}></t-code>
      </section>
      <section class="card stack" aria-labelledby="keyboard">
        <h2 id="keyboard">Keyboard and screen readers</h2>
        <p class="small muted">
          The bell announces the unread count. <kbd>Enter</kbd> opens the panel, <kbd>↓</kbd> and <kbd>↑</kbd> move between
          messages, <kbd>Tab</kbd> reaches their actions, <kbd>Esc</kbd> closes the panel and returns the focus to the bell.
          New messages are announced.
        </p>
      </section>
      ${nothing}`;
  }
}

const LINKS = [
  { label: 'Admin', href: './' },
  { label: 'Widget guide', href: 'widget.html', current: true },
];

const SERVER = [
  "app.get('/stak-token', signedIn, async (request, response) => {",
  '  const result = await fetch(',
  '    `${STAK}/stack/admin/v1/acme/DEFAULT/tokens`, {',
  "      method: 'POST',",
  '      headers: {',
  "        'Content-Type': 'application/json',",
  "        'X-Api-Key': process.env.STAK_ADMIN_KEY,",
  "        'X-Admin-Id': 'web',",
  '      },',
  '      body: JSON.stringify({ user_id: request.user.id }),',
  '    });',
  '  response.json({ token: (await result.json()).data.token });',
  '});',
].join('\n');

const SCRIPT = [
  'const bell = Stak.mount({',
  "  tenant: 'acme',",
  "  target: '#header',",
  '  getToken: () => myApp.stakToken(),',
  '});',
  "bell.addEventListener('stak-open', (event) => {",
  '  event.preventDefault();',
  '  router.go(event.detail.message.cta_uri);',
  '});',
].join('\n');

customElements.define('s-guide', Guide);
