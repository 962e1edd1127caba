// The administrators' page: signing in, and which section is shown.
import { html, nothing } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { Part } from '/shared/trestle.js';
import './sections/compose.js';
import './sections/embed.js';
import './sections/inbox.js';
import './sections/keys.js';
import './sections/letters.js';
import './sections/message.js';
import './sections/overview.js';
import './sections/sent.js';
import './sections/settings.js';
import './sections/sign-in.js';
import './sections/webhook.js';
import { live } from './live.js';
import { session } from './session.js';

const SECTIONS = [
  { id: 'overview', label: 'Overview', icon: 'chart' },
  { id: 'compose', label: 'Compose', icon: 'edit' },
  { id: 'sent', label: 'Sent', icon: 'send' },
  { id: 'letters', label: 'Dead letters', icon: 'alert' },
  { id: 'inbox', label: 'Inbox', icon: 'inbox' },
  { id: 'settings', label: 'Settings', icon: 'gear' },
  { id: 'keys', label: 'Keys', icon: 'key' },
  { id: 'webhook', label: 'Webhook', icon: 'link' },
  { id: 'embed', label: 'Widget', icon: 'bell' },
].map((section) => ({ ...section, href: `#/${section.id}` }));

/** What stands behind the hash: #/sent/01JC… */
function route() {
  const [section, rest] = location.hash.replace(/^#\/?/, '').split('/');
  const known = SECTIONS.some(({ id }) => id === section);
  return { section: known ? section : 'overview', rest: known ? rest : undefined };
}

class StakPage extends Part {
  static properties = { at: { state: true }, who: { state: true } };

  constructor() {
    super();
    this.at = route();
    this.who = session.who;
    this.moved = () => this.go();
    this.heard = () => (this.who = session.who);
  }

  connectedCallback() {
    super.connectedCallback();
    addEventListener('hashchange', this.moved);
    session.addEventListener('change', this.heard);
    live.follow();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    removeEventListener('hashchange', this.moved);
    session.removeEventListener('change', this.heard);
  }

  async go() {
    if (location.hash === '#main') return; // the link to the content
    const before = this.at;
    this.at = route();
    if (this.at.section === before.section && this.at.rest === before.rest) return;
    await this.updateComplete;
    scrollTo({ top: 0, behavior: 'instant' });
    this.querySelector('main')?.focus({ preventScroll: true });
  }

  updated() {
    const { label } = SECTIONS.find(({ id }) => id === this.at.section);
    document.title = this.who ? `${label} · Stak · Trestle` : 'Sign in · Stak · Trestle';
  }

  render() {
    if (!this.who) {
      return html`<t-app-bar current="stak" .links=${DOCS}></t-app-bar>
        <main id="main" class="page" tabindex="-1"><s-sign-in></s-sign-in></main>`;
    }
    const { tenant, inbox, admin } = this.who;
    return html`<t-app-bar
        current="stak"
        .links=${DOCS}
        .actions=${html`<span class="badge wide-only" title="Tenant and inbox">${tenant} / ${inbox}</span>
          <t-menu
            label="Signed in as ${admin}"
            icon="user"
            .items=${[
              { heading: `${admin} of ${tenant}` },
              { id: 'out', label: 'Sign out', icon: 'logout' },
            ]}
            @choose=${() => session.close()}
          ></t-menu>`}
      ></t-app-bar>
      <div class="page wide sides">
        <t-tabs label="Sections" kind="rail" .items=${SECTIONS} selected=${this.at.section}></t-tabs>
        <main id="main" tabindex="-1">
          ${keyed([tenant, inbox, this.at.section, this.at.rest].join('/'), this.section())}
        </main>
      </div>`;
  }

  section() {
    const { section, rest } = this.at;
    switch (section) {
      case 'overview':
        return html`<s-overview></s-overview>`;
      case 'compose':
        return html`<s-compose></s-compose>`;
      case 'sent':
        return rest ? html`<s-message .message=${rest}></s-message>` : html`<s-sent></s-sent>`;
      case 'letters':
        return html`<s-letters></s-letters>`;
      case 'inbox':
        return html`<s-inbox></s-inbox>`;
      case 'settings':
        return html`<s-settings></s-settings>`;
      case 'keys':
        return html`<s-keys></s-keys>`;
      case 'webhook':
        return html`<s-webhook></s-webhook>`;
      case 'embed':
        return html`<s-embed></s-embed>`;
      default:
        return nothing;
    }
  }
}

const DOCS = [{ label: 'Widget guide', href: 'widget.html' }];

customElements.define('s-page', StakPage);
