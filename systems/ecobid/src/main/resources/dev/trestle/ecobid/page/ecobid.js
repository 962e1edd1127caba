// The page: a bar, and one of browsing, an item, giving, one's own things and notifications.
import { html, nothing } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { Part, toast } from '/shared/trestle.js';
import './browse.js';
import './give.js';
import './item.js';
import { market } from './market.js';
import './mine.js';
import './notifications.js';
import { signedIn } from './sign-in.js';

const TABS = [
  { id: '', label: 'Browse', icon: 'search' },
  { id: 'give', label: 'Give', icon: 'plus' },
  { id: 'mine', label: 'Mine', icon: 'user' },
  { id: 'notifications', label: 'Notifications', icon: 'bell' },
];

const TITLES = { give: 'Give something', mine: 'Mine', notifications: 'Notifications' };
const NEEDS = {
  give: 'Sign in to list something.',
  mine: 'Sign in to see your items, reservations and bids.',
  notifications: 'Sign in to see your notifications.',
};

class App extends Part {
  static properties = { route: { state: true }, version: { state: true }, fault: { state: true } };

  constructor() {
    super();
    this.version = 0;
    this.route = routeOf(location.hash);
    this.moved = () => this.go();
    this.changed = () => this.version++;
  }

  connectedCallback() {
    super.connectedCallback();
    addEventListener('hashchange', this.moved);
    market.addEventListener('change', this.changed);
    market.session.addEventListener('ended', ({ detail }) => {
      if (detail === 'revoked') toast('You were signed out on this device.');
      if (this.route.name in NEEDS) location.hash = '#/';
    });
    this.begin();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    removeEventListener('hashchange', this.moved);
    market.removeEventListener('change', this.changed);
    market.live.stop();
  }

  async begin() {
    this.fault = undefined;
    try {
      await market.start();
    } catch (fault) {
      this.fault = fault;
    }
    if (this.route.name in NEEDS) this.go();
  }

  async go() {
    if (location.hash === '#main') return; // the link that skips to the content
    const route = routeOf(location.hash);
    if (route.name in NEEDS && !(await signedIn(NEEDS[route.name]))) {
      history.replaceState(null, '', '#/');
      this.route = routeOf('');
      return;
    }
    const before = this.route;
    this.route = route;
    if (before.name === route.name && before.id === route.id) return;
    await this.updateComplete;
    scrollTo({ top: 0, behavior: 'instant' });
    this.querySelector('main')?.focus({ preventScroll: true });
  }

  updated() {
    const title = TITLES[this.route.name];
    if (this.route.name !== 'item') {
      document.title = `${market.unread ? `(${market.unread}) ` : ''}${title ? `${title} · ` : ''}EcoBid · Trestle`;
    }
    document.body.dataset.route = this.route.name;
  }

  render() {
    return html`<t-app-bar
        current="ecobid"
        .links=${TABS.map(({ id, label }) => ({
          label: id === 'notifications' && market.unread ? `${label} (${market.unread})` : label,
          href: `#/${id}`,
          current: this.route.name === id,
        }))}
        .actions=${this.account()}
      ></t-app-bar>
      <main id="main" tabindex="-1">${this.content()}<!-- Dialogs come after this and stay when the content changes. --></main>
      <nav class="tab-bar" aria-label="EcoBid">
        ${TABS.map(
          ({ id, label, icon }) =>
            html`<a href="#/${id}" aria-current=${this.route.name === id ? 'page' : nothing}>
              <t-icon name=${icon}></t-icon><span>${label}</span>
              ${
                id === 'notifications' && market.unread
                  ? html`<span class="count">${market.unread}</span>`
                  : nothing
              }
            </a>`,
        )}
      </nav>`;
  }

  account() {
    if (!market.facts) return nothing;
    if (!market.isSignedIn) {
      return html`<button
        type="button"
        class="button small"
        @click=${() => signedIn('Sign in to reserve, bid and give.')}
      >
        Sign in
      </button>`;
    }
    const name = market.me?.profile.display_name ?? 'You';
    return html`<t-menu
      label=${name}
      icon="user"
      .items=${[
        { heading: name },
        { id: 'mine', label: 'Mine', icon: 'list', href: '#/mine' },
        { id: 'out', label: 'Sign out', icon: 'logout' },
      ]}
      @choose=${({ detail }) => detail.id === 'out' && market.session.signOut()}
    ></t-menu>`;
  }

  content() {
    if (this.fault) {
      return html`<div class="page">
        <t-state
          kind="offline"
          heading="The market cannot be reached"
          text=${this.fault.message}
          action="Try again"
          @action=${() => this.begin()}
        ></t-state>
      </div>`;
    }
    if (!market.facts) return html`<div class="page" aria-busy="true"></div>`;
    const { name, id } = this.route;
    if (name === 'item') return keyed(id, html`<e-item .itemId=${id} .version=${this.version}></e-item>`);
    if (name in NEEDS && !market.isSignedIn) return html`<div class="page" aria-busy="true"></div>`;
    switch (name) {
      case 'give':
        return keyed(id, html`<e-give .itemId=${id}></e-give>`);
      case 'mine':
        return html`<e-mine tab=${id ?? 'items'}></e-mine>`;
      case 'notifications':
        return html`<e-notifications .version=${this.version}></e-notifications>`;
      default:
        return html`<e-browse .version=${this.version}></e-browse>`;
    }
  }
}

function routeOf(hash) {
  const [name = '', id] = hash.replace(/^#\/?/, '').split('/').map(decodeURIComponent);
  if (name === 'item' && id) return { name, id };
  return TABS.some((tab) => tab.id === name) ? { name, id } : { name: '' };
}

customElements.define('e-app', App);
