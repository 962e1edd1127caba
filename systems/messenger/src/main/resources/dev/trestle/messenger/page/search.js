import { html, nothing } from 'lit';
import { Part } from '/shared/trestle.js';
import { marked } from './find.js';
import { brief } from './times.js';
import { gist } from './words.js';

const AFTER_MS = 300;
const WORDS_MIN = 2;

/** <m-search .model=${model} words="…">: the messages of all chats that contain the words. */
export class Search extends Part {
  static properties = {
    model: { attribute: false },
    words: {},
    found: { state: true },
    cursor: { state: true },
    state: { state: true },
  };

  constructor() {
    super();
    this.found = [];
    this.state = 'idle';
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.timer);
    this.stop?.abort();
  }

  willUpdate(changes) {
    if (!changes.has('words')) return;
    clearTimeout(this.timer);
    this.stop?.abort();
    this.found = [];
    this.cursor = undefined;
    this.state = this.words.length < WORDS_MIN ? 'idle' : 'busy';
    if (this.state === 'busy') this.timer = setTimeout(() => this.search(), AFTER_MS);
  }

  /** Searches from the beginning, or from where the last search stopped. */
  async search() {
    const stop = new AbortController();
    this.stop = stop;
    this.state = 'busy';
    const more = this.cursor ? `&cursor=${encodeURIComponent(this.cursor)}` : '';
    try {
      const path = `/search?q=${encodeURIComponent(this.words)}${more}`;
      const page = await this.model.session.call(path, { signal: stop.signal });
      this.found = [...this.found, ...page.data];
      this.cursor = page.pagination.next_cursor;
      this.state = 'done';
    } catch (error) {
      if (error.name !== 'AbortError') this.state = 'error';
    }
  }

  render() {
    if (this.state === 'idle') return nothing;
    return html`<section class="search" aria-label="Messages found">
      <h2 class="eyebrow">Messages</h2>
      <ul class="chats">
        ${this.found.map((entry) => html`<li>${this.hit(entry)}</li>`)}
      </ul>
      <p class="find-note" role="status">${this.note()}</p>
      ${
        this.cursor && this.state === 'done'
          ? html`<button type="button" class="button quiet full" @click=${this.search}>Search further back</button>`
          : nothing
      }
    </section>`;
  }

  note() {
    if (this.state === 'busy') return html`<span class="spinner"></span> Searching…`;
    if (this.state === 'error') return 'The search failed. Try again.';
    return this.found.length || this.cursor ? '' : 'No messages found.';
  }

  hit(entry) {
    const { model } = this;
    const title = model.title(model.chats.get(entry.chat_id));
    return html`<a class="chat hit" href="#/chat/${entry.chat_id}/${entry.sequence}">
      <span class="chat-text">
        <span class="chat-top">
          <span class="chat-name cut" dir="auto">${title}</span>
          <time class="chat-time number">${brief(entry.created_at)}</time>
        </span>
        <span class="find-text" dir="auto">${model.name(entry.sender_id)}: ${marked(entry.content || gist(entry), this.words)}</span>
      </span>
    </a>`;
  }
}

customElements.define('m-search', Search);
