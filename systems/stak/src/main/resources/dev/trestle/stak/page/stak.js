// The administrators' page: its sections, and who may see them.
import { html } from 'lit';
import { Shell } from '/shared/trestle.js';
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
import './sections/templates.js';
import './sections/topics.js';
import './sections/trends.js';
import './sections/users.js';
import './sections/webhook.js';
import { live } from './live.js';
import { session } from './session.js';

class StakPage extends Shell {
  static current = 'stak';
  static heading = 'Stak';
  static sections = [
    { id: 'overview', label: 'Overview', icon: 'chart', render: () => html`<s-overview></s-overview>` },
    { id: 'compose', label: 'Compose', icon: 'edit', render: () => html`<s-compose></s-compose>` },
    {
      id: 'sent',
      label: 'Sent',
      icon: 'send',
      perRoute: true,
      render: (id) => (id ? html`<s-message .message=${id}></s-message>` : html`<s-sent></s-sent>`),
    },
    { id: 'trends', label: 'Trends', icon: 'chart', render: () => html`<s-trends></s-trends>` },
    {
      id: 'templates',
      label: 'Templates',
      icon: 'layers',
      perRoute: true,
      render: (name) => (name ? html`<s-template .name=${name}></s-template>` : html`<s-templates></s-templates>`),
    },
    { id: 'users', label: 'Users', icon: 'users', render: () => html`<s-users></s-users>` },
    { id: 'topics', label: 'Topics', icon: 'tag', render: () => html`<s-topics></s-topics>` },
    { id: 'letters', label: 'Dead letters', icon: 'alert', render: () => html`<s-letters></s-letters>` },
    { id: 'inbox', label: 'Inbox', icon: 'inbox', render: () => html`<s-inbox></s-inbox>` },
    { id: 'settings', label: 'Settings', icon: 'gear', render: () => html`<s-settings></s-settings>` },
    { id: 'keys', label: 'Keys', icon: 'key', render: () => html`<s-keys></s-keys>` },
    { id: 'webhook', label: 'Webhook', icon: 'link', render: () => html`<s-webhook></s-webhook>` },
    { id: 'embed', label: 'Widget', icon: 'bell', render: () => html`<s-embed></s-embed>` },
  ];

  constructor() {
    super();
    this.sessionChanged = () => this.requestUpdate();
  }

  get live() {
    return live;
  }

  get isSignedIn() {
    return Boolean(session.who);
  }

  get subject() {
    return `${session.who.tenant}/${session.who.inbox}`;
  }

  connectedCallback() {
    super.connectedCallback();
    session.addEventListener('change', this.sessionChanged);
    live.follow();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    session.removeEventListener('change', this.sessionChanged);
  }

  signIn() {
    return html`<s-sign-in></s-sign-in>`;
  }

  links() {
    return [{ label: 'Widget guide', href: 'widget.html' }];
  }

  actions() {
    const { tenant, inbox, admin } = session.who;
    const items = [
      { heading: `${admin} of ${tenant}` },
      { id: 'out', label: 'Sign out', icon: 'logout' },
    ];
    return html`<span class="badge wide-only" title="Tenant and inbox">${tenant} / ${inbox}</span>
      <t-menu
        label="Signed in as ${admin}"
        icon="user"
        .items=${items}
        @choose=${() => session.close()}
      ></t-menu>`;
  }
}

customElements.define('s-page', StakPage);
