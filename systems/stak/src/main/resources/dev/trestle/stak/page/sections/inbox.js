import { html, nothing } from 'lit';
import { session } from '../session.js';
import { FormSection, or } from './form.js';

const STARTER = {
  type: 'object',
  required: ['text'],
  properties: { text: { type: 'string' }, amount: { type: 'number' } },
};

/** "news 2h" on each line. */
function lives(text) {
  return Object.fromEntries(
    text
      .split('\n')
      .map((line) => line.trim().split(/[\s=:]+/))
      .filter(([name]) => name)
      .map(([name, life]) => [name, life ?? '']),
  );
}

class InboxConfig extends FormSection {
  static properties = { ...FormSection.properties, schema: { state: true } };

  async fetch() {
    const [config, inboxes] = await Promise.all([session.call('config'), session.known('inboxes')]);
    this.schema = config.data.schema ? JSON.stringify(config.data.schema, undefined, 2) : '';
    return { ...config.data, others: inboxes.data.map(({ inbox }) => inbox).filter((each) => each !== session.who.inbox) };
  }

  /** Why the schema is no JSON object, while it is typed. */
  get wrong() {
    if (!this.schema?.trim()) return '';
    try {
      const value = JSON.parse(this.schema);
      const isObject = typeof value === 'boolean' || (value && typeof value === 'object' && !Array.isArray(value));
      return isObject ? '' : 'A schema is a JSON object.';
    } catch (fault) {
      return `This is not JSON: ${fault.message}`;
    }
  }

  check() {
    return this.wrong ? { schema: this.wrong } : {};
  }

  named(field) {
    return field.startsWith('ttl_by_category') ? 'ttl_by_category' : field;
  }

  async save(values) {
    const body = {
      title: values.get('title').trim(),
      description: or(values, 'description'),
      schema_version: or(values, 'schema_version'),
      schema: this.schema.trim() ? JSON.parse(this.schema) : undefined,
      message_ttl: or(values, 'message_ttl'),
      ttl_by_category: lives(values.get('ttl_by_category')),
      version: this.data.version,
    };
    const { data } = await session.call('config', { method: 'PUT', body });
    return { ...data, others: this.data.others };
  }

  render() {
    return html`${this.head(
      'Inbox',
      html`How <strong>${session.who?.inbox}</strong> works, and what bodies in it look like.`,
      this.data ? this.switcher(this.data.others) : nothing,
    )}
    ${this.body()}`;
  }

  switcher(others) {
    return html`<t-menu
      label="Another inbox"
      text="Another inbox"
      icon="inbox"
      kind="button"
      .items=${others.length ? others.map((inbox) => ({ id: inbox, label: inbox, icon: 'inbox' })) : [{ heading: 'There is no other one yet' }]}
      @choose=${(event) => session.switchTo(event.detail.id)}
    ></t-menu>`;
  }

  content(config) {
    const byCategory = Object.entries(config.ttl_by_category).map(([name, life]) => `${name} ${life}`);
    return html`<form class="stack" novalidate @submit=${this.submit} aria-label="Inbox">
      ${this.trouble()}
      <div class="two even">
        <section class="card stack" aria-labelledby="about">
          <h2 id="about">About</h2>
          <t-field label="Title" name="title" maxlength="256" value=${config.title}></t-field>
          <t-field label="Description" name="description" rows="2" value=${config.description}></t-field>
          <t-field
            label="Messages are kept for"
            name="message_ttl"
            value=${config.message_ttl ?? ''}
            placeholder="as the tenant says"
            hint="30d, 12h, 15m, 90s; up to 730d."
          ></t-field>
          <t-field
            label="Categories that are kept for another time"
            name="ttl_by_category"
            rows="3"
            class="code-field"
            value=${byCategory.join('\n')}
            placeholder="offers 7d"
            hint="A category and a time, one a line."
          ></t-field>
        </section>
        <section class="card stack" aria-labelledby="schema-heading">
          <div class="row between wrap">
            <h2 id="schema-heading">Bodies</h2>
            <div class="row">
              ${
                this.schema?.trim()
                  ? html`<button type="button" class="button small" ?disabled=${!!this.wrong} @click=${this.tidy}>Format</button>`
                  : html`<button type="button" class="button small" @click=${this.begin}>Start with an example</button>`
              }
            </div>
          </div>
          <p class="small muted">
            A JSON Schema (2020-12). A post whose body does not fit is refused, with the place that does not. Without one,
            any text or JSON is taken.
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
