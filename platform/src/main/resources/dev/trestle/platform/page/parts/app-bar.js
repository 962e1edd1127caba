import { html, nothing } from 'lit';
import './icon.js';
import './menu.js';
import { Part } from './part.js';

/** The pages there may be; which of them are served is asked when the switcher is opened. */
export const PLACES = [
  { id: 'home', name: 'Home', href: '/', icon: 'home' },
  { id: 'messenger', name: 'Messenger', href: '/messenger/', icon: 'chat' },
  { id: 'stak', name: 'Stak', href: '/stak/', icon: 'inbox' },
  { id: 'ecobid', name: 'EcoBid', href: '/ecobid/', icon: 'gavel' },
  { id: 'homeops', name: 'HomeOps', href: '/homeops/', icon: 'leaf' },
  { id: 'console', name: 'Console', href: '/console/', icon: 'chart' },
];

const THEMES = [
  ['system', 'As the system', 'system'],
  ['light', 'Light', 'sun'],
  ['dark', 'Dark', 'moon'],
];

/**
 * The bar at the top of a page: where one is, how to get elsewhere, light or dark.
 *
 *   <t-app-bar current="messenger"></t-app-bar>
 *
 * `links` are links of this page ({label, href, current}); `actions` is a template shown at the
 * end, before the theme: a search field, a menu of the person who is signed in.
 */
export class AppBar extends Part {
  static properties = {
    current: {},
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

  /** What this server has; where it does not say, every page is offered. */
  async ask() {
    if (this.served) return;
    try {
      const response = await fetch('/home.json', { headers: { Accept: 'application/json' } });
      if (response.ok) this.served = await response.json();
    } catch {
      // Offline: the links stay as they are.
    }
  }

  get places() {
    const states = new Map((this.served?.systems ?? []).map((each) => [each.id, each.state]));
    return PLACES.map(({ id, name, href, icon }) => {
      const isThere = !this.served || !states.has(id) || states.get(id) === 'ready';
      return {
        label: name,
        href,
        icon,
        current: id === this.current,
        disabled: !isThere,
        note: isThere ? undefined : 'not yet',
      };
    });
  }

  render() {
    const place = PLACES.find(({ id }) => id === this.current) ?? PLACES[0];
    const themes = THEMES.map(([id, label, icon]) => ({ id, label, icon, checked: id === this.theme }));
    return html`<header class="bar">
      <a class="bar-sign" href="/" aria-label="Trestle, home"><t-icon name="trestle"></t-icon></a>
      <span class="bar-slash" aria-hidden="true"></span>
      <t-menu
        class="bar-switch"
        label="Switch to"
        text=${place.id === 'home' ? 'Trestle' : place.name}
        .items=${this.places}
        @open=${this.ask}
      ></t-menu>
      ${
        this.links.length
          ? html`<nav class="bar-links" aria-label=${place.name}>
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
          label="Theme"
          icon=${{ light: 'sun', dark: 'moon' }[this.theme] ?? 'system'}
          .items=${themes}
          @choose=${(event) => window.trestleTheme?.choose(event.detail.id)}
        ></t-menu>
      </div>
    </header>`;
  }
}

customElements.define('t-app-bar', AppBar);
