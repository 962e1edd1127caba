import { html, nothing } from 'lit';
import { Followed, updated } from '../live.js';
import { session } from '../session.js';
import { isUnderWay } from './progress.js';
import { sentList } from './sent.js';

const LATEST = 100;
const SHOWN = 6;

class Overview extends Followed {
  get unheard() {
    return this.data?.messages.some(isUnderWay) ? 1 : 5;
  }

  /** Deliveries may make users known: what is not told with them is asked for at their end. */
  heard(type, told) {
    if (type === 'dead-letters' && told.count === this.data.letters.length) return;
    const messages = type === 'sent' && updated(this.data.messages, told);
    if (messages) this.data = { ...this.data, messages };
    if (!messages || !isUnderWay(told)) this.soon ??= setTimeout(() => this.reload(), 300);
  }

  async reload() {
    this.soon = undefined;
    if (this.isHere) await this.load();
  }

  async fetch() {
    const [sent, letters, settings] = await Promise.all([
      session.call(`messages?limit=${LATEST}`),
      session.call('dead-letters'),
      session.known('settings'),
    ]);
    return { ...sent, letters: letters.data, settings: settings.data };
  }

  render() {
    return html`${this.head(
      this.data?.settings.title ?? 'Overview',
      html`What was sent through the inbox <strong>${session.who?.inbox}</strong>.`,
      html`<a class="button primary" href="#/compose"><t-icon name="edit"></t-icon>Compose</a>`,
    )}
    ${this.body()}`;
  }

  content({ messages, known_users: known, letters, settings, paging }) {
    const sum = (name) => messages.reduce((total, { progress }) => total + progress[name], 0);
    const more = paging.next_token ? `the latest ${LATEST}` : messages.length ? 'all of them' : 'none yet';
    return html`<div class="stack loose">
      <div class="tiles">
        <t-stat label="Known users" .value=${known} note="registered, addressed, or have read"></t-stat>
        <t-stat label="Messages" .value=${messages.length} note=${more}></t-stat>
        <t-stat label="Deliveries" .value=${sum('delivered')} note="copies of these messages"></t-stat>
        <t-stat label="Dead letters" .value=${letters.length} note=${letters.length ? 'to be looked at' : 'nothing was given up'}></t-stat>
      </div>
      ${
        letters.length
          ? html`<p class="notice bad">
              <t-icon name="alert"></t-icon
              ><span>Some deliveries were given up. <a href="#/letters">Look at them and replay</a></span>
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

  /** What is left to do before users see anything. */
  steps() {
    return html`<section class="card stack" aria-labelledby="begin">
      <div>
        <h2 id="begin">Bring the inbox to your users</h2>
        <p class="muted small">Three steps, and the bell rings on your own pages.</p>
      </div>
      <ol class="steps">
        <li><span>Allow your pages to load it: <a href="#/settings">allowed origins</a></span></li>
        <li><span>Put the script tag on them: <a href="#/embed">widget</a></span></li>
        <li><span>Send something: <a href="#/compose">compose</a></span></li>
      </ol>
    </section>`;
  }
}

customElements.define('s-overview', Overview);
