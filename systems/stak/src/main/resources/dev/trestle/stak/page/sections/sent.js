import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { Section, toast } from '/shared/trestle.js';
import { Followed, updated } from '../live.js';
import { session } from '../session.js';
import { audience, badge, bar, isUnderWay } from './progress.js';

const PAGE = 25;

/** Messages, each a link to its own page. */
export function sentList(messages) {
  if (messages.length === 0) {
    return html`<t-state
      kind="empty"
      icon="send"
      heading="Nothing was sent yet"
      text="What you send appears here, with how far it has come."
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
            <span class="strong cut block">${sent.message.title || 'Redacted message'}</span>
            <span class="small muted cut block">
              ${sent.category} · ${audience(sent)} · <t-ago at=${new Date(sent.received * 1000).toISOString()}></t-ago>
            </span>
          </span>
          <span class="sent-state">${badge(sent)}${bar(sent)}</span>
        </a>
      </li>`,
    )}
  </ul>`;
}

class Sent extends Followed {
  static properties = { ...Section.properties, older: { state: true } };

  constructor() {
    super();
    this.older = [];
  }

  get unheard() {
    return this.data?.messages.some(isUnderWay) ? 1 : 10;
  }

  heard(type, sent) {
    if (type !== 'sent') return;
    const messages = updated(this.data.messages, sent);
    this.older = updated(this.older, sent) ?? this.older;
    if (messages) this.data = { ...this.data, messages };
    else if (!this.older.some(({ id }) => id === sent.id)) this.load();
  }

  fetch() {
    return session.call(`messages?limit=${PAGE}`);
  }

  async more(token) {
    this.busy = true;
    try {
      const page = await session.call(`messages?limit=${PAGE}&next=${encodeURIComponent(token)}`);
      this.older = [...this.older, ...page.messages];
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
      'Every message with how far it has come.',
      html`<a class="button primary" href="#/compose"><t-icon name="edit"></t-icon>Compose</a>`,
    )}
    ${this.body()}`;
  }

  content({ messages, paging }) {
    const shown = new Set(messages.map(({ id }) => id));
    const all = [...messages, ...this.older.filter(({ id }) => !shown.has(id))];
    const next = this.older.length ? this.next : paging.next_token;
    return html`<div class="card flush">${sentList(all)}</div>
      ${
        next
          ? html`<p class="center">
              <button class="button" aria-busy=${this.busy ? 'true' : 'false'} @click=${() => this.more(next)}>
                Show older
              </button>
            </p>`
          : nothing
      }`;
  }
}

customElements.define('s-sent', Sent);
