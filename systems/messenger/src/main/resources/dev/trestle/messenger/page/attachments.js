// Files that were chosen and wait to be sent with the next message.
import { html, nothing } from 'lit';
import { bytes } from '/shared/format.js';
import { Part, toast } from '/shared/trestle.js';
import { address, isImage } from './files.js';

const FILES_MAX = 10;

/** <m-attachments chat="chat_…" .files=${files}>: add(files), take(). Fires "change". */
class Attachments extends Part {
  static properties = {
    chat: {},
    files: { attribute: false },
    items: { state: true },
  };

  constructor() {
    super();
    this.items = [];
  }

  willUpdate(changes) {
    if (changes.has('chat') && this.items.length) this.items = [];
  }

  updated(changes) {
    if (changes.has('items')) this.tell('change');
  }

  async add(files) {
    const bytesMax = await this.files.bytesMax();
    for (const file of files) {
      if (this.items.length >= FILES_MAX) {
        toast(`Send at most ${FILES_MAX} files at once.`);
        return;
      }
      if (file.size > bytesMax) toast(`${file.name} is larger than ${bytes(bytesMax)}.`, { kind: 'bad' });
      else if (file.size === 0) toast(`${file.name} is empty.`, { kind: 'bad' });
      else {
        const item = { blob: file };
        this.items = [...this.items, item];
        if (isImage(file)) this.showPreview(item);
      }
    }
  }

  /** Reading a large photo takes a while, and the next file does not wait for it. */
  async showPreview(item) {
    item.preview = await address(item.blob).catch(() => undefined);
    this.requestUpdate();
  }

  /** Returns the files and forgets them. */
  take() {
    const { items } = this;
    this.items = [];
    return items;
  }

  drop(item) {
    this.items = this.items.filter((each) => each !== item);
  }

  render() {
    if (this.items.length === 0) return nothing;
    return html`<ul class="attachments" aria-label="Files to send">
      ${this.items.map(
        (item) =>
          html`<li class="attachment">
            ${item.preview ? html`<img src=${item.preview} alt="" />` : html`<t-icon name="file"></t-icon>`}
            <span class="file-about"><bdi class="file-name">${item.blob.name}</bdi><span class="small">${bytes(item.blob.size)}</span></span>
            <button type="button" class="button quiet icon small" aria-label="Remove ${item.blob.name}" @click=${() => this.drop(item)}>
              <t-icon name="close"></t-icon>
            </button>
          </li>`,
      )}
    </ul>`;
  }
}

customElements.define('m-attachments', Attachments);
