import { html } from 'lit';
import { Part } from './part.js';

const HUES = 8;

/** <t-avatar name="Ann Lee" src="data:…"></t-avatar>: a picture, or initials on a colour derived from the name. */
export class Avatar extends Part {
  static properties = { name: {}, size: {}, src: {} };

  render() {
    const name = (this.name ?? '').trim();
    if (this.src) return html`<img class="avatar ${this.size ?? ''}" src=${this.src} alt="" />`;
    return html`<span class="avatar hue-${hue(name)} ${this.size ?? ''}" aria-hidden="true"
      >${initials(name)}</span
    >`;
  }
}

function initials(name) {
  const words = name.split(/[\s_-]+/u).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  if (words.length === 0) return '·';
  const picked = words.length === 1 ? [words[0]] : [words[0], words[words.length - 1]];
  return picked.map((word) => [...word][0].toLocaleUpperCase()).join('');
}

/** A colour for a name, the same everywhere: the class hue-0 … hue-7. */
export function hue(name) {
  let sum = 0;
  for (const char of name) sum = (sum * 31 + char.codePointAt(0)) >>> 0;
  return sum % HUES;
}

customElements.define('t-avatar', Avatar);
