import { html, nothing } from 'lit';
import './icon.js';
import { Part } from './part.js';

const ICONS = { empty: 'inbox', error: 'alert', offline: 'bolt', locked: 'lock' };

/**
 * Shown instead of content: there is none yet, or something went wrong.
 *
 *   <t-state kind="empty" heading="No chats yet" text="Start one." action="New chat"></t-state>
 *
 * kind: empty, error, offline, locked. `action` is the text of a button that dispatches "action".
 */
export class State extends Part {
  static properties = { kind: {}, icon: {}, heading: {}, text: {}, action: {}, level: {} };

  render() {
    const kind = this.kind ?? 'empty';
    const isError = kind === 'error' || kind === 'offline';
    return html`<div class="state ${kind}" role=${isError ? 'alert' : nothing}>
      <span class="state-icon"><t-icon name=${this.icon ?? ICONS[kind] ?? 'info'}></t-icon></span>
      <p class="state-heading">${this.heading}</p>
      ${this.text ? html`<p class="state-text">${this.text}</p>` : nothing}
      ${
        this.action
          ? html`<button type="button" class="button" @click=${() => this.tell('action')}>
              ${this.action}
            </button>`
          : nothing
      }
    </div>`;
  }
}

customElements.define('t-state', State);
