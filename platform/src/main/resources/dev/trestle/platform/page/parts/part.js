import { LitElement } from 'lit';

/**
 * An element without a shadow tree, so that shared classes, labels, forms and links work in it.
 */
export class Part extends LitElement {
  createRenderRoot() {
    return this;
  }

  /** Dispatches an event. */
  tell(name, detail) {
    return this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, cancelable: true }));
  }
}

let last = 0;

/** A unique id. */
export function freshId(prefix) {
  return `${prefix}-${++last}`;
}
