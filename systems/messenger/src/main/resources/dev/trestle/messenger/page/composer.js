import { html, nothing } from 'lit';
import { Part } from '/shared/trestle.js';

const BYTES_MAX = 4096;
const BYTES_SHOWN_FROM = 3600;
const size = new TextEncoder();

/**
 * Where one writes. It tells "send" with the text, "edit" with the changed one, "cancel" when a
 * reply or an edit is given up, and "last" when the last message is to be edited.
 */
export class Composer extends Part {
  static properties = {
    model: { attribute: false },
    chat: {},
    replying: { attribute: false },
    editing: { attribute: false },
    text: { state: true },
  };

  constructor() {
    super();
    this.text = '';
  }

  get area() {
    return this.querySelector('textarea');
  }

  focus() {
    this.area?.focus();
  }

  willUpdate(changes) {
    if (changes.has('chat')) this.text = this.model.drafts.get(this.chat);
    if (changes.has('editing') && !changes.has('chat')) {
      if (this.editing) this.text = this.editing.content;
      else if (changes.get('editing')) this.text = this.model.drafts.get(this.chat);
    }
  }

  updated(changes) {
    this.grow();
    const isBegun = (changes.has('replying') && this.replying) || (changes.has('editing') && this.editing);
    const isOnDesktop = changes.has('chat') && matchMedia('(pointer: fine)').matches;
    if (isBegun || isOnDesktop) {
      this.focus();
      this.area.setSelectionRange(this.text.length, this.text.length);
    }
  }

  /** As high as what is written, up to a point that the style sheet says. */
  grow() {
    this.area.style.height = 'auto';
    this.area.style.height = `${this.area.scrollHeight + 2}px`;
  }

  get bytes() {
    return size.encode(this.text.trim()).length;
  }

  typed(event) {
    this.text = event.target.value;
    if (this.editing) return;
    this.model.drafts.set(this.chat, this.text);
    this.model.marks.types(this.chat, this.text.trim() !== '');
  }

  pressed(event) {
    if (event.isComposing) return;
    if (event.key === 'Enter' && !event.shiftKey && matchMedia('(pointer: fine)').matches) {
      event.preventDefault();
      this.send();
    } else if (event.key === 'Escape' && (this.editing || this.replying)) {
      event.stopPropagation();
      this.tell('cancel');
    } else if (event.key === 'ArrowUp' && this.text === '' && !this.editing) {
      event.preventDefault();
      this.tell('last');
    }
  }

  send() {
    const text = this.text.trim();
    if (!text || this.bytes > BYTES_MAX) return;
    if (this.editing) {
      this.tell('edit', text);
    } else {
      this.text = '';
      this.model.drafts.set(this.chat, '');
      this.model.marks.types(this.chat, false);
      this.tell('send', text);
    }
    this.focus();
  }

  render() {
    const { bytes } = this;
    const isTooLong = bytes > BYTES_MAX;
    return html`<form
      class="composer"
      @submit=${(event) => {
        event.preventDefault();
        this.send();
      }}
    >
      ${this.context()}
      <div class="composer-row">
        <textarea
          class="input"
          rows="1"
          aria-label=${this.editing ? 'Edit the message' : 'Message'}
          placeholder="Message"
          aria-invalid=${isTooLong ? 'true' : nothing}
          .value=${this.text}
          @input=${this.typed}
          @keydown=${this.pressed}
        ></textarea>
        <button
          class="button primary icon send"
          aria-label=${this.editing ? 'Save' : 'Send'}
          title=${this.editing ? 'Save' : 'Send'}
          aria-disabled=${bytes === 0 || isTooLong ? 'true' : nothing}
        >
          <t-icon name=${this.editing ? 'check' : 'send'}></t-icon>
        </button>
      </div>
      ${
        bytes > BYTES_SHOWN_FROM
          ? html`<p class="composer-size number ${isTooLong ? 'bad' : ''}" role="status">
              ${isTooLong ? `${bytes - BYTES_MAX} bytes too long` : `${BYTES_MAX - bytes} bytes left`}
            </p>`
          : nothing
      }
    </form>`;
  }

  context() {
    const entry = this.editing ?? this.replying;
    if (!entry) return nothing;
    const head = this.editing ? 'Edit message' : `Reply to ${this.model.name(entry.sender_id)}`;
    return html`<div class="composer-context">
      <t-icon name=${this.editing ? 'edit' : 'reply'}></t-icon>
      <div class="grow"><p class="quote-who">${head}</p><p class="cut">${entry.content}</p></div>
      <button type="button" class="button quiet icon small" aria-label="Cancel" @click=${() => this.tell('cancel')}>
        <t-icon name="close"></t-icon>
      </button>
    </div>`;
  }
}

customElements.define('m-composer', Composer);
