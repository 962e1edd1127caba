import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { Part, confirm } from '/shared/trestle.js';
import './invitation-list.js';
import { isArchived, isMuted, isPinned } from './place.js';
import './new-chat.js';
import { chatFace } from './profile-photos.js';
import './search.js';
import { brief } from './times.js';
import { PROGRESS, gist, progress, typists } from './words.js';

/** <m-list .model=${model} current="chat_…">: the chats, those with the latest activity first. */
export class List extends Part {
  static properties = {
    model: { attribute: false },
    version: { attribute: false },
    current: {},
    filter: { state: true },
    isArchiveOpen: { state: true },
    news: { state: true },
  };

  constructor() {
    super();
    this.filter = '';
    this.news = '';
    this.heard = (event) => this.back(event.detail);
  }

  connectedCallback() {
    super.connectedCallback();
    this.model.addEventListener('back', this.heard);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.model.removeEventListener('back', this.heard);
    clearTimeout(this.timer);
  }

  /** The connection is back: shows for a moment what was missed. */
  back(missed) {
    this.news = missed === 0 ? 'Back online' : `Caught up: ${missed} new message${missed === 1 ? '' : 's'}`;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.news = ''), 6000);
  }

  async choose(id) {
    if (id === 'settings') location.hash = '#/settings';
    if (id === 'group' || id === 'direct') this.querySelector('m-new-chat').show(id);
    if (id !== 'sign-out') return;
    const text = 'Drafts on this device are deleted.';
    if (await confirm({ heading: 'Sign out?', text, action: 'Sign out' })) this.model.session.signOut();
  }

  render() {
    const chats = this.model.sorted;
    const wanted = this.filter.trim().toLowerCase();
    const shown = chats.filter(
      (chat) => this.model.title(chat).toLowerCase().includes(wanted) && (wanted || !isArchived(chat)),
    );
    return html`<header class="side-head">
        <h1>Chats</h1>
        <t-menu
          label="New chat"
          icon="plus"
          .items=${[
            { id: 'direct', label: 'New chat', icon: 'chat' },
            { id: 'group', label: 'New group', icon: 'users' },
          ]}
          @choose=${(event) => this.choose(event.detail.id)}
        ></t-menu>
        <t-menu
          label="You: ${this.model.me.display_name}"
          icon="user"
          .items=${[
            { heading: this.model.me.display_name },
            { id: 'settings', label: 'Profile and devices', icon: 'gear' },
            { id: 'sign-out', label: 'Sign out', icon: 'logout' },
          ]}
          @choose=${(event) => this.choose(event.detail.id)}
        ></t-menu>
      </header>
      ${this.status()}
      <m-invitations .model=${this.model} .version=${this.version}></m-invitations>
      ${
        chats.length
          ? html`<div class="side-filter">
              <t-icon name="search"></t-icon>
              <input
                type="search"
                class="input"
                aria-label="Search chats and messages"
                placeholder="Search"
                .value=${this.filter}
                @input=${(event) => (this.filter = event.target.value)}
              />
            </div>`
          : nothing
      }
      ${this.chats(chats, shown)}
      <m-new-chat .model=${this.model}></m-new-chat>`;
  }

  status() {
    const { connection } = this.model;
    let words = '';
    let look = '';
    if (connection === 'lost') [words, look] = ['No connection. Reconnecting…', 'warn'];
    else if (connection === 'catching-up') words = 'Catching up…';
    else if (this.news) [words, look] = [this.news, 'good'];
    const icon = { warn: 'bolt', good: 'check' }[look];
    return html`<div class="status ${look} ${words ? '' : 'none'}" role="status">
      ${words ? html`${icon ? html`<t-icon name=${icon}></t-icon>` : html`<span class="spinner"></span>`}${words}` : nothing}
    </div>`;
  }

  chats(all, shown) {
    if (!this.model.isListed) {
      return html`<ul class="chats" aria-busy="true" aria-label="Chats">
        ${[1, 2, 3, 4].map(
          () =>
            html`<li class="chat-skeleton">
              <span class="skeleton round"></span>
              <span class="grow stack tight">
                <span class="skeleton short"></span><span class="skeleton"></span>
              </span>
            </li>`,
        )}
      </ul>`;
    }
    if (all.length === 0) {
      return html`<t-state
        icon="chat"
        heading="No chats yet"
        text="Start one with someone’s phone number."
        action="New chat"
        @action=${() => this.choose('direct')}
      ></t-state>`;
    }
    return html`<nav aria-label="Chats" class="chats-frame">
      ${shown.length || !this.filter ? nothing : html`<p class="find-note">No matching chats.</p>`}
      ${this.lines(shown)} ${this.filter ? nothing : this.archive(all.filter(isArchived))}
      <m-search .model=${this.model} words=${this.filter.trim()}></m-search>
    </nav>`;
  }

  lines(chats) {
    return html`<ul class="chats">
      ${repeat(
        chats,
        (chat) => chat.chat_id,
        (chat) => html`<li>${this.line(chat)}</li>`,
      )}
    </ul>`;
  }

  archive(chats) {
    if (chats.length === 0) return nothing;
    const unread = chats.filter((chat) => chat.unread_count > 0).length;
    return html`<button
        type="button"
        class="archive"
        aria-expanded=${this.isArchiveOpen ? 'true' : 'false'}
        @click=${() => (this.isArchiveOpen = !this.isArchiveOpen)}
      >
        <t-icon name="archive"></t-icon><span class="grow">Archived</span>
        <span class="muted number">${chats.length}</span>
        ${unread ? html`<span class="count quiet">${unread}<span class="unseen"> with unread messages</span></span>` : nothing}
        <t-icon name=${this.isArchiveOpen ? 'chevron-up' : 'chevron-down'}></t-icon>
      </button>
      ${this.isArchiveOpen ? this.lines(chats) : nothing}`;
  }

  line(chat) {
    const { model } = this;
    const title = model.title(chat);
    const unread = chat.unread_count ?? 0;
    const isCurrent = chat.chat_id === this.current;
    return html`<a
      class="chat ${unread ? 'unread' : ''}"
      href="#/chat/${chat.chat_id}"
      aria-current=${isCurrent ? 'page' : nothing}
    >
      <span class="face">${chatFace(model, chat)}${onlineMark(model, chat)}</span>
      <span class="chat-text">
        <span class="chat-top">
          <span class="chat-name cut" dir="auto">${title}</span>
          ${isPinned(chat) ? html`<t-icon name="pin"></t-icon><span class="unseen">pinned</span>` : nothing}
          ${
            isMuted(chat)
              ? html`<t-icon name="bell-off"></t-icon><span class="unseen">muted</span>`
              : nothing
          }
          <time class="chat-time number">${brief(chat.last_message?.created_at ?? chat.created_at)}</time>
        </span>
        <span class="chat-bottom">
          <span class="chat-last cut" dir="auto">${this.last(chat)}</span>
          ${
            chat.mention_count
              ? html`<span class="count mention-count" title="You are mentioned">@<span class="unseen">You are mentioned, </span></span>`
              : nothing
          }
          ${
            unread
              ? html`<span class="count ${isMuted(chat) ? 'quiet' : ''}"
                  >${unread > 99 ? '99+' : unread}<span class="unseen"> unread</span></span
                >`
              : nothing
          }
        </span>
      </span>
    </a>`;
  }

  last(chat) {
    const { model } = this;
    const writing = typists(model, chat.chat_id);
    if (writing) return html`<em class="typing-words">${chat.chat_type === 'group' ? writing : 'typing…'}</em>`;
    const draft = chat.chat_id === this.current ? '' : model.drafts.get(chat.chat_id);
    if (draft) return html`<em class="draft">Draft:</em> ${draft}`;
    const waiting = model.outbox.of(chat.chat_id).at(-1);
    const entry = waiting ?? chat.last_message;
    if (!entry) return html`<span class="faint">No messages yet</span>`;
    if (entry.deleted_at) return html`<em>Message deleted</em>`;
    const isMine = !!waiting || entry.sender_id === model.me.user_id;
    if (!isMine && chat.chat_type === 'group' && model.blocks.has(entry.sender_id)) return html`<em>Hidden message</em>`;
    if (isMine) {
      // The state is known for chats that were opened.
      const isKnown = entry.state || model.marks.of(chat.chat_id).size > 1;
      return html`${isKnown ? mark(progress(entry, model)) : nothing}${gist(entry)}`;
    }
    return chat.chat_type === 'group'
      ? html`<bdi class="chat-who">${model.name(entry.sender_id)}:</bdi> ${gist(entry)}`
      : gist(entry);
  }
}

/** A dot for someone who is online. */
function onlineMark(model, chat) {
  if (!model.presence.isOnline(chat)) return nothing;
  return html`<span class="online" title="Online"><span class="unseen">online</span></span>`;
}

const ICONS = { waiting: 'clock', sending: 'clock', failed: 'alert', sent: 'check', delivered: 'checks', read: 'checks' };

/** The state of a message, as an icon with a name. */
export function mark(state) {
  return html`<span class="mark ${state}" title=${PROGRESS[state]}
    ><t-icon name=${ICONS[state]}></t-icon><span class="unseen">${PROGRESS[state]}: </span></span
  >`;
}

customElements.define('m-list', List);
