import { LitElement } from 'lit';

/**
 * A part of a page that is drawn into the page itself, so that the shared classes reach it and
 * labels, forms and links work across it.
 */
export class Part extends LitElement {
  createRenderRoot() {
    return this;
  }

  /** Tells whoever listens. */
  tell(name, detail) {
    return this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, cancelable: true }));
  }
}

let last = 0;

/** An id that nothing else on the page has. */
export function freshId(prefix) {
  return `${prefix}-${++last}`;
}
