import { html, nothing } from 'lit';
import { Part, format } from '/shared/trestle.js';
import '/shared/parts/dialog.js';
import { segments, share } from '../text.js';

/** One item in a side panel: its keys part by part, and its attributes with their sizes. */
class Item extends Part {
  static properties = { item: { attribute: false } };

  updated(changed) {
    if (!changed.has('item')) return;
    const dialog = this.querySelector('t-dialog');
    if (this.item) dialog.show();
    else if (changed.get('item')) dialog.close();
  }

  closed(event) {
    event.stopPropagation();
    if (this.item) this.tell('close');
  }

  render() {
    const { item } = this;
    return html`<t-dialog kind="side" heading=${item?.entity ?? ''} @close=${this.closed}>
      ${item ? this.content(item) : nothing}
    </t-dialog>`;
  }

  content(item) {
    return html`<div class="stack loose">
      <dl class="facts">
        <dt>Size</dt>
        <dd class="number">${format.exact(item.bytes)} bytes, as DynamoDB counts them</dd>
        ${
          item.view
            ? html`<dt>Shown</dt>
                <dd>the attributes that the index projects</dd>`
            : html`<dt>Read</dt>
                <dd class="number">
                  ${item.eventual_read_units} RCU eventually consistent, ${item.consistent_read_units} RCU strongly
                </dd>
                <dt>Put</dt>
                <dd class="number">${item.put_units} WCU, including indexes</dd>`
        }
      </dl>
      ${item.keys.length ? html`<section class="stack"><h3>Keys</h3>${item.keys.map(key)}</section>` : nothing}
      <section class="stack tight">
        <h3>Attributes</h3>
        <ul class="attributes">
          ${item.attributes.map((attribute) => this.attribute(attribute, item.bytes))}
        </ul>
      </section>
    </div>`;
  }

  attribute({ name, type, bytes, value, cut, key: isKey }, whole) {
    return html`<li class="stack tight">
      <div class="row between">
        <span class="mono strong cut">${name}</span>
        <span class="row tight small muted number">
          ${isKey ? html`<t-icon name="key" label="key"></t-icon>` : nothing}
          <span class="badge">${type}</span>${format.exact(bytes)} B
        </span>
      </div>
      ${share(bytes, whole)}
      <p class="value">${value}${cut ? html`<span class="muted"> (truncated)</span>` : nothing}</p>
    </li>`;
  }
}

function key({ attribute, of, role, template, value, segments: pieces }) {
  const parts = pieces.filter(({ part }) => part);
  return html`<div class="key stack tight">
    <div class="row between wrap">
      <span class="mono strong">${attribute}</span>
      <span class="small muted">${role} key of ${of === 'table' ? 'the table' : `the index ${of}`}</span>
    </div>
    <p class="small muted">Template <code>${template}</code></p>
    ${value === undefined ? html`<p class="small">Absent: the item is not in this index.</p>` : html`<p>${segments(pieces)}</p>`}
    ${
      parts.length
        ? html`<dl class="facts small">
            ${parts.map(
              ({ part, text, meaning }) => html`<dt>${part}</dt>
                <dd><span class="mono">${text}</span>${meaning ? html`<span class="muted block">${meaning}</span>` : nothing}</dd>`,
            )}
          </dl>`
        : nothing
    }
  </div>`;
}

customElements.define('c-item', Item);
