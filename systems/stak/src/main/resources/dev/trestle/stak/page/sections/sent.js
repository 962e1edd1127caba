import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { Section, format, toast } from '/shared/trestle.js';
import { LiveSection, updated } from '../live.js';
import { session } from '../session.js';
import { hasReaders } from './reads.js';
import { STATES, audience, badge, bar, isUnderWay } from './progress.js';

const PAGE = 25;

/** A list of messages, each a link to its page. */
export function sentList(messages) {
  if (messages.length === 0) {
    return html`<t-state
      kind="empty"
      icon="send"
      heading="No messages yet"
      text="Messages you send appear here with their delivery progress."
      action="Compose a message"
      @action=${() => (location.hash = '#/compose')}
    ></t-state>`;
  }
  return html`<ul class="list">
    ${repeat(
      messages,
      ({ id }) => id,
      (sent) => html`<li>
        <a class="sent" href="#/sent/${sent.id}">
          <span class="grow">
            <span class="strong cut block" dir="auto">${sent.message.title || 'Redacted message'}</span>
            <span class="small muted cut block">
              ${sent.category} · ${audience(sent)} · ${
                sent.state === 'scheduled'
                  ? `on ${format.moment(sent.send_at * 1000)}`
                  : html`<t-ago at=${new Date(sent.received * 1000).toISOString()}></t-ago>`
              }${hasReaders(sent) ? html`<s-read-share .sent=${sent}></s-read-share>` : nothing}
            </span>
          </span>
          <span class="sent-state">${badge(sent)}${sent.state === 'scheduled' || sent.state === 'cancelled' ? nothing : bar(sent)}</span>
        </a>
      </li>`,
    )}
  </ul>`;
}

class Sent extends LiveSection {
  static properties = { ...Section.properties, older: { state: true }, filter: { state: true } };

  constructor() {
    super();
    this.older = [];
    this.filter = {};
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.typing);
  }

  get isFiltered() {
    return Object.keys(this.filter).length > 0;
  }

  narrow(name, value) {
    const { [name]: _, ...rest } = this.filter;
    this.filter = value ? { ...rest, [name]: value } : rest;
    this.older = [];
    this.isOlderShown = false;
    clearTimeout(this.typing);
    this.typing = setTimeout(() => this.load(), 250);
  }

  path(next) {
    return `messages?${new URLSearchParams({ limit: PAGE, ...this.filter, ...(next ? { next } : {}) })}`;
  }

  get everyOffline() {
    return this.data?.messages.some(isUnderWay) ? 1 : 10;
  }

  heard(type, sent) {
    if (type !== 'sent') return;
    const messages = updated(this.data.messages, sent);
    this.older = updated(this.older, sent) ?? this.older;
    if (messages) this.data = { ...this.data, messages };
    else if (!this.isFiltered && !this.older.some(({ id }) => id === sent.id)) this.load();
  }

  fetch() {
    return session.call(this.path());
  }

  async more(token) {
    if (this.busy) return;
    this.busy = true;
    const { filter } = this;
    try {
      const page = await session.call(this.path(token));
      if (filter !== this.filter) return; // Another search has begun.
      this.older = [...this.older, ...page.messages];
      this.isOlderShown = true;
      this.next = page.paging.next_token;
    } catch (fault) {
      toast(fault.message, { kind: 'bad' });
    } finally {
      this.busy = false;
    }
  }

  render() {
    return html`${this.head(
      'Sent',
      'All messages and their delivery progress.',
      html`<a class="button primary" href="#/compose"><t-icon name="edit"></t-icon>Compose</a>`,
    )}
    <div class="stack">
      <div class="pair">
        <t-field
          label="Search"
          name="q"
          type="search"
          placeholder="Title or your reference"
          @input=${(event) => this.narrow('q', event.target.value.trim())}
        ></t-field>
        <t-field
          label="State"
          name="state"
          .value=${this.filter.state ?? ''}
          .options=${[['', 'All'], ...Object.entries(STATES).map(([state, [, words]]) => [state, words])]}
          @change=${(event) => this.narrow('state', event.target.value)}
        ></t-field>
      </div>
      ${this.body()}
    </div>`;
  }

  content({ messages, paging }) {
    const shown = new Set(messages.map(({ id }) => id));
    const all = [...messages, ...this.older.filter(({ id }) => !shown.has(id))];
    const next = this.isOlderShown ? this.next : paging.next_token;
    if (all.length === 0 && this.isFiltered) {
      return html`<div class="card">
        <t-state kind="empty" icon="search" heading=${next ? 'None among the latest messages' : 'No message matches'}></t-state>
      </div>
      ${next ? this.showOlder(next) : nothing}`;
    }
    return html`<div class="card flush">${sentList(all)}</div>
      ${next ? this.showOlder(next) : nothing}`;
  }

  showOlder(next) {
    return html`<p class="center">
      <button type="button" class="button" aria-busy=${this.busy ? 'true' : 'false'} @click=${() => this.more(next)}>
        Show older
      </button>
    </p>`;
  }
}

customElements.define('s-sent', Sent);
