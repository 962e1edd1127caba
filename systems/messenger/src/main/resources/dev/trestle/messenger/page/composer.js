import { html, nothing } from 'lit';
import { count } from '/shared/format.js';
import { Part } from '/shared/trestle.js';
import './attachments.js';
import './emoji-picker.js';
import { mentioned } from './mentions.js';
import { gist } from './words.js';

const BYTES_MAX = 4096;
const BYTES_SHOWN_FROM = 3600;
const size = new TextEncoder();

/**
 * The field for a new message. It fires "send" with {text, files, mentions}, "edit" with the changed text, "cancel"
 * when a reply or an edit is cancelled, and "last" when the last message should be edited.
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

  /** Fits the height to the text, up to the maximum in the style sheet. */
  grow() {
    this.area.style.height = 'auto';
    this.area.style.height = `${this.area.scrollHeight + 2}px`;
  }

  get bytes() {
    return size.encode(this.text.trim()).length;
  }

  /** The others in a group, who can be mentioned. */
  get members() {
    const chat = this.model.chats.get(this.chat);
    if (chat?.chat_type !== 'group') return [];
    return (chat.members ?? []).filter(({ user_id }) => user_id !== this.model.me.user_id);
  }

  get mentions() {
    return this.querySelector('m-mentions');
  }

  /** Completes the name that is being typed. */
  mention({ member, from }) {
    this.area.setRangeText(`@${member.display_name} `, from, this.area.selectionStart, 'end');
    this.typed({ target: this.area });
    this.focus();
  }

  typed(event) {
    this.text = event.target.value;
    if (!this.editing) this.mentions.look(this.text, this.area.selectionStart);
    if (this.editing) return;
    this.model.drafts.set(this.chat, this.text);
    this.model.marks.types(this.chat, this.text.trim() !== '');
  }

  pressed(event) {
    if (event.isComposing || this.mentions.press(event)) return;
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

  get attachments() {
    return this.querySelector('m-attachments');
  }

  /** Adds files to the next message. */
  attach(files) {
    if (this.editing) this.tell('cancel');
    this.attachments.add([...files]);
    this.focus();
  }

  chosen(event) {
    this.attach(event.target.files);
    event.target.value = '';
  }

  pasted(event) {
    const { files } = event.clipboardData;
    if (files.length === 0 || this.editing) return;
    event.preventDefault();
    this.attach(files);
  }

  /** Puts an emoji where the cursor is. */
  insert(emoji) {
    const { selectionStart: from, selectionEnd: to } = this.area;
    this.area.setRangeText(emoji, from, to, 'end');
    this.typed({ target: this.area });
    this.focus();
  }

  pickEmoji(press) {
    this.querySelector('m-emoji-picker').show(press.currentTarget.getBoundingClientRect());
  }

  send() {
    const text = this.text.trim();
    const hasFiles = !this.editing && this.attachments.items.length > 0;
    if ((!text && !hasFiles) || this.bytes > BYTES_MAX) return;
    if (this.editing) {
      this.tell('edit', text);
    } else {
      this.text = '';
      this.model.drafts.set(this.chat, '');
      this.model.marks.types(this.chat, false);
      this.mentions.close();
      this.tell('send', { text, files: this.attachments.take(), mentions: mentioned(text, this.members) });
    }
    this.focus();
  }

  render() {
    const { bytes } = this;
    const isTooLong = bytes > BYTES_MAX;
    const isEmpty = bytes === 0 && !this.attachments?.items.length;
    return html`<form
      class="composer"
      @submit=${(event) => {
        event.preventDefault();
        this.send();
      }}
    >
      ${this.context()}
      <m-mentions .members=${this.members} @pick=${(event) => this.mention(event.detail)}></m-mentions>
      <m-attachments chat=${this.chat} .files=${this.model.files} @change=${() => this.requestUpdate()}></m-attachments>
      <div class="composer-row">
        <textarea
          class="input"
          rows="1"
          dir="auto"
          aria-label=${this.editing ? 'Edit the message' : 'Message'}
          placeholder="Message"
          aria-invalid=${isTooLong ? 'true' : nothing}
          .value=${this.text}
          @input=${this.typed}
          @keydown=${this.pressed}
          @paste=${this.pasted}
        ></textarea>
        ${
          this.editing
            ? nothing
            : html`<button type="button" class="button quiet icon composer-attach" aria-label="Attach files" title="Attach files" @click=${() => this.querySelector('.composer-files').click()}>
                <t-icon name="paperclip"></t-icon>
              </button>`
        }
        <input class="composer-files" type="file" multiple hidden aria-label="Files" @change=${this.chosen} />
        <button type="button" class="button quiet icon composer-emoji" aria-label="Emoji" title="Emoji" @click=${this.pickEmoji}>
          <t-icon name="smile"></t-icon>
        </button>
        <button
          class="button primary icon send"
          aria-label=${this.editing ? 'Save' : 'Send'}
          title=${this.editing ? 'Save' : 'Send'}
          aria-disabled=${isEmpty || isTooLong ? 'true' : nothing}
        >
          <t-icon name=${this.editing ? 'check' : 'send'}></t-icon>
        </button>
      </div>
      ${
        bytes > BYTES_SHOWN_FROM
          ? html`<p class="composer-size number ${isTooLong ? 'bad' : ''}" role="status">
              ${isTooLong ? `${count(bytes - BYTES_MAX, 'byte')} too long` : `${count(BYTES_MAX - bytes, 'byte')} left`}
            </p>`
          : nothing
      }
    </form>
    <m-emoji-picker @pick=${(event) => this.insert(event.detail)}></m-emoji-picker>`;
  }

  context() {
    const entry = this.editing ?? this.replying;
    if (!entry) return nothing;
    const head = this.editing ? 'Edit message' : `Reply to ${this.model.name(entry.sender_id)}`;
    return html`<div class="composer-context">
      <t-icon name=${this.editing ? 'edit' : 'reply'}></t-icon>
      <div class="grow"><p class="quote-who" dir="auto">${head}</p><p class="cut" dir="auto">${gist(entry)}</p></div>
      <button type="button" class="button quiet icon small" aria-label="Cancel" @click=${() => this.tell('cancel')}>
        <t-icon name="close"></t-icon>
      </button>
    </div>`;
  }
}

customElements.define('m-composer', Composer);
