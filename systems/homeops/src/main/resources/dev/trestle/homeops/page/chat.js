// The chat: what the family writes, the assistant's check marks, and its few replies.
import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { idempotencyKey } from '/shared/api.js';
import { toast } from '/shared/parts/toast.js';
import { correct, undo } from './activity.js';
import { home } from './home.js';
import { HomeSection } from './home-section.js';
import { explain } from './explain.js';
import { capital, t } from './language.js';
import { PAGE, PagedList } from './paged-list.js';
import { clock, day, dayName, moment } from './times.js';
import { ASSISTANT_NAME, PROMISE_LOOKS, sentences } from './words.js';

const LISTED_MAX = 100;
const NEAR_END = 120;
const TEXT_MAX = 2000;
const ASSISTANT = '0';
const ASIDE_MAX = 6;

/** High enough for suggestions above the composer. */
const ROOMY = matchMedia('(min-height: 45rem)');

/** The names of chats that are not on this page. */
const ELSEWHERE = { messenger: 'Messenger', telegram: 'Telegram' };

class Chat extends HomeSection {
  static properties = {
    sending: { state: true },
    context: { state: true },
    isTrying: { state: true },
  };

  list = new PagedList(({ message_id: id }) => id);

  constructor() {
    super();
    this.sending = [];
  }

  get kinds() {
    return ['message', 'activity', 'decision', 'promise'];
  }

  async fetch() {
    const { chat } = home;
    const [messages, { activities }, { promises }] = await Promise.all([
      this.list.readAgain((before) => this.read(before)),
      home.get(`${chat}/activities`, { limit: LISTED_MAX }),
      home.get(`${chat}/promises`),
    ]);
    return { messages, activities, promises };
  }

  /** A page of messages, the newest one without an id. */
  async read(before) {
    const { messages } = await home.get(`${home.chat}/messages`, { limit: PAGE, ...(before && { before }) });
    return messages;
  }

  loaded() {
    super.loaded();
    const { entries, isWhole } = this.data.messages;
    this.list.renew(entries, isWhole);
    const arrived = new Set(entries.map(({ message_id: id }) => id));
    this.sending = this.sending.filter(({ id }) => !arrived.has(id));
  }

  /** Everything that is shown, the latest last. */
  get messages() {
    return this.list.entries.toReversed();
  }

  async showEarlier() {
    if (this.isReading) return;
    this.isReading = true;
    try {
      await this.list.older((before) => this.read(before));
      const { scrollHeight, scrollTop } = this.log;
      this.requestUpdate();
      await this.updateComplete;
      this.log.scrollTop = this.log.scrollHeight - scrollHeight + scrollTop;
    } catch (error) {
      toast(error.message, { kind: 'bad' });
    } finally {
      this.isReading = false;
    }
  }

  get log() {
    return this.querySelector('.log');
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.observer?.disconnect();
    this.watched = undefined;
  }

  updated() {
    if (this.log !== this.watched) this.watch();
    this.toEnd();
  }

  /** Keeps the end in view while it is, also when check marks appear late or the keyboard opens. */
  watch() {
    this.observer ??= new ResizeObserver(() => this.toEnd());
    this.observer.disconnect();
    this.watched = this.log;
    this.isAtEnd = true;
    this.lastTop = 0;
    if (!this.log) return;
    this.log.addEventListener('scroll', () => this.scrolled(), { passive: true });
    for (const part of [this.log, ...this.log.children]) this.observer.observe(part);
  }

  /** Only a scroll upwards leaves the end: content that grows below does not. */
  scrolled() {
    const { scrollHeight, scrollTop, clientHeight } = this.log;
    if (scrollHeight - scrollTop - clientHeight < NEAR_END) this.isAtEnd = true;
    else if (scrollTop < this.lastTop) this.isAtEnd = false;
    this.lastTop = scrollTop;
  }

  toEnd() {
    if (this.isAtEnd && this.log) this.log.scrollTop = this.log.scrollHeight;
  }

  get input() {
    return this.querySelector('.composer textarea');
  }

  submit(event) {
    event.preventDefault();
    const text = this.input.value.trim();
    if (!text) return;
    const { context } = this;
    this.input.value = '';
    this.grow();
    this.context = undefined;
    if (context?.isEdit) this.edit(context.message, text);
    else this.send(text, context?.message.message_id);
  }

  async edit(message, text) {
    try {
      await home.patch(`${home.chat}/messages/${message.message_id}`, { text });
    } catch (error) {
      toast(error.message, { kind: 'bad' });
    }
  }

  async send(text, replyTo) {
    const entry = { client: idempotencyKey(), text, replyTo };
    this.sending = [...this.sending, entry];
    this.isAtEnd = true;
    await this.deliver(entry);
  }

  async deliver(entry) {
    this.become(entry, { isFailed: false });
    const body = { text: entry.text, client_id: entry.client, reply_to: entry.replyTo };
    try {
      const { message_id: id } = await home.post(`${home.chat}/messages`, body);
      this.become(entry, { id });
      this.loadSoon();
    } catch (error) {
      this.become(entry, { isFailed: true });
      toast(error.message, { kind: 'bad' });
    }
  }

  become(entry, change) {
    this.sending = this.sending.map((each) => (each.client === entry.client ? { ...each, ...change } : each));
  }

  typed(event) {
    this.grow();
    if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) this.submit(event);
    if (event.key === 'Escape' && this.context) this.context = undefined;
  }

  /** As many lines as there are, up to a limit in the style sheet. */
  grow() {
    const { input } = this;
    input.rows = Math.min(6, input.value.split('\n').length);
  }

  async about(message, isEdit) {
    this.context = { message, isEdit };
    await this.updateComplete;
    if (isEdit) this.input.value = message.text;
    this.input.focus();
  }

  render() {
    return html`<div class="chat-sides">
      <section class="chat" aria-label=${t.tabs.chat}>
        <h1 class="unseen">${home.household.name}</h1>
        ${this.data ? this.content() : html`<div class="log">${this.body()}</div>`}
      </section>
      <aside class="chat-aside" aria-label=${t.chat.latest}>${this.data ? this.aside() : nothing}</aside>
    </div>`;
  }

  content() {
    const { messages } = this;
    const isEmpty = messages.length === 0 && this.sending.length === 0;
    return html`<div class="log" tabindex="0" role="log" aria-label=${t.chat.messages}>
        <div class="log-inside">
          ${
            this.list.hasOlder
              ? html`<div class="older"><button type="button" class="button small" @click=${this.showEarlier}>${t.chat.showEarlier}</button></div>`
              : nothing
          }
          ${isEmpty ? this.empty() : nothing}
          <ol class="lines">
            ${repeat(messages, (message) => message.message_id, (message, index) => this.line(message, messages[index - 1]))}
            ${this.sending.map((entry) => this.outgoing(entry))}
          </ol>
        </div>
      </div>
      ${this.composer(isEmpty)}`;
  }

  empty() {
    return html`<t-state
      icon="chat"
      heading=${t.chat.empty}
      text=${t.chat.emptyMore}
    ></t-state>`;
  }

  line(message, before) {
    const isNewDay = !before || day(before.at) !== day(message.at);
    const isFirst = isNewDay || before.member_id !== message.member_id;
    return html`${isNewDay ? html`<li class="day"><span>${capital(dayName(message.at))}</span></li>` : nothing}
      ${message.member_id === ASSISTANT ? this.reply(message) : this.message(message, isFirst)}`;
  }

  message(message, isFirst) {
    const isMine = home.isMe(message.member_id);
    const noted = this.data.activities.filter(({ message_id: id }) => id === message.message_id);
    const promises = this.data.promises.filter(({ message_id: id }) => id === message.message_id);
    return html`<li class="msg ${isMine ? 'mine' : 'theirs'} ${isFirst ? 'first' : ''}" data-message=${message.message_id}>
      <div class="msg-body">
        <div class="bubble" dir="auto">
          ${isMine || !isFirst ? nothing : html`<span class="msg-who" dir="auto">${message.member_name}</span>`}
          ${this.quoted(message)}
          <span class="msg-text">${message.text}</span>
          <span class="msg-meta" dir="ltr">${message.edited_at ? `${t.chat.edited} ` : ''}${clock(message.at)}</span>
        </div>
        ${
          noted.length || promises.length
            ? html`<div class="marks">
                ${noted.map((activity) => this.mark(activity, message))}
                ${promises.map((promise) => this.promise(promise))}
              </div>`
            : nothing
        }
      </div>
      ${this.tools(message, isMine)}
    </li>`;
  }

  /** The assistant's check mark. It says whose it is and when it was, if that is not the message's. */
  mark(activity, message) {
    const name = home.activity(activity.activity);
    const who = activity.member === message.member_id ? '' : `, ${activity.member_name}`;
    const when = day(activity.at) === day(message.at) ? '' : `, ${dayName(activity.at)}`;
    return html`<t-menu
      kind="mark"
      label=${t.chat.noted(`${name}${who}${when}`)}
      text=${`✓ ${name}${who}${when}`}
      .items=${[
        { heading: t.chat.noted(name) },
        { id: 'correct', label: t.chat.correct, icon: 'edit' },
        { id: 'undo', label: t.page.undo, icon: 'refresh' },
      ]}
      @choose=${({ detail }) => (detail.id === 'undo' ? undo(activity) : correct(activity))}
    ></t-menu>`;
  }

  promise(promise) {
    const name = home.activity(promise.activity);
    const words = {
      active: t.chat.promised(name, moment(promise.deadline)),
      fulfilled: t.chat.kept(name),
      expired: t.chat.expired(name),
    }[promise.status];
    return html`<span class="badge ${PROMISE_LOOKS[promise.status]}"><t-icon name="clock"></t-icon>${words}</span>`;
  }

  tools(message, isMine) {
    const items = [
      { id: 'reply', label: t.chat.reply, icon: 'reply' },
      ...(isMine ? [{ id: 'edit', label: t.chat.edit, icon: 'edit' }] : []),
      { id: 'why', label: t.chat.why, icon: 'info' },
    ].filter(({ id }) => id === 'why' || !this.isElsewhere);
    return html`<t-menu
      class="tools"
      label=${t.chat.more(message.text.slice(0, 30))}
      icon="more"
      kind="quiet small"
      .items=${items}
      @choose=${({ detail }) => (detail.id === 'why' ? explain(message) : this.about(message, detail.id === 'edit'))}
    ></t-menu>`;
  }

  quoted({ reply_to: id }) {
    if (!id) return nothing;
    const message = this.messages.find(({ message_id: other }) => other === id);
    if (!message) return nothing;
    const who = message.member_id === ASSISTANT ? ASSISTANT_NAME : message.member_name;
    return html`<span class="quote" dir="auto"><span class="quote-who" dir="auto">${who}</span>${message.text}</span>`;
  }

  /** What the assistant says. A question of its own can be answered with one press. */
  reply(message) {
    const isOpen = message.text.endsWith('?') && this.messages.at(-1) === message && !this.isElsewhere;
    return html`<li class="msg assistant first" data-message=${message.message_id}>
      <span class="assistant-sign"><t-icon name="leaf"></t-icon></span>
      <div class="msg-body">
        <div class="bubble" dir="auto">
          <span class="msg-who" dir="auto">${ASSISTANT_NAME}</span>
          <span class="msg-text">${message.text}</span>
          <span class="msg-meta" dir="ltr">${clock(message.at)}</span>
        </div>
        ${
          isOpen
            ? html`<div class="marks">
                ${[t.chat.yes, t.chat.no].map(
                  (text) => html`<button type="button" class="button small" @click=${() => this.send(text, message.message_id)}>
                    ${text}
                  </button>`,
                )}
              </div>`
            : nothing
        }
      </div>
    </li>`;
  }

  outgoing(entry) {
    return html`<li class="msg mine first ${entry.isFailed ? 'failed' : 'waiting'}">
      <div class="msg-body">
        <div class="bubble" dir="auto"><span class="msg-text">${entry.text}</span></div>
        ${
          entry.isFailed
            ? html`<div class="marks">
                <button type="button" class="button small" @click=${() => this.deliver(entry)}>${t.chat.sendAgain}</button>
              </div>`
            : nothing
        }
      </div>
    </li>`;
  }

  /** A visitor to the demo sees what to write, unless they close it. */
  get hasSuggestions() {
    return this.isTrying ?? (home.isDemo && ROOMY.matches);
  }

  get isElsewhere() {
    return home.household.source !== 'page';
  }

  composer(isEmpty) {
    if (this.isElsewhere) {
      const name = ELSEWHERE[home.household.source] ?? t.chat.otherApp;
      return html`<p class="composer elsewhere muted">${t.chat.elsewhere(name)}</p>`;
    }
    return html`<form class="composer" @submit=${this.submit}>
      ${
        this.context
          ? html`<div class="composer-context">
              <span class="grow cut"><strong>${this.context.isEdit ? t.chat.edit : t.chat.reply}:</strong> <bdi>${this.context.message.text}</bdi></span>
              <button type="button" class="button quiet small icon" aria-label=${t.page.cancel} @click=${() => (this.context = undefined)}>
                <t-icon name="close"></t-icon>
              </button>
            </div>`
          : nothing
      }
      ${isEmpty || this.hasSuggestions ? this.suggestions() : nothing}
      <div class="composer-row">
        ${
          isEmpty
            ? nothing
            : html`<button
                type="button"
                class="button quiet icon"
                aria-label=${t.page.sentences}
                title=${t.page.sentences}
                aria-expanded=${this.hasSuggestions ? 'true' : 'false'}
                @click=${() => (this.isTrying = !this.hasSuggestions)}
              >
                <t-icon name="bolt"></t-icon>
              </button>`
        }
        <label class="unseen" for="message">${t.chat.message}</label>
        <textarea
          id="message"
          class="input"
          dir="auto"
          rows="1"
          maxlength=${TEXT_MAX}
          placeholder=${t.chat.prompt}
          @keydown=${this.typed}
          @input=${this.grow}
        ></textarea>
        <button class="button primary icon" aria-label=${t.chat.send}><t-icon name="send"></t-icon></button>
      </div>
    </form>`;
  }

  suggestions() {
    return html`<div class="suggestions" role="group" aria-label=${t.page.sentences}>
      ${sentences().map(
        (text) => html`<button type="button" class="chip" @click=${() => this.send(text)}>${text}</button>`,
      )}
    </div>`;
  }

  aside() {
    const latest = this.data.activities.slice(0, ASIDE_MAX);
    const open = this.data.promises.filter(({ status }) => status === 'active').slice(0, ASIDE_MAX);
    return html`<div class="card flush">
        <div class="card-head"><h2>${t.chat.latest}</h2><a href="#/log">${t.tabs.log}</a></div>
        ${
          latest.length
            ? html`<ul class="list">
                ${latest.map(
                  (activity) => html`<li class="plain">
                    <t-avatar name=${activity.member_name} size="small"></t-avatar>
                    <span class="grow"><span class="strong">${home.activity(activity.activity)}</span><br />
                      <span class="muted small">${activity.member_name}, ${moment(activity.at)}</span></span>
                  </li>`,
                )}
              </ul>`
            : html`<p class="muted small aside-empty">${t.chat.nothing}</p>`
        }
      </div>
      ${
        open.length
          ? html`<div class="card flush">
              <div class="card-head"><h2>${t.chat.openPromises}</h2><a href="#/promises">${t.tabs.promises}</a></div>
              <ul class="list">
                ${open.map(
                  (promise) => html`<li class="plain">
                    <t-avatar name=${promise.member_name} size="small"></t-avatar>
                    <span class="grow"><span class="strong">${home.activity(promise.activity)}</span><br />
                      <span class="muted small">${t.promises.until(promise.member_name, moment(promise.deadline))}</span></span>
                  </li>`,
                )}
              </ul>
            </div>`
          : nothing
      }`;
  }
}

customElements.define('h-chat', Chat);
