import { html, nothing } from 'lit';
import { texts } from '../texts.js';
import './icon.js';
import { Part } from './part.js';

const SAID_MS = 2000;

/** <t-code text="aws dynamodb list-tables" label="List tables"></t-code>: code that can be copied. */
export class Code extends Part {
  static properties = { text: {}, label: {}, prompt: {}, copied: { state: true } };

  async copy() {
    try {
      await navigator.clipboard.writeText(this.text);
      this.copied = texts().code.copied;
    } catch {
      this.select();
      this.copied = texts().code.selected;
    }
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.copied = undefined), SAID_MS);
  }

  select() {
    const range = document.createRange();
    range.selectNodeContents(this.querySelector('code'));
    const selection = getSelection();
    selection.removeAllRanges();
    selection.addRange(range);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  render() {
    const t = texts().code;
    return html`<div class="code">
      <pre tabindex="0" role="region" aria-label=${this.label ?? t.code}>${
        this.prompt ? html`<span class="prompt" aria-hidden="true">${this.prompt} </span>` : nothing
      }<code>${this.text}</code></pre>
      <button
        type="button"
        class="button quiet small icon"
        aria-label=${`${t.copy}${this.label ? `: ${this.label}` : ''}`}
        title=${t.copy}
        @click=${this.copy}
      >
        <t-icon name=${this.copied ? 'check' : 'copy'}></t-icon>
      </button>
      <span class="unseen" role="status">${this.copied ?? ''}</span>
    </div>`;
  }
}

customElements.define('t-code', Code);
