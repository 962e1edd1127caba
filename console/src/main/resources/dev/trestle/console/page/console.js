// The console: which section is shown, and whether its figures are live.
import { html, nothing } from 'lit';
import { Part, api } from '/shared/trestle.js';
import { live } from './live.js';
import './login.js';
import './sections/alarms.js';
import './sections/checks.js';
import './sections/cost.js';
import './sections/engine.js';
import './sections/heat.js';
import './sections/overview.js';
import './sections/patterns.js';
import './sections/queues.js';
import './sections/streams.js';
import './sections/table.js';
import './sections/tables.js';

const SECTIONS = [
  { id: 'overview', label: 'Overview', icon: 'chart' },
  { id: 'patterns', label: 'Patterns', icon: 'list' },
  { id: 'tables', label: 'Tables', icon: 'table' },
  { id: 'heat', label: 'Heat', icon: 'flame' },
  { id: 'alarms', label: 'Alarms', icon: 'bell' },
  { id: 'checks', label: 'Checks', icon: 'shield' },
  { id: 'cost', label: 'Cost', icon: 'tag' },
  { id: 'streams', label: 'Streams', icon: 'stream' },
  { id: 'queues', label: 'Queues', icon: 'queue' },
  { id: 'engine', label: 'Engine', icon: 'cpu' },
].map((section) => ({ ...section, href: `#/${section.id}` }));

const STATES = {
  connecting: ['', 'Connecting'],
  live: ['good', 'Live'],
  lost: ['bad', 'Connection lost'],
};

/** What stands behind the hash: #/tables/mail/letters. */
function route() {
  const [section, ...rest] = location.hash.replace(/^#\/?/, '').split('/').map(decodeURIComponent);
  const known = SECTIONS.some(({ id }) => id === section);
  return { section: known ? section : 'overview', rest: known ? rest : [] };
}

class Console extends Part {
  static properties = { at: { state: true }, state: { state: true }, access: { state: true } };

  constructor() {
    super();
    this.at = route();
    this.state = live.state;
    this.moved = () => this.go();
    this.heard = () => (this.state = live.state);
  }

  connectedCallback() {
    super.connectedCallback();
    addEventListener('hashchange', this.moved);
    live.addEventListener('state', this.heard);
    this.enter();
  }

  /** Begins, if there is no login or one has logged in. */
  async enter() {
    this.access = await api.get('access').catch(() => ({ signed_in: true }));
    if (this.access.signed_in) live.start();
  }

  async leave() {
    await api.delete('/operator/session');
    location.reload();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    removeEventListener('hashchange', this.moved);
    live.removeEventListener('state', this.heard);
    live.stop();
  }

  async go() {
    if (location.hash === '#main') return; // the link to the content
    const before = this.at.section;
    this.at = route();
    if (this.at.section === before) return;
    await this.updateComplete;
    scrollTo({ top: 0, behavior: 'instant' });
    this.querySelector('main').focus({ preventScroll: true });
  }

  updated() {
    const section = SECTIONS.find(({ id }) => id === this.at.section);
    document.title = `${section.label} · Console · Trestle`;
  }

  render() {
    if (!this.access) return html`<t-app-bar current="console"></t-app-bar>`;
    if (!this.access.signed_in) {
      return html`<t-app-bar current="console"></t-app-bar>
        <main id="main" class="page"><c-login @entered=${this.enter}></c-login></main>`;
    }
    const [look, words] = STATES[this.state];
    return html`<t-app-bar
        current="console"
        .actions=${html`<span class="badge live ${look}" role="status">
            <span class="dot ${look}"></span>${words}
          </span>
          ${this.access.login ? html`<button class="button" @click=${this.leave}>Log out</button>` : nothing}`}
      ></t-app-bar>
      <div class="page wide sides">
        <t-tabs label="Console" kind="rail" .items=${SECTIONS} selected=${this.at.section}></t-tabs>
        <main id="main" tabindex="-1">${this.section()}</main>
      </div>`;
  }

  section() {
    const [system, name] = this.at.rest;
    switch (this.at.section) {
      case 'patterns':
        return html`<c-patterns .system=${system} .pattern=${name}></c-patterns>`;
      case 'tables':
        return name
          ? html`<c-table .system=${system} .name=${name}></c-table>`
          : html`<c-tables></c-tables>`;
      case 'heat':
        return html`<c-heat></c-heat>`;
      case 'alarms':
        return html`<c-alarms></c-alarms>`;
      case 'checks':
        return html`<c-checks></c-checks>`;
      case 'cost':
        return html`<c-cost></c-cost>`;
      case 'streams':
        return html`<c-streams></c-streams>`;
      case 'queues':
        return html`<c-queues></c-queues>`;
      case 'engine':
        return html`<c-engine></c-engine>`;
      case 'overview':
        return html`<c-overview></c-overview>`;
      default:
        return nothing;
    }
  }
}

customElements.define('c-console', Console);
