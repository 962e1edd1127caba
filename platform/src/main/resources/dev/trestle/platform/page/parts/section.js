// A section of a page: it loads something, shows that it does, and says when it could not.
import { html, nothing } from 'lit';
import { Part } from './part.js';
import './icon.js';
import './state.js';

/** `fetch()` gives what `content(data)` draws. */
export class Section extends Part {
  static properties = { data: { state: true }, fault: { state: true }, busy: { state: true } };

  /** After how many seconds to ask again; 0 is never. */
  get every() {
    return 0;
  }

  /** What is said in the place of something that does not exist. */
  get missing() {
    return 'This does not exist';
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
      this.timer = setTimeout(() => (document.hidden ? this.wait() : this.load()), this.every * 1000);
    }
  }

  /** A page that nobody looks at asks for nothing. */
  wait() {
    document.addEventListener('visibilitychange', () => this.isHere && this.load(), { once: true });
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

  /** The content, or what stands in its place while there is none. */
  body() {
    if (this.data) {
      return html`${
        this.fault
          ? html`<p class="notice warn" role="status">
              <t-icon name="alert"></t-icon>This is not of now: ${this.fault.message}
            </p>`
          : nothing
      }${this.content(this.data)}`;
    }
    if (this.fault) {
      return html`<div class="card">
        <t-state
          kind=${this.fault.offline ? 'offline' : 'error'}
          heading=${this.fault.status === 404 ? this.missing : 'This could not be loaded'}
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
