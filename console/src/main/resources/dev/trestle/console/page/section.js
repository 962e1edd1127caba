// A section of the console.
import { html } from 'lit';
import { Section as Loaded, api } from '/shared/trestle.js';
import { live } from './live.js';

/** Loads from `path`. With `follows`, it is drawn again each second with the live rates. */
export class Section extends Loaded {
  follows = false;

  get path() {
    throw new Error('a section without a path');
  }

  fetch() {
    return api.get(this.path, { tries: 2 });
  }

  connectedCallback() {
    super.connectedCallback();
    if (!this.follows) return;
    this.heard = () => this.requestUpdate();
    live.addEventListener('received', this.heard);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    live.removeEventListener('received', this.heard);
  }
}

/** Shown where data comes from the engine and the tables are elsewhere. */
export function noEngine(what) {
  return html`<div class="card">
    <t-state
      kind="empty"
      icon="cpu"
      heading="The engine runs elsewhere"
      text="This server uses another DynamoDB endpoint, so ${what} cannot be shown."
    ></t-state>
  </div>`;
}
