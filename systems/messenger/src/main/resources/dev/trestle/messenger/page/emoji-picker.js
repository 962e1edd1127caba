import { html, nothing } from 'lit';
import { Part } from '/shared/trestle.js';
import { called } from './emoji.js';
import { EMOJI } from './emoji-list.js';

const EDGE = 8;
const graphemes = new Intl.Segmenter();

/** The first emoji in a text, whatever it is made of; undefined if there is none. */
function emojiIn(text) {
  for (const { segment } of graphemes.segment(text)) {
    if (/\p{Extended_Pictographic}|\p{Regional_Indicator}{2}|\u20e3/u.test(segment)) return segment;
  }
  return undefined;
}

/**
 * A popup with emoji to choose from, found by name; any other can be typed. `show(box)` opens it beside a box on the screen;
 * it fires "pick" with the emoji.
 */
export class EmojiPicker extends Part {
  static properties = { words: { state: true }, isOpen: { state: true } };

  constructor() {
    super();
    this.words = '';
  }

  get popup() {
    return this.querySelector('[popover]');
  }

  async show(box) {
    this.words = '';
    this.isOpen = true;
    this.from = document.activeElement;
    await this.updateComplete;
    this.popup.showPopover();
    const { width, height } = this.popup.getBoundingClientRect();
    const above = box.top - height - EDGE;
    const top = above >= EDGE ? above : Math.min(box.bottom + EDGE, innerHeight - height - EDGE);
    this.popup.style.top = `${Math.max(EDGE, top)}px`;
    this.popup.style.left = `${Math.min(Math.max(EDGE, box.left), innerWidth - width - EDGE)}px`;
    this.querySelector('input').focus();
  }

  pick(emoji) {
    this.popup.hidePopover();
    this.from?.focus();
    this.tell('pick', emoji);
  }

  /** Arrow keys move over the emoji, which are laid out like text. */
  pressed(event) {
    const all = [...this.querySelectorAll('.emoji-choice')];
    const now = all.indexOf(document.activeElement);
    const perRow = all.filter((each) => each.offsetTop === all[0]?.offsetTop).length;
    const steps = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: perRow, ArrowUp: -perRow };
    if (event.key === 'Enter' && now < 0) {
      event.preventDefault();
      all[0]?.click();
    }
    if (!(event.key in steps) || (now < 0 && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    const to = now < 0 ? 0 : now + steps[event.key];
    (all[to] ?? this.querySelector('input')).focus();
  }

  get found() {
    const typed = emojiIn(this.words);
    if (typed) return [['As typed', [[typed, called(typed)]]]];
    const wanted = this.words.trim().toLowerCase();
    return EMOJI.map(([group, all]) => [group, all.filter(([, names]) => names.includes(wanted))]).filter(
      ([, all]) => all.length,
    );
  }

  toggled(event) {
    this.isOpen = event.newState === 'open';
  }

  render() {
    return html`<div popover class="menu emoji-picker" role="dialog" aria-label="Emoji" @keydown=${this.pressed} @toggle=${this.toggled}>
      ${this.isOpen ? this.inside() : nothing}
    </div>`;
  }

  /** There are many of them, so they are drawn while they can be seen. */
  inside() {
    const { found } = this;
    return html`<input
        type="search"
        class="input"
        aria-label="Find an emoji"
        placeholder="Name, or any emoji"
        autocomplete="off"
        .value=${this.words}
        @input=${(event) => (this.words = event.target.value)}
      />
      <div class="emoji-groups" tabindex="-1">
        ${found.map(
          ([group, all]) =>
            html`<h2 class="eyebrow">${group}</h2>
              <div class="emoji-row">
                ${all.map(
                  ([emoji, names]) =>
                    html`<button
                      type="button"
                      class="emoji-choice"
                      tabindex="-1"
                      aria-label=${names.split(',')[0]}
                      title=${names.split(',')[0]}
                      @click=${() => this.pick(emoji)}
                    >
                      ${emoji}
                    </button>`,
                )}
              </div>`,
        )}
        ${found.length ? nothing : html`<p class="muted small">No emoji by that name. You can type or paste any emoji.</p>`}
      </div>`;
  }
}

customElements.define('m-emoji-picker', EmojiPicker);
