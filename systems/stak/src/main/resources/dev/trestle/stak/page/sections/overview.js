import { html, nothing } from 'lit';
import { LiveSection, updated } from '../live.js';
import { session } from '../session.js';
import { isUnderWay } from './progress.js';
import { sentList } from './sent.js';

const LATEST = 100;
const SHOWN = 6;

class Overview extends LiveSection {
  get everyOffline() {
    return this.data?.messages.some(isUnderWay) ? 1 : 5;
  }

  /** A delivery may make users known, so the rest is reloaded when one ends. */
  heard(type, event) {
    if (type === 'dead-letters' && event.count === this.data.letters.length) return;
    const messages = type === 'sent' && updated(this.data.messages, event);
    if (messages) this.data = { ...this.data, messages };
    if (!messages || !isUnderWay(event)) this.soon ??= setTimeout(() => this.reload(), 300);
  }

  async reload() {
    this.soon = undefined;
    if (this.isHere) await this.load();
  }

  async fetch() {
    const [sent, letters, settings] = await Promise.all([
      session.call(`messages?limit=${LATEST}`),
      session.call('dead-letters'),
      session.callTenant('settings'),
    ]);
    return { ...sent, letters: letters.data, settings: settings.data };
  }

  render() {
    return html`${this.head(
      this.data?.settings.title ?? 'Overview',
      html`Messages sent to the inbox <strong>${session.who?.inbox}</strong>.`,
      html`<a class="button primary" href="#/compose"><t-icon name="edit"></t-icon>Compose</a>`,
    )}
    ${this.body()}`;
  }

  content({ messages, known_users: known, letters, settings, paging }) {
    const sum = (name) => messages.reduce((total, { progress }) => total + progress[name], 0);
    const more = paging.next_token ? `the latest ${LATEST}` : messages.length ? 'in total' : 'none yet';
    return html`<div class="stack loose">
      <div class="tiles">
        <t-stat label="Known users" .value=${known} note="registered, addressed, or active"></t-stat>
        <t-stat label="Messages" .value=${messages.length} note=${more}></t-stat>
        <t-stat label="Deliveries" .value=${sum('delivered')} note="of these messages"></t-stat>
        <t-stat label="Dead letters" .value=${letters.length} note=${letters.length ? 'need attention' : 'no failed deliveries'}></t-stat>
      </div>
      ${
        letters.length
          ? html`<p class="notice bad">
              <t-icon name="alert"></t-icon
              ><span>Some deliveries failed. <a href="#/letters">Review and replay them</a></span>
            </p>`
          : nothing
      }
      ${settings.allowed_origins.length ? nothing : this.steps()}
      <section class="card flush" aria-labelledby="latest">
        <div class="card-head">
          <h2 id="latest">Latest messages</h2>
          ${messages.length ? html`<a class="small" href="#/sent">All messages</a>` : nothing}
        </div>
        ${sentList(messages.slice(0, SHOWN))}
      </section>
    </div>`;
  }

  /** What is left to do before users see messages. */
  steps() {
    return html`<section class="card stack" aria-labelledby="begin">
      <div>
        <h2 id="begin">Bring the inbox to your users</h2>
        <p class="muted small">Three steps to a bell on your own pages.</p>
      </div>
      <ol class="steps">
        <li><span>Allow your pages to use it: <a href="#/settings">allowed origins</a></span></li>
        <li><span>Add the script tag to them: <a href="#/embed">widget</a></span></li>
        <li><span>Send a first message: <a href="#/compose">compose</a></span></li>
      </ol>
    </section>`;
  }
}

customElements.define('s-overview', Overview);
