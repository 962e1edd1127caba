import { html, nothing } from 'lit';
import { Part } from '/shared/trestle.js';

const PARTS = [
  ['Read by', 'checks', (mark, sequence) => mark.read >= sequence],
  ['Delivered to', 'checks', (mark, sequence) => mark.read < sequence && mark.acked >= sequence],
  ['Not delivered yet', 'clock', (mark, sequence) => mark.acked < sequence],
];

/** The members who have read a message or received it: show(entry). */
export class Receipts extends Part {
  static properties = {
    model: { attribute: false },
    version: { attribute: false },
    entry: { state: true },
  };

  async show(entry) {
    this.entry = entry;
    await this.updateComplete;
    this.querySelector('t-dialog').show();
    await this.model.status(entry.chat_id).catch(() => {});
    this.requestUpdate();
  }

  render() {
    return html`<t-dialog heading="Read by">
      ${this.entry ? PARTS.map((part) => this.people(...part)) : nothing}
      <button type="button" slot="actions" class="button" data-close>Close</button>
    </t-dialog>`;
  }

  people(words, icon, fits) {
    const { model, entry } = this;
    const names = [...model.marks.of(entry.chat_id)]
      .filter(([user, mark]) => user !== model.me.user_id && fits(mark, entry.sequence))
      .map(([user]) => model.name(user))
      .sort();
    if (names.length === 0) return nothing;
    return html`<section class="receipts">
      <h3 class="eyebrow">${words}</h3>
      <ul class="people">
        ${names.map(
          (name) =>
            html`<li>
              <t-avatar size="small" name=${name}></t-avatar><span class="grow" dir="auto">${name}</span>
              <span class="mark ${words === 'Read by' ? 'read' : ''}"><t-icon name=${icon}></t-icon></span>
            </li>`,
        )}
      </ul>
    </section>`;
  }
}

customElements.define('m-receipts', Receipts);
