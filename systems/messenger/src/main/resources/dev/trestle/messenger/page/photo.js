// Photos and files within messages, and the view of one photo.
import { html, nothing } from 'lit';
import { bytes } from '/shared/format.js';
import { Part, toast } from '/shared/trestle.js';

/** <m-photo .model .chat .file>: a thumbnail, loaded when it comes near the screen. */
class Photo extends Part {
  static properties = {
    model: { attribute: false },
    chat: { attribute: false },
    file: { attribute: false },
    source: { state: true },
    error: { state: true },
  };

  connectedCallback() {
    super.connectedCallback();
    this.nearby = new IntersectionObserver((seen) => seen.some((each) => each.isIntersecting) && this.load(), {
      rootMargin: '400px',
    });
    this.nearby.observe(this);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.nearby.disconnect();
  }

  async load() {
    this.nearby.disconnect();
    this.error = undefined;
    try {
      this.source = await this.model.files.preview(this.chat, this.file);
    } catch (error) {
      this.error = error.message;
    }
  }

  render() {
    const { name, width, height } = this.file;
    if (this.error) {
      return html`<p class="photo-gone"><t-icon name="alert"></t-icon>${this.error}</p>`;
    }
    return html`<button type="button" class="photo" aria-label="Open photo ${name}" @click=${() => this.tell('view', this.file)}>
      ${
        this.source
          ? html`<img src=${this.source} alt="" width=${width} height=${height} />`
          : html`<svg class="photo-wait" width=${width} height=${height} viewBox="0 0 ${width} ${height}" aria-hidden="true"></svg>`
      }
    </button>`;
  }
}

customElements.define('m-photo', Photo);

/** The file of a message; that of a waiting one shows how much of it was sent. */
export function attachment(entry, thread) {
  const { file } = entry;
  if (!file) return nothing;
  if (entry.state) return pending(entry);
  if (file.is_photo) {
    return html`<m-photo .model=${thread.model} .chat=${entry.chat_id} .file=${file} @view=${() => thread.view(entry)}></m-photo>`;
  }
  return html`<button type="button" class="file" @click=${() => save(entry, thread)}>
    <t-icon name="download"></t-icon><span class="unseen">Save </span>${about(file)}
  </button>`;
}

function about({ name, bytes: size }) {
  return html`<span class="file-about"><bdi class="file-name">${name}</bdi><span class="small">${bytes(size)}</span></span>`;
}

function pending({ file, preview, sent, state }) {
  const isMoving = state === 'sending' && sent < 1;
  return html`<div class="file-waiting">
    ${preview ? html`<img class="photo-waiting" src=${preview} alt="" />` : nothing}
    <p class="file"><t-icon name=${preview ? 'photo' : 'file'}></t-icon>${about(file)}</p>
    ${isMoving ? html`<progress max="1" value=${sent} aria-label="Sending ${file.name}"></progress>` : nothing}
  </div>`;
}

export async function save({ chat_id, file }, { model }) {
  try {
    await model.files.save(chat_id, file);
  } catch (error) {
    toast(error.message, { kind: 'bad' });
  }
}

/** One photo on the whole screen: show(entry). */
class Viewer extends Part {
  static properties = {
    model: { attribute: false },
    entry: { state: true },
    source: { state: true },
    error: { state: true },
  };

  async show(entry) {
    this.entry = entry;
    this.error = undefined;
    this.source = await this.model.files.preview(entry.chat_id, entry.file).catch(() => undefined);
    await this.updateComplete;
    this.querySelector('dialog').showModal();
    try {
      const whole = await this.model.files.photo(entry.chat_id, entry.file);
      if (this.entry === entry) this.source = whole;
    } catch (error) {
      this.error = error.message;
    }
  }

  close() {
    this.querySelector('dialog').close();
  }

  closed() {
    this.entry = this.source = undefined;
  }

  render() {
    const { entry } = this;
    const file = entry?.file;
    return html`<dialog class="viewer" aria-label="Photo" @close=${this.closed} @click=${(press) => press.target === press.currentTarget && this.close()}>
      ${
        file
          ? html`<header class="viewer-head">
                <p class="grow cut" dir="auto">${this.model.name(entry.sender_id)} · ${file.name}</p>
                <button type="button" class="button quiet icon" aria-label="Save photo" title="Save photo" @click=${() => save(entry, this)}>
                  <t-icon name="download"></t-icon>
                </button>
                <button type="button" class="button quiet icon" aria-label="Close" title="Close" @click=${this.close}>
                  <t-icon name="close"></t-icon>
                </button>
              </header>
              ${this.source ? html`<img src=${this.source} alt="Photo ${file.name}" width=${file.width} height=${file.height} />` : nothing}
              ${this.error ? html`<p class="viewer-note" role="alert">${this.error}</p>` : nothing}
              ${entry.content ? html`<p class="viewer-note" dir="auto">${entry.content}</p>` : nothing}`
          : nothing
      }
    </dialog>`;
  }
}

customElements.define('m-viewer', Viewer);
