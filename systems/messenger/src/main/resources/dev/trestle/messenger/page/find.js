import { html, nothing } from 'lit';
import { Part } from '/shared/trestle.js';
import { brief } from './times.js';
import { gist } from './words.js';

const AFTER_MS = 300;
const AROUND = 40;

/** Searches in a chat. Fires "jump" with a sequence, and "close". */
export class Find extends Part {
  static properties = {
    model: { attribute: false },
    chat: {},
    words: { state: true },
    found: { state: true },
    cursor: { state: true },
    state: { state: true },
  };

  constructor() {
    super();
    this.words = '';
    this.found = [];
    this.state = 'idle';
  }

  firstUpdated() {
    this.querySelector('input').focus();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.timer);
    this.stop?.abort();
  }

  typed(event) {
    this.words = event.target.value;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.search(), AFTER_MS);
  }

  /** Searches from the newest message, or from where the last search stopped. */
  async search(cursor) {
    this.stop?.abort();
    const stop = new AbortController();
    this.stop = stop;
    const words = this.words.trim();
    if (!cursor) this.found = [];
    this.cursor = undefined;
    if (!words) {
      this.state = 'idle';
      return;
    }
    this.state = 'busy';
    const more = cursor ? `&cursor=${encodeURIComponent(cursor)}` : '';
    try {
      const page = await this.model.session.call(
        `/chats/${this.chat}/search?q=${encodeURIComponent(words)}${more}`,
        { signal: stop.signal },
      );
      this.found = [...this.found, ...page.data];
      this.cursor = page.pagination.next_cursor;
      this.state = 'done';
    } catch (error) {
      if (error.name !== 'AbortError') this.state = 'error';
    }
  }

  pressed(event) {
    if (event.key === 'Escape') this.tell('close');
  }

  render() {
    return html`<search class="find" @keydown=${this.pressed}>
      <div class="find-row">
        <t-icon name="search"></t-icon>
        <input
          class="input"
          type="search"
          aria-label="Search in this chat"
          placeholder="Search in this chat"
          .value=${this.words}
          @input=${this.typed}
        />
        <button type="button" class="button quiet icon" aria-label="Close search" @click=${() => this.tell('close')}>
          <t-icon name="close"></t-icon>
        </button>
      </div>
      <p class="unseen" role="status">${this.said()}</p>
      ${this.state === 'idle' ? nothing : this.results()}
    </search>`;
  }

  said() {
    if (this.state !== 'done') return '';
    return `${this.found.length} message${this.found.length === 1 ? '' : 's'} found`;
  }

  results() {
    return html`<div class="find-results">
      ${
        this.found.length
          ? html`<ul class="list">
              ${this.found.map(
                (entry) =>
                  html`<li>
                    <button type="button" @click=${() => this.tell('jump', entry.sequence)}>
                      <span class="grow">
                        <span class="row between small"
                          ><strong dir="auto">${this.model.name(entry.sender_id)}</strong
                          ><time class="muted number">${brief(entry.created_at)}</time></span
                        >
                        <span class="find-text" dir="auto">${marked(entry.content || gist(entry), this.words)}</span>
                      </span>
                    </button>
                  </li>`,
              )}
            </ul>`
          : nothing
      }
      ${this.state === 'busy' ? html`<p class="find-note"><span class="spinner"></span> Searching…</p>` : nothing}
      ${this.state === 'error' ? html`<p class="find-note">The search failed. Try again.</p>` : nothing}
      ${
        this.state === 'done' && !this.found.length && !this.cursor
          ? html`<p class="find-note">No messages found.</p>`
          : nothing
      }
      ${
        this.cursor
          ? html`<button type="button" class="button quiet full" @click=${() => this.search(this.cursor)}>
              Search further back
            </button>`
          : nothing
      }
    </div>`;
  }
}

/** The part of a text around the first match, with the words marked. */
export function marked(text, words) {
  const wanted = words.trim().toLowerCase().split(/\s+/);
  const first = Math.max(0, text.toLowerCase().indexOf(wanted[0]) - AROUND);
  const part = (first > 0 ? '…' : '') + text.slice(first, first + 4 * AROUND);
  const pattern = new RegExp(`(${wanted.map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('|')})`, 'giu');
  return part.split(pattern).map((piece, index) => (index % 2 ? html`<mark>${piece}</mark>` : piece));
}

customElements.define('m-find', Find);
