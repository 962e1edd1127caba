import { html, nothing } from 'lit';
import { texts } from '../texts.js';
import './icon.js';
import { Part } from './part.js';

const STAYS_MS = 5000;
const SHOWN_MAX = 3;
const ICONS = { good: 'check', bad: 'alert', info: 'info' };

/** The container of toasts, created with the first one. */
export class Toasts extends Part {
  static properties = { shown: { state: true } };

  constructor() {
    super();
    this.shown = [];
  }

  add(entry) {
    this.shown = [...this.shown, entry].slice(-SHOWN_MAX);
    this.arm(entry);
  }

  arm(entry) {
    if (entry.stays) return;
    entry.timer = setTimeout(() => this.remove(entry), STAYS_MS);
  }

  remove(entry) {
    clearTimeout(entry.timer);
    this.shown = this.shown.filter((each) => each !== entry);
  }

  render() {
    return html`<div class="toasts" role="region" aria-label=${texts().toast.messages}>
      <div aria-live="polite">
        ${this.shown.map((entry) => this.toast(entry))}
      </div>
    </div>`;
  }

  toast(entry) {
    return html`<div
      class="toast ${entry.kind}"
      @pointerenter=${() => clearTimeout(entry.timer)}
      @pointerleave=${() => this.arm(entry)}
      @focusin=${() => clearTimeout(entry.timer)}
      @focusout=${() => this.arm(entry)}
    >
      <t-icon name=${ICONS[entry.kind]}></t-icon>
      <span class="grow" dir="auto">${entry.text}</span>
      ${
        entry.action
          ? html`<button
              type="button"
              class="button quiet small"
              @click=${() => {
                this.remove(entry);
                entry.act();
              }}
            >
              ${entry.action}
            </button>`
          : nothing
      }
      <button type="button" class="button quiet small icon" aria-label=${texts().toast.dismiss} @click=${() => this.remove(entry)}>
        <t-icon name="close"></t-icon>
      </button>
    </div>`;
  }
}

customElements.define('t-toasts', Toasts);

/**
 * Shows a message for a moment: toast('Saved'), toast('Not sent', {kind: 'bad', action: 'Try again',
 * act: () => …}). kind: info, good, bad. Errors stay until they are dismissed.
 */
export function toast(text, { kind = 'info', action, act = () => {}, stays = kind === 'bad' } = {}) {
  let place = document.querySelector('t-toasts');
  if (!place) {
    place = document.createElement('t-toasts');
    document.body.append(place);
  }
  const entry = { text, kind, action, act, stays };
  // A live region announces only what changes once it exists, so it is added first.
  place.updateComplete.then(() => place.add(entry));
  return () => place.remove(entry);
}
