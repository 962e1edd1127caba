// What sections have in common: they load something, show that they do, and say when they could not.
import { html, nothing } from 'lit';
import { Part } from '/shared/trestle.js';

/** `fetch()` gives what `content(data)` draws; `every` is after how many seconds to ask again. */
export class Section extends Part {
  static properties = { data: { state: true }, fault: { state: true }, busy: { state: true } };

  /** After how many milliseconds to ask again; 0 is never. */
  get every() {
    return 0;
  }

  connectedCallback() {
    super.connectedCallback();
    this.isHere = true;
    this.load();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.isHere = false;
    clearTimeout(this.timer);
  }

  async load() {
    clearTimeout(this.timer);
    const asked = (this.asked = {});
    try {
      const data = await this.fetch();
      if (asked !== this.asked || !this.isHere) return; // Something else is wanted by now.
      this.data = data;
      this.fault = undefined;
    } catch (fault) {
      if (asked === this.asked) this.fault = fault;
    }
    if (this.isHere && this.every > 0) {
      this.timer = setTimeout(() => (document.hidden ? this.wait() : this.load()), this.every);
    }
  }

  /** A page that nobody looks at asks for nothing. */
  wait() {
    document.addEventListener('visibilitychange', () => this.isHere && this.load(), { once: true });
  }

  head(title, words, more = nothing) {
    return html`<div class="page-head">
      <div>
        <h1>${title}</h1>
        <p>${words}</p>
      </div>
      ${more}
    </div>`;
  }

  body() {
    if (this.data) {
      return html`${
        this.fault
          ? html`<p class="notice warn" role="status">
              <t-icon name="alert"></t-icon>This may have changed meanwhile: ${this.fault.message}
            </p>`
          : nothing
      }${this.content(this.data)}`;
    }
    if (this.fault) {
      const isGone = this.fault.status === 404;
      return html`<div class="card">
        <t-state
          kind=${this.fault.offline ? 'offline' : 'error'}
          heading=${isGone ? 'There is no such message' : 'This could not be loaded'}
          text=${this.fault.message}
          action="Try again"
          @action=${() => {
            this.fault = undefined;
            this.load();
          }}
        ></t-state>
      </div>`;
    }
    return html`<div class="stack" aria-busy="true" aria-label="Loading">
      <div class="card stack">
        <span class="skeleton short"></span><span class="skeleton"></span><span class="skeleton"></span>
      </div>
      <div class="card stack"><span class="skeleton short"></span><span class="skeleton"></span></div>
    </div>`;
  }
}
