// How to put the widget on a page, with one that works.
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
  ['data-tenant', 'The tenant. Without it the script only defines the elements.'],
  ['data-inbox', 'The inbox; DEFAULT unless said.'],
  ['data-token', 'A user token. It is good for an hour; then the next two are asked.'],
  ['data-token-url', 'An address of your server that answers {"token": "…"} for whoever is signed in there. Asked with your cookies, when there is no token and when one is refused.'],
  ['data-token-callback', 'The name of a function of your page that gives a token, or a promise of one.'],
  ['data-target', 'A selector: the bell becomes the last child of that element. Without it, it stands where the tag does; of a tag in the head, in the corner below.'],
  ['data-theme', 'auto (as the system), light or dark.'],
  ['data-accent', 'A colour as #rrggbb: badge, marks, chosen categories.'],
  ['data-label', 'The words for the bell and the panel; “Notifications” unless said.'],
];

const EVENTS = [
  ['stak-count', '{total}: how many are unread, whenever that changes.'],
  ['stak-new', '{id, category}: a message has arrived.'],
  ['stak-open', 'The message that was opened. preventDefault() closes the panel, and the rest is yours.'],
  ['stak-error', '{status, message}: 401 means that there is no valid token.'],
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

  /** Auto follows the system; on this page it follows what was chosen for the page. */
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
            <p>A bell with a badge, and behind it what you sent: live, by category, on every device the same.</p>
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
          <p>With messages of this page; nothing is sent anywhere.</p>
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
              <t-icon name="bell"></t-icon>Let a message arrive
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
              Add their origins to the <a href="./#/settings">settings</a> of your tenant. Browsers refuse all others.
            </p>
          </div>
          <t-code label="An origin" text="https://app.example.com"></t-code>
        </li>
        <li>
          <div class="stack tight">
            <h3>Answer with a token</h3>
            <p class="small muted">On your server, for whoever is signed in there. The admin key stays on it.</p>
          </div>
          <t-code label="A server that gives tokens" text=${SERVER}></t-code>
        </li>
        <li>
          <div class="stack tight">
            <h3>Add the tag</h3>
            <p class="small muted">
              Where the bell shall be. If your pages have a content security policy, it needs this server in
              <code>script-src</code> and <code>connect-src</code>, and nothing else: no inline styles, no <code>eval</code>.
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
          { key: 'words', label: 'What it is', sortable: false, cell: ([, words]) => words },
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
          The tag is short for an element, <code>&lt;stak-inbox&gt;</code>, with the same attributes without
          <code>data-</code>. Changing its <code>token</code> or <code>tenant</code> starts it anew, as after a change of user.
        </p>
        <t-code label="A script that makes the bell" text=${SCRIPT}></t-code>
      </section>
      <section class="card stack" aria-labelledby="keyboard">
        <h2 id="keyboard">Keyboard and screen readers</h2>
        <p class="small muted">
          The bell says how many are unread. <kbd>Enter</kbd> opens the panel, <kbd>↓</kbd> and <kbd>↑</kbd> go from message to
          message, <kbd>Tab</kbd> reaches what can be done with each, <kbd>Esc</kbd> closes and gives the focus back to the bell.
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
  '  const answer = await fetch(',
  '    `${STAK}/stack/admin/v1/acme/DEFAULT/tokens`, {',
  "      method: 'POST',",
  '      headers: {',
  "        'Content-Type': 'application/json',",
  "        'X-Api-Key': process.env.STAK_ADMIN_KEY,",
  "        'X-Admin-Id': 'web',",
  '      },',
  '      body: JSON.stringify({ user_id: request.user.id }),',
  '    });',
  '  response.json({ token: (await answer.json()).data.token });',
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
