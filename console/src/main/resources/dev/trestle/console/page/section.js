// A section of the console: figures from its API, drawn anew with each tick where it follows.
import { html } from 'lit';
import { Section as Loaded, api } from '/shared/trestle.js';
import { live } from './live.js';

/** `path` is where its figures come from; one that `follows` is drawn anew with each tick. */
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
    live.addEventListener('tick', this.heard);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    live.removeEventListener('tick', this.heard);
  }
}

/** Said where figures come from the engine and the tables are elsewhere. */
export function noEngine(what) {
  return html`<div class="card">
    <t-state
      kind="empty"
      icon="cpu"
      heading="There is no engine in this process"
      text="The tables are at another endpoint, so ${what} cannot be shown."
    ></t-state>
  </div>`;
}
