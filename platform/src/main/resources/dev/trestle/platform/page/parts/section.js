// A section of a page: it loads its data, shows that it does, and says when it could not.
import { html, nothing } from 'lit';
import { inPageLanguage, texts } from '../texts.js';
import './icon.js';
import { Part } from './part.js';
import './state.js';

/** A subclass loads its data in `fetch()` and draws it in `content(data)`. */
export class Section extends Part {
  static properties = { data: { state: true }, fault: { state: true }, busy: { state: true } };

  /** After how many seconds to load again; 0 is never. */
  get every() {
    return 0;
  }

  /** Shown instead of something that does not exist. */
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
    const request = (this.request = {});
    try {
      const data = await this.fetch();
      if (request !== this.request || !this.isHere) return; // a later load is under way
      this.data = data;
      this.fault = undefined;
      this.loaded();
    } catch (fault) {
      if (request === this.request) this.fault = fault;
    }
    if (this.isHere && this.every > 0) {
      this.timer = setTimeout(() => (document.hidden ? this.wait() : this.load()), this.every * 1000);
    }
  }

  /** Called when the data has been loaded. */
  loaded() {}

  /** Waits until somebody looks at the page again. */
  wait() {
    document.addEventListener('visibilitychange', () => this.isHere && this.load(), { once: true });
  }

  /** The heading of the section. */
  head(title, words, more = nothing) {
    return html`<div class="page-head">
      <div>
        <h1 dir="auto">${title}</h1>
        <p>${words}</p>
      </div>
      ${more}
    </div>`;
  }

  /** The content, or what is shown while there is none. */
  body() {
    if (this.data) {
      return html`${
        this.fault
          ? html`<p class="notice warn" role="status">
              <t-icon name="alert"></t-icon>${texts().section.outdated(inPageLanguage(this.fault).message)}
            </p>`
          : nothing
      }${this.content(this.data)}`;
    }
    if (this.fault) {
      return html`<div class="card">
        <t-state
          kind=${this.fault.offline ? 'offline' : 'error'}
          heading=${this.fault.status === 404 ? this.missing : texts().section.failed}
          text=${inPageLanguage(this.fault).message}
          action=${texts().section.tryAgain}
          @action=${() => {
            this.fault = undefined;
            this.load();
          }}
        ></t-state>
      </div>`;
    }
    return html`<div class="stack" role="group" aria-busy="true" aria-label=${texts().section.loading}>
      <div class="card stack">
        <span class="skeleton short"></span><span class="skeleton"></span><span class="skeleton"></span>
      </div>
      <div class="card stack"><span class="skeleton short"></span><span class="skeleton"></span></div>
    </div>`;
  }
}

/**
 * A section that a live connection keeps current. While the connection is down it loads every few
 * seconds instead. A subclass gives `live`, a Live, and handles its events in `heard(type, data)`,
 * which may be called twice for an event.
 */
export class LiveSection extends Section {
  /** After how many seconds to load again without a connection. */
  get everyOffline() {
    return 5;
  }

  get every() {
    return this.live.isLive ? 0 : this.everyOffline;
  }

  connectedCallback() {
    super.connectedCallback();
    this.received = ({ detail }) => {
      this.early?.push(detail);
      if (this.data) this.heard(detail.type, detail.data);
    };
    this.stateChanged = () => this.load();
    this.live.addEventListener('received', this.received);
    this.live.addEventListener('state', this.stateChanged);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.live.removeEventListener('received', this.received);
    this.live.removeEventListener('state', this.stateChanged);
  }

  async load() {
    /** Events that come while the data is loaded, which may be older than they are. */
    const early = (this.early = []);
    await super.load();
    if (this.early === early) this.early = undefined;
  }

  loaded() {
    const { early } = this;
    this.early = undefined;
    for (const { type, data } of early) this.heard(type, data);
  }

  heard(type, data) {}
}
