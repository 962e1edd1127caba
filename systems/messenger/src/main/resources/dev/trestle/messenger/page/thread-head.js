import { html, nothing } from 'lit';
import { Part } from '/shared/trestle.js';
import { MUTES, places } from './info.js';
import { isMuted } from './place.js';
import { chatFace } from './profile-photos.js';
import { typists } from './words.js';

/** <m-thread-head .model=${model} chat="chat_…">: the top of a chat. Fires "choose" with an action. */
export class ThreadHead extends Part {
  static properties = { model: { attribute: false }, version: { attribute: false }, chat: {} };

  get info() {
    return this.model.chats.get(this.chat);
  }

  get items() {
    const chat = this.info;
    const isGroup = chat.chat_type === 'group';
    const items = [
      { id: 'info', label: isGroup ? 'Group and members' : 'About this chat', icon: 'info' },
      { id: 'find', label: 'Search', icon: 'search' },
      ...places(chat),
      ...(isMuted(chat) ? [{ id: 'unmute', label: 'Unmute', icon: 'bell' }] : MUTES),
    ];
    if (isGroup) items.push({ id: 'leave', label: 'Leave group', icon: 'logout', danger: true });
    return items;
  }

  choose(id) {
    this.tell('choose', id);
  }

  render() {
    const chat = this.info;
    if (!chat) return nothing;
    const title = this.model.title(chat);
    return html`<header class="thread-head">
      <a class="button quiet icon back" href="#/" aria-label="Back to chats"><t-icon name="arrow-left"></t-icon></a>
      <button type="button" class="thread-title" @click=${() => this.choose('info')}>
        ${chatFace(this.model, chat)}
        <span class="grow">
          <span class="thread-name"
            ><span class="cut" role="heading" aria-level="1" dir="auto">${title}</span>
            ${isMuted(chat) ? html`<t-icon name="bell-off"></t-icon><span class="unseen">muted</span>` : nothing}</span
          >
          <span class="thread-note cut">${this.note(chat)}</span>
        </span>
      </button>
      <button type="button" class="button quiet icon wide-only" aria-label="Search in this chat" title="Search in this chat" @click=${() => this.choose('find')}>
        <t-icon name="search"></t-icon>
      </button>
      <t-menu label="More" icon="more" .items=${this.items} @choose=${(event) => this.picked(event)}></t-menu>
    </header>`;
  }

  picked(event) {
    event.stopPropagation();
    this.choose(event.detail.id);
  }

  note(chat) {
    const writing = typists(this.model, chat.chat_id);
    if (writing) return html`<span class="typing-words">${chat.chat_type === 'group' ? writing : 'typing…'}</span>`;
    if (this.model.connection === 'lost') return 'No connection';
    if (this.model.connection === 'catching-up') return 'Catching up…';
    if (chat.chat_type === 'direct') return this.model.presence.words(chat) || 'Direct chat';
    const count = chat.members?.length;
    return count ? `${count} member${count === 1 ? '' : 's'}` : 'Group';
  }
}

customElements.define('m-thread-head', ThreadHead);
