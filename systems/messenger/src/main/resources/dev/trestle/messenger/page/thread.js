import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { Part, confirm, toast } from '/shared/trestle.js';
import './actions.js';
import { line, rows } from './bubble.js';
import './composer.js';
import './find.js';
import { MUTES } from './info.js';
import { isMuted } from './model.js';
import './receipts.js';
import { typists } from './words.js';

const END_PX = 80;
const TOP_PX = 400;
const FOUND_MS = 2500;

/** <m-thread .model=${model} chat="chat_…">: what is said in a chat, and where one says something. */
export class Thread extends Part {
  static properties = {
    model: { attribute: false },
    version: { attribute: false },
    chat: {},
    replying: { state: true },
    editing: { state: true },
    isFinding: { state: true },
    unreadAfter: { state: true },
    found: { state: true },
    isAtEnd: { state: true },
    fault: { state: true },
    said: { state: true },
  };

  constructor() {
    super();
    this.isAtEnd = true;
    this.said = '';
    this.heard = (event) => this.hear(event.detail);
    this.unsaid = () => (this.said = '');
    this.back = (event) => this.caughtUp(event.detail);
    this.seen = () => this.read();
    this.sizes = new ResizeObserver(() => this.isAtEnd && this.toEnd());
  }

  connectedCallback() {
    super.connectedCallback();
    this.model.addEventListener('said', this.heard);
    this.model.addEventListener('unsaid', this.unsaid);
    this.model.addEventListener('back', this.back);
    document.addEventListener('visibilitychange', this.seen);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.model.removeEventListener('said', this.heard);
    this.model.removeEventListener('unsaid', this.unsaid);
    this.model.removeEventListener('back', this.back);
    document.removeEventListener('visibilitychange', this.seen);
    this.sizes.disconnect();
  }

  get info() {
    return this.model.chats.get(this.chat);
  }

  get log() {
    return this.model.logs.get(this.chat);
  }

  get scroller() {
    return this.querySelector('.log');
  }

  /** The chat is opened: what is said, how far everybody is, who is in it. */
  async open() {
    const { chat, model } = this;
    this.isReady = false;
    this.replying = this.editing = this.unreadAfter = this.found = this.fault = undefined;
    this.isFinding = false;
    this.isAtEnd = true;
    this.said = '';
    try {
      const hadUnread = (this.info?.unread_count ?? 0) > 0;
      const [, readTo] = await Promise.all([model.log(chat), model.status(chat)]);
      if (chat !== this.chat) return;
      if (hadUnread) this.unreadAfter = readTo;
      this.isReady = true;
      this.requestUpdate();
      await this.updateComplete;
      this.toNew();
      this.read();
      await model.chat(chat);
    } catch (fault) {
      if (chat === this.chat) this.fault = fault;
    }
  }

  willUpdate(changes) {
    if (changes.has('chat')) this.open();
    if (this.model.connection === 'live') this.reached = this.log?.highest;
    const at = this.scroller;
    this.was = at && { height: at.scrollHeight, top: at.scrollTop, lowest: this.shownFrom };
    this.shownFrom = this.log?.lowest;
  }

  updated() {
    const at = this.scroller;
    if (!at) return;
    if (this.observed !== at) {
      this.observed = at;
      this.sizes.observe(at);
    }
    const isOlder = this.was?.lowest !== undefined && this.shownFrom < this.was.lowest;
    if (isOlder) at.scrollTop = at.scrollHeight - this.was.height + this.was.top;
    else if (this.isAtEnd) this.toEnd();
    this.read();
  }

  toEnd() {
    const at = this.scroller;
    if (at) at.scrollTop = at.scrollHeight;
  }

  /** To where the unread ones begin, or to the end. */
  toNew() {
    const first = this.querySelector('#new-line');
    if (first) first.scrollIntoView({ block: 'start' });
    else this.toEnd();
    this.scrolled();
  }

  scrolled() {
    const at = this.scroller;
    if (!at) return;
    this.isAtEnd = at.scrollHeight - at.scrollTop - at.clientHeight < END_PX;
    if (this.isReady && at.scrollTop < TOP_PX && this.log?.hasOlder) {
      this.model.older(this.chat).catch(() => {});
    }
    this.read();
  }

  read() {
    if (!this.isReady || !this.isAtEnd || document.visibilityState !== 'visible') return;
    if (this.model.connection === 'live') this.model.read(this.chat);
  }

  hear(entry) {
    if (entry.chat_id !== this.chat) return;
    this.said = `${this.model.name(entry.sender_id)}: ${entry.content}`;
  }

  /** The connection is back: what came meanwhile is marked as new. */
  async caughtUp(missed) {
    if (this.fault) this.open();
    if (missed === 0 || this.reached === undefined) return;
    this.unreadAfter = this.reached;
    await this.updateComplete;
    this.toNew();
  }

  send(text) {
    this.model.outbox.send(this.chat, text, this.replying?.sequence);
    this.replying = undefined;
    this.unreadAfter = undefined;
    this.isAtEnd = true;
  }

  async edit(text) {
    const { editing } = this;
    this.editing = undefined;
    if (text !== editing.content) await this.change('edit', editing, text);
  }

  editLast() {
    const mine = this.log?.entries.filter(
      (entry) => entry.kind === 'text' && entry.sender_id === this.model.me.user_id && !entry.deleted_at,
    );
    this.editing = mine?.at(-1);
  }

  reply(entry) {
    this.editing = undefined;
    this.replying = entry;
    this.querySelector('m-composer').focus();
  }

  react(entry, reaction) {
    return this.change('reaction', entry, reaction);
  }

  async change(kind, entry, content) {
    try {
      await this.model.change(this.chat, kind, entry.sequence, content);
    } catch (fault) {
      toast(fault.message, { kind: 'bad' });
    }
  }

  async jump(sequence) {
    const entry = await this.model.reach(this.chat, sequence).catch(() => undefined);
    if (!entry) {
      toast('This message is not there any more.');
      return;
    }
    this.found = sequence;
    this.isAtEnd = false;
    await this.updateComplete;
    const element = this.querySelector(`[data-sequence="${sequence}"]`);
    element?.scrollIntoView({ block: 'center' });
    element?.focus({ preventScroll: true });
    setTimeout(() => (this.found = undefined), FOUND_MS);
  }

  /** Opens the menu of a message. */
  actions(press, entry) {
    if (!entry.sequence || entry.deleted_at || press.target.closest('a')) return;
    press.preventDefault();
    press.stopPropagation();
    const { model } = this;
    const isMine = entry.sender_id === model.me.user_id;
    const mayDelete = isMine || ['owner', 'admin'].includes(this.info?.role);
    const items = [
      { id: 'reply', label: 'Reply', icon: 'reply' },
      { id: 'copy', label: 'Copy text', icon: 'copy' },
    ];
    if (isMine) items.push({ id: 'edit', label: 'Edit', icon: 'edit' });
    if (isMine) items.push({ id: 'receipts', label: 'Who has read it', icon: 'checks' });
    if (mayDelete) items.push({ id: 'delete', label: 'Delete for everyone', icon: 'trash', danger: true });
    const box = press.target.closest('.tool, .bubble, .msg').getBoundingClientRect();
    this.querySelector('m-actions').show(entry, box, items, entry.reactions?.[model.me.user_id]);
  }

  /** A finger has no hover: a tap opens the menu. */
  tapped(press, entry) {
    if (press.pointerType !== 'touch' || press.target.closest('button, a')) return;
    this.actions(press, entry);
  }

  async chosen({ id, entry, reaction }) {
    if (id === 'react') this.react(entry, reaction);
    else if (id === 'reply') this.reply(entry);
    else if (id === 'edit') {
      this.replying = undefined;
      this.editing = entry;
    } else if (id === 'receipts') this.querySelector('m-receipts').show(entry);
    else if (id === 'copy') {
      await navigator.clipboard?.writeText(entry.content).catch(() => {});
      toast('Copied');
    } else if (id === 'delete') {
      const text = 'It is removed for everyone in this chat.';
      const options = { heading: 'Delete the message?', text, action: 'Delete', danger: true };
      if (await confirm(options)) this.change('delete', entry, '');
    }
  }

  /** Arrows go from message to message, Enter opens the menu of one. */
  pressed(event) {
    const all = [...this.querySelectorAll('.msg')];
    const now = all.indexOf(document.activeElement);
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      const to = now < 0 ? all.length - 1 : now + (event.key === 'ArrowUp' ? -1 : 1);
      if (!all[to]) return;
      event.preventDefault();
      all[to].focus();
    } else if ((event.key === 'Enter' || event.key === ' ') && now >= 0) {
      const entry = this.log?.get(Number(all[now].dataset.sequence));
      if (entry) this.actions(event, entry);
    } else if (event.key === 'Escape' && now >= 0) {
      this.querySelector('m-composer').focus();
    }
  }

  async choose(id) {
    if (id === 'find') this.isFinding = true;
    else if (id === 'info') this.querySelector('m-info').show();
    else await this.querySelector('m-info').act(id);
  }

  render() {
    const chat = this.info;
    if (!chat) return nothing;
    return html`<div class="thread">
      ${this.head(chat)}
      ${
        this.isFinding
          ? html`<m-find
              .model=${this.model}
              chat=${this.chat}
              @jump=${(event) => this.jump(event.detail)}
              @close=${() => (this.isFinding = false)}
            ></m-find>`
          : nothing
      }
      ${this.fault ? this.failed() : this.body()}
      <p class="unseen" aria-live="polite">${this.said}</p>
      <m-composer
        .model=${this.model}
        chat=${this.chat}
        .replying=${this.replying}
        .editing=${this.editing}
        @send=${(event) => this.send(event.detail)}
        @edit=${(event) => this.edit(event.detail)}
        @cancel=${() => (this.replying = this.editing = undefined)}
        @last=${this.editLast}
      ></m-composer>
      <m-actions @choose=${(event) => this.chosen(event.detail)}></m-actions>
      <m-receipts .model=${this.model}></m-receipts>
      <m-info .model=${this.model} .version=${this.version} chat=${this.chat}></m-info>
    </div>`;
  }

  head(chat) {
    const title = this.model.title(chat);
    const muted = isMuted(chat);
    const items = [
      { id: 'info', label: chat.chat_type === 'group' ? 'Group and members' : 'About this chat', icon: 'info' },
      { id: 'find', label: 'Search', icon: 'search' },
      ...(muted ? [{ id: 'unmute', label: 'Unmute', icon: 'bell' }] : MUTES),
    ];
    if (chat.chat_type === 'group') items.push({ id: 'leave', label: 'Leave the group', icon: 'logout', danger: true });
    return html`<header class="thread-head">
      <a class="button quiet icon back" href="#/" aria-label="Back to chats"><t-icon name="arrow-left"></t-icon></a>
      <button type="button" class="thread-title" @click=${() => this.choose('info')}>
        <t-avatar name=${title}></t-avatar>
        <span class="grow">
          <span class="thread-name"
            ><span class="cut" role="heading" aria-level="1">${title}</span>
            ${muted ? html`<t-icon name="bell-off"></t-icon><span class="unseen">muted</span>` : nothing}</span
          >
          <span class="thread-note cut">${this.note(chat)}</span>
        </span>
      </button>
      <button type="button" class="button quiet icon wide-only" aria-label="Search in this chat" title="Search in this chat" @click=${() => this.choose('find')}>
        <t-icon name="search"></t-icon>
      </button>
      <t-menu label="More" icon="more" .items=${items} @choose=${(event) => this.choose(event.detail.id)}></t-menu>
    </header>`;
  }

  note(chat) {
    const writing = typists(this.model, chat.chat_id);
    if (writing) return html`<span class="typing-words">${chat.chat_type === 'group' ? writing : 'writing…'}</span>`;
    if (this.model.connection === 'lost') return 'No connection';
    if (this.model.connection === 'catching-up') return 'Catching up…';
    if (chat.chat_type === 'direct') return 'Direct chat';
    const count = chat.members?.length;
    return count ? `${count} member${count === 1 ? '' : 's'}` : 'Group';
  }

  failed() {
    return html`<div class="log">
      <t-state
        kind=${this.fault.offline ? 'offline' : 'error'}
        heading="This chat could not be read"
        text=${this.fault.message}
        action="Try again"
        @action=${this.open}
      ></t-state>
    </div>`;
  }

  body() {
    const { log } = this;
    const waiting = this.model.outbox.of(this.chat);
    const me = this.model.me.user_id;
    const all = log ? rows([...log.entries, ...waiting], { me, unreadAfter: this.unreadAfter }) : [];
    return html`<div class="log-frame">
      <div
        class="log"
        role="log"
        aria-live="off"
        aria-label="Messages"
        aria-busy=${log ? 'false' : 'true'}
        tabindex="0"
        @scroll=${this.scrolled}
        @keydown=${this.pressed}
      >
        <div class="log-inside">
          ${log ? nothing : skeleton()}
          ${log?.hasOlder ? html`<p class="older"><span class="spinner"></span><span class="unseen">Reading older messages</span></p>` : nothing}
          ${repeat(
            all,
            (row) => row.key,
            (row) => line(row, this),
          )}
        </div>
      </div>
      ${
        this.isAtEnd
          ? nothing
          : html`<button type="button" class="button to-end" aria-label=${this.endWords()} @click=${this.jumpToEnd}>
              <t-icon name="chevron-down"></t-icon>
              ${this.info.unread_count ? html`<span class="count">${this.info.unread_count}</span>` : nothing}
            </button>`
      }
    </div>`;
  }

  endWords() {
    const unread = this.info.unread_count;
    return unread ? `${unread} new, to the end` : 'To the end';
  }

  jumpToEnd() {
    this.isAtEnd = true;
    this.toEnd();
    this.read();
  }
}

function skeleton() {
  return html`<div class="bubbles-skeleton" aria-hidden="true">
    ${['theirs', 'theirs', 'mine', 'theirs', 'mine'].map((side) => html`<span class="skeleton bubble-skeleton ${side}"></span>`)}
  </div>`;
}

customElements.define('m-thread', Thread);
