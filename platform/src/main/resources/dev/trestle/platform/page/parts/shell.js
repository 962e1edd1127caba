// The frame of a page: bar, list of sections, one section.
import { html, nothing } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import './app-bar.js';
import { Part } from './part.js';
import './tabs.js';

const STATES = {
  connecting: ['', 'Connecting'],
  live: ['good', 'Live'],
  lost: ['bad', 'Connection lost'],
};

/**
 * A page with a bar, a list of sections and one section, chosen by the hash: #/tables/mail/letters.
 * A subclass overrides what it needs:
 *
 *   class ConsolePage extends Shell {
 *     static current = 'console';        // this page in the bar
 *     static heading = 'Console';        // in the title; in the bar, if PAGES has no such page
 *     static sections = [                // render is given the rest of the hash
 *       { id: 'tables', label: 'Tables', icon: 'table', render: (system, name) => html`…` },
 *     ];                                 // with perRoute, the content is new for each hash
 *     get live() { return live; }        // a Live, whose state the bar shows
 *     get isSignedIn() { … }             // undefined while that is not known yet
 *     signIn() { return html`…`; }       // shown while nobody is signed in
 *     links() { return [{label, href}]; } // links in the bar
 *     actions() { return html`…`; }      // at the end of the bar
 *     get subject() { return 'acme'; }   // sections start anew when this changes
 *   }
 */
export class Shell extends Part {
  static properties = { route: { state: true } };

  constructor() {
    super();
    this.route = this.#routeOf(location.hash);
    this.hashChanged = () => this.#go();
    this.stateChanged = () => this.requestUpdate();
  }

  get live() {
    return undefined;
  }

  get isSignedIn() {
    return true;
  }

  get subject() {
    return '';
  }

  signIn() {
    return nothing;
  }

  links() {
    return [];
  }

  actions() {
    return nothing;
  }

  connectedCallback() {
    super.connectedCallback();
    addEventListener('hashchange', this.hashChanged);
    this.live?.addEventListener('state', this.stateChanged);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    removeEventListener('hashchange', this.hashChanged);
    this.live?.removeEventListener('state', this.stateChanged);
    this.live?.stop();
  }

  #routeOf(hash) {
    const [id, ...rest] = hash.replace(/^#\/?/, '').split('/').map(decodeURIComponent);
    const { sections } = this.constructor;
    const section = sections.find((each) => each.id === id);
    return section ? { section, rest } : { section: sections[0], rest: [] };
  }

  async #go() {
    if (location.hash === '#main') return; // the link that skips to the content
    const before = this.route;
    this.route = this.#routeOf(location.hash);
    if (before.section === this.route.section && !before.section.perRoute) return;
    await this.updateComplete;
    scrollTo({ top: 0, behavior: 'instant' });
    this.querySelector('main')?.focus({ preventScroll: true });
  }

  updated() {
    const { heading } = this.constructor;
    const label = this.isSignedIn ? this.route.section.label : 'Sign in';
    document.title = `${label} · ${heading} · Trestle`;
  }

  render() {
    const { current, heading, sections } = this.constructor;
    if (!this.isSignedIn) {
      return html`<t-app-bar current=${current} heading=${heading} .links=${this.links()}></t-app-bar>
        <main id="main" class="page" tabindex="-1">
          ${this.isSignedIn === undefined ? nothing : this.signIn()}
        </main>`;
    }
    const { section, rest } = this.route;
    const items = sections.map(({ id, label, icon }) => ({ id, label, icon, href: `#/${id}` }));
    return html`<t-app-bar
        current=${current}
        heading=${heading}
        .links=${this.links()}
        .actions=${html`${this.#connection()}${this.actions()}`}
      ></t-app-bar>
      <div class="page wide sides">
        <t-tabs label="Sections" kind="rail" .items=${items} selected=${section.id}></t-tabs>
        <main id="main" tabindex="-1">
          ${keyed([this.subject, section.id, ...(section.perRoute ? rest : [])].join('/'), section.render(...rest))}
        </main>
      </div>`;
  }

  #connection() {
    const shown = STATES[this.live?.state];
    if (!shown) return nothing;
    const [kind, words] = shown;
    return html`<span class="badge live ${kind}" role="status">
      <span class="dot ${kind}"></span>${words}
    </span>`;
  }
}
