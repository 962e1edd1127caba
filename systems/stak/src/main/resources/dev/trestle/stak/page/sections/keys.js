import { html, nothing } from 'lit';
import { Section, confirm, format, toast } from '/shared/trestle.js';
import { session } from '../session.js';

const OVERLAPS = [
  ['1d', 'a day'],
  ['1h', 'an hour'],
  ['7d', 'a week'],
  ['1s', 'no time'],
];

class Keys extends Section {
  static properties = { ...Section.properties, made: { state: true }, rotated: { state: true } };

  async fetch() {
    return (await session.call('keys')).data;
  }

  dialog(name) {
    return this.querySelector(`#${name}`);
  }

  async create(event) {
    event.preventDefault();
    const values = new FormData(event.target);
    const body = { scope: values.get('scope'), label: values.get('label').trim() };
    await this.show('keys', body, 'new-key');
    event.target.reset();
  }

  async rotate(event) {
    event.preventDefault();
    const body = { overlap: new FormData(event.target).get('overlap') };
    const { rotated } = this;
    const made = await this.show(`keys/${rotated.key_id}/rotate`, body, 'rotate');
    // If this page's own key was rotated, it continues with the new one.
    if (made && rotated.scope === 'admin' && session.who.key.startsWith(rotated.hint)) {
      session.become({ ...session.who, key: made.key }, '');
    }
  }

  /** Creates a key and shows it once. */
  async show(path, body, from) {
    this.busy = true;
    try {
      this.made = (await session.call(path, { method: 'POST', body })).data;
      this.dialog(from).close();
      await this.updateComplete;
      this.dialog('made').show();
      return this.made;
    } catch (fault) {
      toast(fault.message, { kind: 'bad' });
      return undefined;
    } finally {
      this.busy = false;
    }
  }

  async discard(key) {
    const sure = await confirm({
      heading: 'Remove this key?',
      text: `Servers that still use the ${key.scope} key ${named(key)} will be refused.`,
      action: 'Remove',
      danger: true,
    });
    if (!sure) return;
    try {
      await session.call(`keys/${key.key_id}`, { method: 'DELETE' });
      toast('Key removed.', { kind: 'good' });
    } catch (fault) {
      toast(fault.message, { kind: 'bad' });
    }
    await this.load();
  }

  render() {
    return html`${this.head(
      'Keys',
      'Your servers authenticate with these. A key is shown only once; Stak stores a hash of it.',
      html`<button type="button" class="button primary" @click=${() => this.dialog('new-key').show()}>
        <t-icon name="plus"></t-icon>New key
      </button>`,
    )}
    ${this.body()} ${this.dialogs()}`;
  }

  content(keys) {
    return html`<div class="card flush">
      <t-table
        caption="Keys"
        .rows=${keys}
        .rowKey=${({ key_id: id }) => id}
        sort="-created_at"
        .columns=${[
          { key: 'label', label: 'Label', head: true, cell: (key) => key.label || '–' },
          {
            key: 'scope',
            label: 'For',
            cell: ({ scope }) =>
              html`<span class="badge ${scope === 'admin' ? 'accent' : ''}">${scope === 'admin' ? 'admin API' : 'user API'}</span>`,
          },
          { key: 'hint', label: 'Begins with', sortable: false, cell: ({ hint }) => html`<code>${hint}…</code>` },
          {
            key: 'created_at',
            label: 'Created',
            cell: ({ created_at: at }) => html`<t-ago at=${new Date(at * 1000).toISOString()}></t-ago>`,
          },
          {
            key: 'void_from',
            label: 'Valid',
            cell: ({ void_from: end }) =>
              end
                ? html`<span class="badge warn">${end * 1000 < Date.now() ? 'expired' : `until ${format.moment(end * 1000)}`}</span>`
                : html`<span class="badge good">until rotated</span>`,
          },
          {
            key: 'acts',
            title: 'Actions',
            align: 'end',
            cell: (key) => html`<t-menu
              label="Actions for ${named(key)}"
              icon="more"
              .items=${[
                { id: 'rotate', label: 'Rotate', icon: 'refresh' },
                { id: 'remove', label: 'Remove', icon: 'trash', danger: true },
              ]}
              @choose=${({ detail }) => this.chosen(detail.id, key)}
            ></t-menu>`,
          },
        ]}
      ></t-table>
    </div>`;
  }

  async chosen(what, key) {
    if (what === 'remove') {
      await this.discard(key);
      return;
    }
    this.rotated = key;
    await this.updateComplete;
    this.dialog('rotate').show();
  }

  dialogs() {
    return html`<t-dialog heading="New key" id="new-key">
        <form id="new-key-form" class="stack" @submit=${this.create}>
          <t-field
            label="For"
            name="scope"
            value="user"
            .options=${[
              ['user', 'The user API, from your servers'],
              ['admin', 'The admin API'],
            ]}
          ></t-field>
          <t-field label="Label" name="label" maxlength="128" placeholder="billing service" hint="Helps you recognise it."></t-field>
        </form>
        <button type="button" slot="actions" class="button" data-close>Cancel</button>
        <button slot="actions" class="button primary" form="new-key-form">Create key</button>
      </t-dialog>
      <t-dialog heading="Rotate ${this.rotated ? named(this.rotated) : ''}" id="rotate">
        <form id="rotate-form" class="stack" @submit=${this.rotate}>
          <p class="muted small">A new key replaces it. The old key keeps working for a while, so that nothing breaks.</p>
          <t-field label="The old key keeps working for" name="overlap" value="1d" .options=${OVERLAPS}></t-field>
        </form>
        <button type="button" slot="actions" class="button" data-close>Cancel</button>
        <button slot="actions" class="button primary" form="rotate-form">Rotate</button>
      </t-dialog>
      <t-dialog
        heading="Your new key"
        id="made"
        @close=${() => {
          this.made = undefined;
          this.load();
        }}
      >
        ${
          this.made
            ? html`<div class="stack">
                <p class="notice warn"><t-icon name="alert"></t-icon>Copy it now. It cannot be shown again.</p>
                <t-code label="Key" text=${this.made.key}></t-code>
              </div>`
            : nothing
        }
        <button type="button" slot="actions" class="button primary" data-close>I have copied it</button>
      </t-dialog>`;
  }
}

function named({ label, hint }) {
  return label || `${hint}…`;
}

customElements.define('s-keys', Keys);
