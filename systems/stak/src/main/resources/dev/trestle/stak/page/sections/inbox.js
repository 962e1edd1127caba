import { html, nothing } from 'lit';
import { showErrors } from '/shared/parts/field.js';
import { toast } from '/shared/trestle.js';
import { session } from '../session.js';
import { FormSection, or } from './form.js';

/** The menu's entry for an inbox that is not there yet: no inbox has this name. */
const NEW = '#new';

const STARTER = {
  type: 'object',
  required: ['text'],
  properties: { text: { type: 'string' }, amount: { type: 'number' } },
};

/** Values by category, from lines such as "news 2h". */
function byCategory(text) {
  return Object.fromEntries(
    text
      .split('\n')
      .map((line) => line.trim().split(/[\s=:]+/))
      .filter(([name]) => name)
      .map(([name, value]) => [name, value ?? '']),
  );
}

class InboxConfig extends FormSection {
  static properties = { ...FormSection.properties, schema: { state: true } };

  async fetch() {
    const [config, inboxes] = await Promise.all([session.call('config'), session.callTenant('inboxes')]);
    this.schema = config.data.schema ? JSON.stringify(config.data.schema, undefined, 2) : '';
    return { ...config.data, others: inboxes.data.map(({ inbox }) => inbox).filter((each) => each !== session.who.inbox) };
  }

  /** What is wrong with the schema while it is typed. */
  get wrong() {
    if (!this.schema?.trim()) return '';
    try {
      const value = JSON.parse(this.schema);
      const isObject = typeof value === 'boolean' || (value && typeof value === 'object' && !Array.isArray(value));
      return isObject ? '' : 'A schema must be a JSON object.';
    } catch (fault) {
      return `This is not JSON: ${fault.message}`;
    }
  }

  check() {
    return this.wrong ? { schema: this.wrong } : {};
  }

  named(field) {
    return /^(ttl|email|push)_by_category/.exec(field)?.[0] ?? field;
  }

  async save(values) {
    const body = {
      title: values.get('title').trim(),
      description: or(values, 'description'),
      schema_version: or(values, 'schema_version'),
      schema: this.schema.trim() ? JSON.parse(this.schema) : undefined,
      message_ttl: or(values, 'message_ttl'),
      ttl_by_category: byCategory(values.get('ttl_by_category')),
      email_by_category: byCategory(values.get('email_by_category')),
      push_by_category: byCategory(values.get('push_by_category')),
      version: this.data.version,
    };
    const { data } = await session.call('config', { method: 'PUT', body });
    return { ...data, others: this.data.others };
  }

  render() {
    return html`${this.head(
      'Inbox',
      html`The configuration of <strong>${session.who?.inbox}</strong>, and the schema of its messages.`,
      this.data ? this.switcher(this.data.others) : nothing,
    )}
    ${this.dialog()} ${this.body()}`;
  }

  switcher(others) {
    return html`<t-menu
      label="Switch inbox"
      text="Switch inbox"
      icon="inbox"
      kind="button"
      .items=${[
        ...others.map((inbox) => ({ id: inbox, label: inbox, icon: 'inbox' })),
        { id: NEW, label: 'New inbox…', icon: 'plus' },
      ]}
      @choose=${({ detail }) => (detail.id === NEW ? this.querySelector('t-dialog').show() : session.switchTo(detail.id))}
    ></t-menu>`;
  }

  /** Creates an inbox by configuring it, and switches to it. */
  async create(event) {
    event.preventDefault();
    const form = event.target;
    const values = new FormData(form);
    const inbox = values.get('inbox').trim();
    const missing = inbox ? {} : { inbox: 'Required.' };
    showErrors(form, { fields: missing });
    if (!inbox) return;
    try {
      const path = `${encodeURIComponent(inbox)}/config`;
      await session.callTenant(path, { method: 'PUT', body: { title: or(values, 'new_title') ?? inbox, version: 0 } });
      toast(`Inbox ${inbox} created.`, { kind: 'good' });
      session.switchTo(inbox);
    } catch (error) {
      const words = {
        400: 'Use letters, digits and . _ @ : + - only.',
        404: 'Use letters, digits and . _ @ : + - only.',
        409: 'There is already an inbox with this name.',
      }[error.status];
      showErrors(form, { fields: { inbox: words ?? error.message } });
    }
  }

  dialog() {
    return html`<t-dialog heading="New inbox">
      <form id="new-inbox" class="stack" novalidate @submit=${this.create} aria-label="New inbox">
        <t-field
          label="Inbox name"
          name="inbox"
          data-first
          placeholder="billing"
          hint="It is part of the API's paths and cannot be changed."
        ></t-field>
        <t-field label="Inbox title" name="new_title" placeholder="Invoices and receipts" hint="Optional."></t-field>
      </form>
      <button type="button" slot="actions" class="button" data-close>Cancel</button>
      <button slot="actions" class="button primary" form="new-inbox">Create inbox</button>
    </t-dialog>`;
  }

  content(config) {
    const listed = (values) => Object.entries(values).map(([name, value]) => `${name} ${value}`).join('\n');
    return html`<form class="stack" novalidate @submit=${this.submit} aria-label="Inbox">
      ${this.trouble()}
      <div class="two even">
        <section class="card stack" aria-labelledby="about">
          <h2 id="about">About</h2>
          <t-field label="Title" name="title" maxlength="256" value=${config.title}></t-field>
          <t-field label="Description" name="description" rows="2" value=${config.description}></t-field>
          <t-field
            label="Keep messages for"
            name="message_ttl"
            value=${config.message_ttl ?? ''}
            placeholder="as in the tenant's settings"
            hint="Such as 30d, 12h, 15m or 90s; up to 730d."
          ></t-field>
          <t-field
            label="Keep these categories for"
            name="ttl_by_category"
            rows="3"
            class="code-field"
            value=${listed(config.ttl_by_category)}
            placeholder="offers 7d"
            hint="A category and a time, one pair per line."
          ></t-field>
          <t-field
            label="Send these categories by e-mail, too"
            name="email_by_category"
            rows="3"
            class="code-field"
            value=${listed(config.email_by_category)}
            placeholder="orders on"
            hint="A category and off (for users who want it), on (users may decline it) or required, one pair per line."
          ></t-field>
          <t-field
            label="Push these categories to browsers, too"
            name="push_by_category"
            rows="3"
            class="code-field"
            value=${listed(config.push_by_category)}
            placeholder="orders on"
            hint="A category and off (for users who want it) or on (users may decline it), one pair per line."
          ></t-field>
        </section>
        <section class="card stack" aria-labelledby="schema-heading">
          <div class="row between wrap">
            <h2 id="schema-heading">Message bodies</h2>
            <div class="row">
              ${
                this.schema?.trim()
                  ? html`<button type="button" class="button small" ?disabled=${!!this.wrong} @click=${this.tidy}>Format</button>`
                  : html`<button type="button" class="button small" @click=${this.begin}>Start with an example</button>`
              }
            </div>
          </div>
          <p class="small muted">
            A JSON Schema (2020-12). A message whose body does not match it is rejected. Without a schema, any text or JSON
            is accepted.
          </p>
          <t-field
            label="Schema"
            name="schema"
            rows="14"
            class="code-field"
            .value=${this.schema ?? ''}
            error=${this.wrong}
            @input=${(event) => (this.schema = event.target.value)}
          ></t-field>
          <t-field label="Version" name="schema_version" value=${config.schema_version}></t-field>
        </section>
      </div>
      ${this.saver()}
    </form>`;
  }

  tidy() {
    this.schema = JSON.stringify(JSON.parse(this.schema), undefined, 2);
  }

  begin() {
    this.schema = JSON.stringify(STARTER, undefined, 2);
  }
}

customElements.define('s-inbox', InboxConfig);
