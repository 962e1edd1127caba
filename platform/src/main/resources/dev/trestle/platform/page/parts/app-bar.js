import { html, nothing } from 'lit';
import { texts } from '../texts.js';
import './icon.js';
import './menu.js';
import { Part } from './part.js';

/** All pages. Which of them this server has is loaded when the switcher opens. */
export const PAGES = [
  { id: 'home', name: 'Home', href: '/', icon: 'home' },
  { id: 'messenger', name: 'Messenger', href: '/messenger/', icon: 'chat' },
  { id: 'stak', name: 'Stak', href: '/stak/', icon: 'inbox' },
  { id: 'ecobid', name: 'EcoBid', href: '/ecobid/', icon: 'gavel' },
  { id: 'homeops', name: 'HomeOps', href: '/homeops/', icon: 'leaf' },
  { id: 'console', name: 'Console', href: '/console/', icon: 'chart' },
];

const THEMES = [
  ['system', 'system'],
  ['light', 'sun'],
  ['dark', 'moon'],
];

/**
 * The bar at the top of a page: the current page, a switcher to the others, and the theme.
 *
 *   <t-app-bar current="messenger"></t-app-bar>
 *
 * A page that is not in PAGES gives its name as `heading`. `links` are links of this page
 * ({label, href, current}); `actions` is a template shown before the theme, such as a menu of the
 * signed-in user.
 */
export class AppBar extends Part {
  static properties = {
    current: {},
    heading: {},
    links: { attribute: false },
    actions: { attribute: false },
    served: { state: true },
    theme: { state: true },
  };

  constructor() {
    super();
    this.links = [];
    this.theme = window.trestleTheme?.choice ?? 'system';
    this.heard = () => (this.theme = window.trestleTheme.choice);
  }

  connectedCallback() {
    super.connectedCallback();
    addEventListener('trestle-theme', this.heard);
    addEventListener('storage', this.heard);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    removeEventListener('trestle-theme', this.heard);
    removeEventListener('storage', this.heard);
  }

  /** Loads which pages this server has. Until then, all are offered. */
  async loadPages() {
    if (this.served) return;
    try {
      const response = await fetch('/home.json', { headers: { Accept: 'application/json' } });
      if (response.ok) this.served = await response.json();
    } catch {
      // Offline: the links stay as they are.
    }
  }

  get pages() {
    const states = new Map((this.served?.systems ?? []).map((each) => [each.id, each.state]));
    return PAGES.map(({ id, name, href, icon }) => {
      const isThere = !this.served || !states.has(id) || states.get(id) === 'ready';
      return {
        label: name,
        href,
        icon,
        current: id === this.current,
        disabled: !isThere,
        note: isThere ? undefined : texts().bar.unavailable,
      };
    });
  }

  /** The name of this page. */
  get pageName() {
    if (this.current === 'home') return 'Trestle';
    return PAGES.find(({ id }) => id === this.current)?.name ?? this.heading ?? 'Trestle';
  }

  render() {
    const t = texts().bar;
    const themes = THEMES.map(([id, icon]) => ({ id, label: t.themes[id], icon, checked: id === this.theme }));
    return html`<header class="bar">
      <a class="bar-sign" href="/" aria-label=${t.home}><t-icon name="trestle"></t-icon></a>
      <span class="bar-slash" aria-hidden="true"></span>
      <t-menu
        class="bar-switch"
        label=${t.switchTo}
        text=${this.pageName}
        .items=${this.pages}
        @open=${this.loadPages}
      ></t-menu>
      ${
        this.links.length
          ? html`<nav class="bar-links" aria-label=${this.pageName}>
              ${this.links.map(
                (link) =>
                  html`<a href=${link.href} aria-current=${link.current ? 'page' : nothing}>${link.label}</a>`,
              )}
            </nav>`
          : nothing
      }
      <div class="bar-end">
        ${this.actions ?? nothing}
        <t-menu
          label=${t.theme}
          icon=${{ light: 'sun', dark: 'moon' }[this.theme] ?? 'system'}
          .items=${themes}
          @choose=${(event) => window.trestleTheme?.choose(event.detail.id)}
        ></t-menu>
      </div>
    </header>`;
  }
}

customElements.define('t-app-bar', AppBar);
