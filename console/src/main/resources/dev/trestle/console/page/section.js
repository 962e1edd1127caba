// What sections have in common: they load figures, show that they do, and say when they could not.
import { html, nothing } from 'lit';
import { Part, api } from '/shared/trestle.js';
import { live } from './live.js';

/**
 * A section of the console. `path` is where its figures come from, `every` after how many seconds
 * they are asked for again; `follows` draws it anew with each tick. `content(data)` draws them.
 */
export class Section extends Part {
  static properties = { data: { state: true }, fault: { state: true } };

  every = 0;
  follows = false;

  get path() {
    throw new Error('a section without a path');
  }

  connectedCallback() {
    super.connectedCallback();
    this.load();
    if (this.every > 0) {
      this.timer = setInterval(() => {
        if (!document.hidden) this.load();
      }, this.every * 1000);
    }
    if (this.follows) {
      this.heard = () => this.requestUpdate();
      live.addEventListener('tick', this.heard);
    }
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.timer);
    live.removeEventListener('tick', this.heard);
  }

  async load() {
    const { path } = this;
    try {
      const data = await api.get(path, { tries: 2 });
      if (path !== this.path) return; // Something else is wanted by now.
      this.data = data;
      this.fault = undefined;
    } catch (fault) {
      if (path === this.path) this.fault = fault;
    }
  }

  /** Words above the section. */
  head(title, words, more = nothing) {
    return html`<div class="page-head">
      <div>
        <h1>${title}</h1>
        <p>${words}</p>
      </div>
      ${more}
    </div>`;
  }

  /** What stands in the place of figures while there are none. */
  body() {
    if (this.data) {
      const stale = this.fault
        ? html`<p class="notice warn" role="status">
            <t-icon name="alert"></t-icon>These figures are not of now: ${this.fault.message}
          </p>`
        : nothing;
      return html`${stale}${this.content(this.data)}`;
    }
    if (this.fault) {
      return html`<div class="card">
        <t-state
          kind=${this.fault.offline ? 'offline' : 'error'}
          heading="This could not be loaded"
          text=${this.fault.message}
          action="Try again"
          @action=${() => this.load()}
        ></t-state>
      </div>`;
    }
    return html`<div class="stack" aria-busy="true" aria-label="Loading">
      <div class="card stack">
        <span class="skeleton third"></span><span class="skeleton"></span><span class="skeleton"></span>
      </div>
      <div class="card stack"><span class="skeleton third"></span><span class="skeleton"></span></div>
    </div>`;
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
