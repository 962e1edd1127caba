import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { Part, confirm, toast } from '/shared/trestle.js';
import { itemsFor } from './actions.js';
import { block, blockedBar, unblock } from './blocks.js';
import { line, rows, skeleton } from './bubble.js';
import './composer.js';
import './emoji-picker.js';
import './find.js';
import './info.js';
import { save } from './photo.js';
import './receipts.js';
import { report } from './report.js';
import './thread-head.js';
import { gist } from './words.js';

const END_PX = 80;
const TOP_PX = 400;
const FOUND_MS = 2500;
const LOAD_AGAIN_MS = 5000;

const isNearEnd = (at) => at.scrollHeight - at.scrollTop - at.clientHeight < END_PX;

/** <m-thread .model=${model} chat="chat_…">: the messages of a chat, and the field for a new one. */
export class Thread extends Part {
  static properties = {
    model: { attribute: false },
    version: { attribute: false },
    chat: {},
    place: { attribute: false },
    replying: { state: true },
    editing: { state: true },
    isFinding: { state: true },
    unreadAfter: { state: true },
    found: { state: true },
    isAtEnd: { state: true },
    error: { state: true },
    said: { state: true },
    unfolded: { state: true },
  };

  constructor() {
    super();
    this.isAtEnd = true;
    this.said = '';
    this.unfolded = new Set();
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
    clearTimeout(this.loading);
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

  /** Opens the chat. */
  open() {
    this.isReady = false;
    this.replying = this.editing = this.unreadAfter = this.found = undefined;
    this.isFinding = false;
    this.stayAtEnd();
    this.said = '';
    return this.load();
  }

  /** Loads messages, watermarks and members. If only messages could be loaded, it is tried again. */
  async load() {
    const { chat } = this;
    clearTimeout(this.loading);
    this.error = undefined;
    try {
      if (!this.isReady) await this.show(chat);
      if (chat === this.chat) await this.model.chat(chat);
    } catch (error) {
      if (chat !== this.chat) return;
      this.error = error;
      if (this.log) this.loading = setTimeout(() => this.load(), LOAD_AGAIN_MS);
    }
  }

  async show(chat) {
    const hadUnread = (this.info?.unread_count ?? 0) > 0;
    const [, readTo] = await Promise.all([this.model.logs.open(chat), this.model.status(chat)]);
    if (chat !== this.chat) return;
    if (hadUnread) this.unreadAfter = readTo;
    this.isReady = true;
    this.requestUpdate();
    await this.updateComplete;
    if (this.place?.sequence) await this.jump(this.place.sequence);
    else this.toNew();
    this.read();
  }

  willUpdate(changes) {
    if (changes.has('chat')) this.open();
    else if (changes.has('place') && this.isReady && this.place.sequence) this.jump(this.place.sequence);
    if (this.model.connection === 'live') this.reached = this.log?.highest;
    const at = this.scroller;
    // The user has scrolled up, and the event that says so is yet to come.
    if (at && this.isAtEnd && at.scrollTop < this.endTop && !isNearEnd(at)) this.isAtEnd = false;
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
    if (!at) return;
    at.scrollTop = at.scrollHeight;
    this.endTop = at.scrollTop;
  }

  /** Scrolls to the end with the next update, wherever the user is now. */
  stayAtEnd() {
    this.isAtEnd = true;
    this.endTop = undefined;
  }

  /** Scrolls to the first unread message, or to the end. */
  toNew() {
    const first = this.querySelector('#new-line');
    if (first) first.scrollIntoView({ block: 'start' });
    else this.toEnd();
    this.scrolled();
  }

  scrolled() {
    const at = this.scroller;
    if (!at) return;
    this.isAtEnd = isNearEnd(at);
    if (this.isReady && at.scrollTop < TOP_PX && this.log?.hasOlder) {
      this.model.logs.older(this.chat).catch(() => {});
    }
    this.read();
  }

  read() {
    if (!this.isReady || !this.isAtEnd || document.visibilityState !== 'visible') return;
    if (this.model.connection === 'live') this.model.read(this.chat);
  }

  hear(entry) {
    if (entry.chat_id !== this.chat) return;
    this.said = `${this.model.name(entry.sender_id)}: ${gist(entry)}`;
  }

  /** The connection is back: marks the messages that came in the meantime as new. */
  async caughtUp(missed) {
    if (this.error) this.load();
    if (missed === 0 || this.reached === undefined) return;
    this.unreadAfter = this.reached;
    await this.updateComplete;
    this.toNew();
  }

  /** Sends a text, or each file as a message of its own; the text is the caption of the first. */
  send({ text, files, mentions }) {
    const { outbox } = this.model;
    const replyTo = this.replying?.sequence;
    if (files.length === 0) outbox.send(this.chat, text, { replyTo, mentions });
    files.forEach((file, place) => outbox.send(this.chat, place ? '' : text, place ? { file } : { replyTo, mentions, file }));
    this.replying = undefined;
    this.unreadAfter = undefined;
    this.stayAtEnd();
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

  /** Shows all of a long message. */
  unfold(entry) {
    this.unfolded = new Set([...this.unfolded, entry.client_message_id]);
  }

  reply(entry) {
    this.editing = undefined;
    this.replying = entry;
    this.querySelector('m-composer').focus();
  }

  react(entry, reaction) {
    return this.change('reaction', entry, reaction);
  }

  /** Any emoji as a reaction. */
  pickReaction(entry) {
    this.reacting = entry;
    const message = this.querySelector(`[data-sequence="${entry.sequence}"] .bubble`);
    this.querySelector('.reaction-picker').show(message.getBoundingClientRect());
  }

  /** Sends the text and the file of a message to another chat, and goes there. */
  async forward(entry) {
    const { model } = this;
    const chat = await model.pickChat('Forward to');
    if (!chat) return;
    try {
      model.outbox.send(chat, entry.content, { file: entry.file && (await this.copyOf(entry)) });
      location.hash = `#/chat/${chat}`;
    } catch (error) {
      toast(error.message, { kind: 'bad' });
    }
  }

  async copyOf({ chat_id, file }) {
    const { files } = this.model;
    const blob = new File([await files.blob(chat_id, file)], file.name);
    return { blob, preview: file.is_photo ? await files.preview(chat_id, file) : undefined };
  }

  /** Shows a photo on the whole screen. */
  view(entry) {
    this.querySelector('m-viewer').show(entry);
  }

  dropped(event) {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    if (event.type === 'drop') this.querySelector('m-composer')?.attach(event.dataTransfer.files);
  }

  async change(kind, entry, content) {
    try {
      await this.model.change(this.chat, kind, entry.sequence, content);
    } catch (error) {
      toast(error.message, { kind: 'bad' });
    }
  }

  /** Goes to a message. Of several jumps the last one counts. */
  async jump(sequence) {
    const { chat } = this;
    const jump = (this.jumping = {});
    const isOver = () => chat !== this.chat || jump !== this.jumping;
    let entry;
    try {
      entry = await this.model.logs.reach(chat, sequence);
    } catch (error) {
      if (!isOver()) toast(error.message, { kind: 'bad' });
      return;
    }
    if (isOver()) return;
    if (!entry) {
      toast('This message no longer exists.');
      return;
    }
    this.found = sequence;
    this.isAtEnd = false;
    await this.updateComplete;
    if (isOver()) return;
    const element = this.querySelector(`[data-sequence="${sequence}"]`);
    element?.scrollIntoView({ block: 'center' });
    element?.focus({ preventScroll: true });
    setTimeout(() => isOver() || (this.found = undefined), FOUND_MS);
  }

  /** Opens the menu of a message. */
  actions(press, entry) {
    if (!entry.sequence || entry.deleted_at || press.target.closest('a')) return;
    press.preventDefault();
    press.stopPropagation();
    const { model } = this;
    const items = itemsFor(entry, this.info, model);
    const box = press.target.closest('.tool, .bubble, .msg').getBoundingClientRect();
    this.querySelector('m-actions').show(entry, box, items, entry.reactions?.[model.me.user_id]);
  }

  /** On a touch screen a tap opens the menu. */
  tapped(press, entry) {
    if (press.pointerType !== 'touch' || press.target.closest('button, a')) return;
    this.actions(press, entry);
  }

  async chosen({ id, entry, reaction }) {
    if (id === 'react') this.react(entry, reaction);
    else if (id === 'emoji') this.pickReaction(entry);
    else if (id === 'forward') await this.forward(entry);
    else if (id === 'reply') this.reply(entry);
    else if (id === 'edit') {
      this.replying = undefined;
      this.editing = entry;
    } else if (id === 'receipts') this.querySelector('m-receipts').show(entry);
    else if (id === 'save') await save(entry, this);
    else if (id === 'block') await block(this.model, entry.sender_id);
    else if (id === 'unblock') await unblock(this.model, entry.sender_id);
    else if (id === 'report') report(this.model, { chat_id: this.chat, sequence: entry.sequence }, 'Report this message');
    else if (id === 'copy') {
      await navigator.clipboard?.writeText(entry.content).catch(() => {});
      toast('Copied');
    } else if (id === 'delete') {
      const text = 'It is deleted for everyone in this chat.';
      const options = { heading: 'Delete the message?', text, action: 'Delete', danger: true };
      if (await confirm(options)) this.change('delete', entry, '');
    }
  }

  /** Arrow keys move between messages, Enter opens the menu of one. */
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
      this.querySelector('m-composer')?.focus();
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
    return html`<div class="thread" @dragover=${this.dropped} @drop=${this.dropped}>
      <m-thread-head
        .model=${this.model}
        .version=${this.version}
        chat=${this.chat}
        @choose=${(event) => this.choose(event.detail)}
      ></m-thread-head>
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
      ${this.error && !this.log ? this.failed() : this.body()}
      <p class="unseen" aria-live="polite">${this.said}</p>
      ${this.model.blocks.isWith(chat) ? blockedBar(this.model, chat.peer.user_id) : this.composer()}
      <m-actions @choose=${(event) => this.chosen(event.detail)}></m-actions>
      <m-emoji-picker class="reaction-picker" @pick=${(event) => this.react(this.reacting, event.detail)}></m-emoji-picker>
      <m-viewer .model=${this.model}></m-viewer>
      <m-receipts .model=${this.model} .version=${this.version}></m-receipts>
      <m-info .model=${this.model} .version=${this.version} chat=${this.chat}></m-info>
    </div>`;
  }

  composer() {
    return html`<m-composer
      .model=${this.model}
      chat=${this.chat}
      .replying=${this.replying}
      .editing=${this.editing}
      @send=${(event) => this.send(event.detail)}
      @edit=${(event) => this.edit(event.detail)}
      @cancel=${() => (this.replying = this.editing = undefined)}
      @last=${this.editLast}
    ></m-composer>`;
  }

  failed() {
    return html`<div class="log">
      <t-state
        kind=${this.error.offline ? 'offline' : 'error'}
        heading="Couldn’t load this chat"
        text=${this.error.message}
        action="Try again"
        @action=${this.load}
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
          ${log?.hasOlder ? html`<p class="older"><span class="spinner"></span><span class="unseen">Loading older messages</span></p>` : nothing}
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
    return unread ? `Jump to the end, ${unread} new` : 'Jump to the end';
  }

  jumpToEnd() {
    this.isAtEnd = true;
    this.toEnd();
    this.read();
  }
}

customElements.define('m-thread', Thread);
