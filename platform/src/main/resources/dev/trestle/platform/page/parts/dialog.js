import { LitElement, css, html, nothing, render } from 'lit';
import { texts } from '../texts.js';
import { icon } from './icon.js';

/**
 * A modal dialog. The browser keeps the focus inside and returns it afterwards.
 *
 *   <t-dialog heading="New chat" id="new-chat">
 *     <form id="f">…</form>
 *     <button slot="actions" class="button" data-close>Cancel</button>
 *     <button slot="actions" class="button primary" form="f">Start</button>
 *   </t-dialog>
 *
 * show() opens it; close() and any element with data-close close it. It dispatches "close" with the
 * way it was closed. `kind="side"` is a panel at the edge. The first field gets the focus, or an
 * element with data-first before it.
 */
export class Dialog extends LitElement {
  static properties = { heading: {}, kind: { reflect: true }, open: { type: Boolean, reflect: true } };

  static styles = css`
    dialog {
      width: min(30rem, calc(100vw - 2rem));
      max-height: min(44rem, calc(100dvh - 3rem));
      padding: 0;
      border: 1px solid var(--line);
      border-radius: var(--radius-l);
      background: var(--raised);
      box-shadow: var(--shadow-3);
      color: var(--text);
      font: inherit;
      overflow: hidden;
    }

    dialog[open] {
      display: flex;
      flex-direction: column;
      animation: rise var(--calm) var(--ease);
    }

    dialog::backdrop {
      background: var(--scrim);
      animation: fade var(--calm);
    }

    :host([kind='wide']) dialog {
      width: min(52rem, calc(100vw - 2rem));
    }

    :host([kind='side']) dialog {
      width: min(34rem, 100vw);
      height: 100dvh;
      max-height: none;
      margin: 0 0 0 auto;
      border-width: 0 0 0 1px;
      border-radius: 0;
      animation-name: slide;
    }

    header {
      display: flex;
      align-items: center;
      gap: var(--s3);
      padding: var(--s4) var(--s3) var(--s2) var(--s5);
    }

    h2 {
      flex: 1;
      min-width: 0;
      margin: 0;
      font-size: var(--text-l);
      font-weight: 620;
      letter-spacing: -0.01em;
      overflow-wrap: anywhere;
    }

    .body {
      flex: 1;
      min-height: 0;
      padding: var(--s2) var(--s5) var(--s5);
      overflow: auto;
    }

    footer {
      display: flex;
      flex-wrap: wrap;
      justify-content: end;
      gap: var(--s2);
      padding: var(--s3) var(--s5);
      border-top: 1px solid var(--line);
      background: var(--surface);
    }

    footer.none {
      display: none;
    }

    .close {
      display: grid;
      place-items: center;
      width: var(--control);
      height: var(--control);
      padding: 0;
      border: 0;
      border-radius: var(--radius);
      background: transparent;
      color: var(--muted);
      font-size: 1.125rem;
      cursor: pointer;
    }

    .close:hover {
      background: var(--hover);
      color: var(--text);
    }

    .close:focus-visible {
      outline: none;
      box-shadow: var(--ring);
    }

    @keyframes rise {
      from {
        opacity: 0;
        translate: 0 8px;
        scale: 0.985;
      }
    }

    @keyframes slide {
      from {
        opacity: 0;
        translate: 24px 0;
      }
    }

    @keyframes fade {
      from {
        opacity: 0;
      }
    }
  `;

  get dialog() {
    return this.renderRoot.querySelector('dialog');
  }

  async show() {
    await this.updateComplete;
    if (this.dialog.open) return;
    this.dialog.returnValue = '';
    this.dialog.showModal();
    this.open = true;
    // Focus the first field, not the close button.
    const first = this.querySelector('[data-first], [autofocus], input, select, textarea');
    (first ?? this.querySelector('[slot="actions"]'))?.focus();
  }

  close(how = '') {
    this.dialog?.close(how);
  }

  closed() {
    this.open = false;
    this.dispatchEvent(new CustomEvent('close', { detail: this.dialog.returnValue }));
  }

  clicked(event) {
    const closer = event.composedPath().find((each) => each.dataset?.close !== undefined);
    if (closer) this.close(closer.dataset.close);
  }

  /** A press beside the dialog: on its backdrop, which counts as the dialog itself. */
  pressed(event) {
    if (event.target !== this.dialog) return;
    const box = this.dialog.getBoundingClientRect();
    const isInside =
      event.clientX >= box.left &&
      event.clientX <= box.right &&
      event.clientY >= box.top &&
      event.clientY <= box.bottom;
    if (!isInside) this.close();
  }

  hasActions = false;

  render() {
    return html`<dialog
      aria-labelledby="heading"
      @close=${this.closed}
      @click=${this.clicked}
      @pointerdown=${this.pressed}
    >
      <header>
        <h2 id="heading">${this.heading}</h2>
        <button type="button" class="close" aria-label=${texts().dialog.close} data-close>${icon('close')}</button>
      </header>
      <div class="body"><slot></slot></div>
      <footer class=${this.hasActions ? '' : 'none'}>
        <slot
          name="actions"
          @slotchange=${(event) => {
            this.hasActions = event.target.assignedElements().length > 0;
            this.requestUpdate();
          }}
        ></slot>
      </footer>
    </dialog>`;
  }
}

customElements.define('t-dialog', Dialog);

/**
 * Asks for confirmation and returns whether it was given.
 *
 *   if (await confirm({heading: 'Leave the group?', text: '…', action: 'Leave', danger: true})) …
 */
export function confirm({ heading, text, action = 'OK', cancel = texts().dialog.cancel, danger = false }) {
  const place = document.createElement('t-dialog');
  place.heading = heading;
  render(
    html`${text ? html`<p class="muted">${text}</p>` : nothing}
      <button type="button" slot="actions" class="button" data-close>${cancel}</button>
      <button type="button" slot="actions" class="button ${danger ? 'danger' : 'primary'}" data-close="yes">
        ${action}
      </button>`,
    place,
  );
  document.body.append(place);
  return new Promise((resolve) => {
    place.addEventListener('close', (event) => {
      place.remove();
      resolve(event.detail === 'yes');
    });
    place.show();
  });
}
