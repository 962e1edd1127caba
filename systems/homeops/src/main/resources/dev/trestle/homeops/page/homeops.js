// The page: a bar, and one of the chat, the log, promises, decisions, one's own week, the household.
import { html, nothing } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { Part, toast } from '/shared/trestle.js';
import './chat.js';
import { home } from './home.js';
import './household.js';
import { language, t } from './language.js';
import './log.js';
import './mine.js';
import './promises.js';
import './welcome.js';
import './why.js';
import { ASSISTANT_NAME } from './words.js';

const TABS = [
  { id: '', icon: 'chat' },
  { id: 'log', icon: 'list' },
  { id: 'promises', icon: 'clock' },
  { id: 'why', icon: 'info' },
  { id: 'mine', icon: 'lock' },
  { id: 'household', icon: 'home' },
];

class App extends Part {
  static properties = { route: { state: true }, fault: { state: true }, isReady: { state: true } };

  constructor() {
    super();
    this.route = routeOf(location.hash);
    this.moved = () => this.go();
    this.changed = () => this.requestUpdate();
  }

  connectedCallback() {
    super.connectedCallback();
    addEventListener('hashchange', this.moved);
    home.addEventListener('change', this.changed);
    home.session.addEventListener('ended', ({ detail }) => {
      if (detail === 'revoked') toast(t.account.signedOut);
    });
    this.begin();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    removeEventListener('hashchange', this.moved);
    home.removeEventListener('change', this.changed);
    home.live.stop();
  }

  async begin() {
    this.fault = undefined;
    try {
      if (home.isSignedIn) await home.arrive();
    } catch (fault) {
      if (home.isSignedIn) this.fault = fault;
    }
    this.isReady = true;
  }

  async go() {
    if (location.hash === '#main') return; // the link that skips to the content
    const before = this.route;
    this.route = routeOf(location.hash);
    if (before.name === this.route.name && before.id === this.route.id) return;
    await this.updateComplete;
    scrollTo({ top: 0, behavior: 'instant' });
    this.querySelector('main')?.focus({ preventScroll: true });
  }

  updated() {
    const { name: route } = this.route;
    const name = this.isInside && home.household.name;
    document.title = [route && this.isInside && labelOf(route), name, ASSISTANT_NAME, 'Trestle'].filter(Boolean).join(' · ');
    document.body.dataset.route = this.isInside ? route || 'chat' : 'welcome';
  }

  /** Whether a household is shown, rather than what comes before there is one. */
  get isInside() {
    return !!home.household && !['join', 'new'].includes(this.route.name);
  }

  render() {
    const current = (id) => this.route.name === id;
    return html`<t-app-bar
        current="homeops"
        .links=${this.isInside ? TABS.map(({ id }) => ({ label: labelOf(id), href: `#/${id}`, current: current(id) })) : []}
        .actions=${this.account()}
      ></t-app-bar>
      <main id="main" tabindex="-1">${this.content()}<!-- Dialogs come after this and stay when the content changes. --></main>
      ${
        this.isInside
          ? html`<nav class="tab-bar" aria-label=${ASSISTANT_NAME}>
              ${TABS.map(
                ({ id, icon }) =>
                  html`<a href="#/${id}" aria-current=${current(id) ? 'page' : nothing}>
                    <t-icon name=${icon}></t-icon><span>${labelOf(id)}</span>
                  </a>`,
              )}
            </nav>`
          : nothing
      }`;
  }

  account() {
    if (!home.me) return nothing;
    const name = home.me.display_name || t.account.you;
    const households = (home.households ?? []).map((each) => ({
      id: each.id,
      label: each.name,
      icon: 'home',
      checked: each.id === home.household?.id,
    }));
    return html`<t-menu
      label=${name}
      icon="user"
      .items=${[
        { heading: name },
        ...households,
        { id: 'new', label: t.account.newHousehold, icon: 'plus', href: '#/new' },
        { id: 'join', label: t.account.joinHousehold, icon: 'link', href: '#/join' },
        { id: 'out', label: t.account.signOut, icon: 'logout' },
      ]}
      @choose=${({ detail }) => this.chosen(detail.id)}
    ></t-menu>`;
  }

  chosen(id) {
    if (id === 'out') home.session.signOut();
    else home.show(home.households.find((each) => each.id === id));
  }

  content() {
    if (this.fault) {
      return html`<div class="page">
        <t-state
          kind="offline"
          heading=${t.page.unreachable}
          text=${this.fault.message}
          action=${t.page.tryAgain}
          @action=${() => this.begin()}
        ></t-state>
      </div>`;
    }
    if (!this.isReady) return html`<div class="page" aria-busy="true"></div>`;
    const { name, id } = this.route;
    if (!home.isSignedIn) return keyed(language, html`<h-welcome></h-welcome>`);
    if (!home.households) return html`<div class="page" aria-busy="true"></div>`;
    if (!this.isInside) return keyed(`${language} ${id}`, html`<h-start step=${name} .invite=${name === 'join' ? id : undefined}></h-start>`);
    return keyed(home.household.chat_id, this.section(name));
  }

  section(name) {
    switch (name) {
      case 'log':
        return html`<h-log></h-log>`;
      case 'promises':
        return html`<h-promises></h-promises>`;
      case 'why':
        return html`<h-why></h-why>`;
      case 'mine':
        return html`<h-mine></h-mine>`;
      case 'household':
        return html`<h-household></h-household>`;
      default:
        return html`<h-chat></h-chat>`;
    }
  }
}

function labelOf(id) {
  return t.tabs[id || 'chat'];
}

function routeOf(hash) {
  const [name = '', id] = hash.replace(/^#\/?/, '').split('/').map(decodeURIComponent);
  if (['join', 'new'].includes(name)) return { name, id };
  return TABS.some((tab) => tab.id === name) ? { name } : { name: '' };
}

customElements.define('h-app', App);
