import { html, nothing } from 'lit';
import { idempotencyKey } from '/shared/api.js';
import { Section, confirm, format, toast } from '/shared/trestle.js';
import { showErrors } from '/shared/parts/field.js';
import { session } from '../session.js';

const UIDS_MAX = 200_000;

function users(count) {
  return `${format.number(count)} ${count === 1 ? 'user' : 'users'}`;
}

/** Ids separated by line breaks, commas or spaces. */
function uidsOf(text) {
  return [...new Set(text.split(/[\s,;]+/).filter(Boolean))];
}

/** The form's names of the server's fields. */
const NAMES = {
  'headers.audiences.uids': 'uids',
  'headers.audiences.topic': 'topic',
  'headers.audiences.label': 'label',
  'headers.host_system_id': 'reference',
  'headers.send_at': 'at',
  'taxonomy.category': 'category',
  'message.title': 'title',
  'message.cta_uri': 'cta',
  'message.template': 'template',
};

/** Errors by the form's names. Errors in the body or among the user ids say where. */
function errorsOf(error, uids) {
  const fields = {};
  const add = (name, words) => (fields[name] = fields[name] ? `${fields[name]} ${words}` : words);
  for (const [field, message] of Object.entries(error.fields ?? {})) {
    const inBody = /^message\.body[./]?(.*)$/.exec(field);
    const inUids = /^headers\.audiences\.uids\[(\d+)\]$/.exec(field);
    if (inBody) add('body', inBody[1] ? `${inBody[1]}: ${message.replace(/^\$[^:]*: /, '')}` : message);
    else if (inUids) add('uids', `“${uids[Number(inUids[1])]}”: ${message}`);
    else if (field.startsWith('message.variables.')) add(field.replace('message.variables.', 'variable.'), message);
    else add(NAMES[field] ?? field, message);
  }
  return { message: error.message, fields };
}

class Compose extends Section {
  static properties = {
    ...Section.properties,
    draft: { state: true },
    rest: { state: true },
    filled: { state: true },
  };

  constructor() {
    super();
    this.draft = { kind: 'users', uids: '', topic: '', label: '', category: '', title: '', mode: 'text', body: '', cta: '', reference: '', at: '', template: '', language: '', variables: {} };
    this.once = idempotencyKey();
  }

  /** Loads the inbox's schema, its topics and the categories in use. */
  async fetch() {
    const [config, sent, templates, topics] = await Promise.all([
      session.call('config'),
      session.call('messages?limit=50'),
      session.call('templates'),
      session.call('topics?limit=200'),
    ]);
    if (config.data.schema && !this.draft.body) this.change('mode', 'json');
    return {
      schema: config.data.schema,
      known: sent.known_users,
      templates: templates.data,
      topics: topics.topics.filter(({ deleting }) => !deleting),
      categories: [...new Set(sent.messages.map(({ category }) => category))].sort(),
    };
  }

  change(name, value) {
    this.draft = { ...this.draft, [name]: value };
    this.once = idempotencyKey();
  }

  /** The template that is used instead of a title and a body, if any. */
  get template() {
    return this.data?.templates.find(({ name }) => name === this.draft.template);
  }

  useTemplate(name) {
    const template = this.data.templates.find((each) => each.name === name);
    this.change('template', name);
    this.change('language', template?.language ?? '');
    if (template && !this.draft.category) this.change('category', template.category);
    this.fillIn();
  }

  /** Asks the server what the template gives with these values. */
  async fillIn() {
    clearTimeout(this.typing);
    const filling = (this.filling = {});
    const { template, draft } = this;
    if (!template) return;
    this.typing = setTimeout(async () => {
      const values = Object.fromEntries(template.variables.map((name) => [name, draft.variables[name] || `{{${name}}}`]));
      try {
        const path = `templates/${encodeURIComponent(template.name)}/preview`;
        const body = { language: draft.language || undefined, variables: values };
        const { data } = await session.call(path, { method: 'POST', body });
        if (filling === this.filling) this.filled = data.message; // Otherwise other values were typed.
      } catch (fault) {
        if (filling === this.filling) this.rest = fault.message;
      }
    }, 200);
  }

  take(event) {
    const { name, value } = event.target;
    if (name?.startsWith('variable.')) {
      this.change('variables', { ...this.draft.variables, [name.slice('variable.'.length)]: value });
      this.fillIn();
      return;
    }
    if (name) this.change(name, value);
  }

  /** The body, or what is wrong with it. */
  get content() {
    const { mode, body } = this.draft;
    if (mode === 'text') return { value: body };
    if (!body.trim()) return { fault: 'Enter a JSON value.' };
    try {
      return { value: JSON.parse(body) };
    } catch (fault) {
      return { fault: `This is not JSON: ${fault.message}` };
    }
  }

  missing(uids) {
    const { draft } = this;
    const fields = {};
    if (draft.kind === 'topic' && !draft.topic.trim()) fields.topic = 'Choose a topic.';
    if (draft.kind === 'users' && uids.length === 0) fields.uids = 'Enter at least one user.';
    if (uids.length > UIDS_MAX) fields.uids = `Use at most ${format.number(UIDS_MAX)} users.`;
    if (!draft.category.trim()) fields.category = 'Enter a category.';
    for (const name of this.template?.variables ?? []) {
      if (!draft.variables[name]?.trim()) fields[`variable.${name}`] = 'Required.';
    }
    if (!this.template && !draft.title.trim()) fields.title = 'Enter a title.';
    if (!this.template && this.content.fault) fields.body = this.content.fault;
    if (draft.at && !(new Date(draft.at) > Date.now())) fields.at = 'Choose a time in the future.';
    return fields;
  }

  async send(event) {
    event.preventDefault();
    const form = this.querySelector('form');
    const { draft } = this;
    const uids = draft.kind === 'users' ? uidsOf(draft.uids) : [];
    const missing = this.missing(uids);
    this.rest = undefined;
    if (Object.keys(missing).length) {
      showErrors(form, { fields: missing });
      return;
    }
    showErrors(form, { fields: {} });
    if (draft.kind === 'everyone' && !(await this.isSure())) return;
    this.busy = true;
    try {
      const { data } = await session.call('messages/post', {
        method: 'POST',
        body: this.post(uids),
        idempotencyKey: this.once,
      });
      const words = draft.at ? 'Scheduled for' : 'Sending to';
      toast(`${words} ${users(data.estimate_recipient)}.`, { kind: 'good' });
      location.hash = `#/sent/${data.id}`;
    } catch (error) {
      this.rest = showErrors(form, errorsOf(error, uids));
    } finally {
      this.busy = false;
    }
  }

  post(uids) {
    const { draft } = this;
    const or = (text) => text.trim() || undefined;
    const isUsers = draft.kind === 'users';
    return {
      headers: {
        host_system_id: or(draft.reference),
        send_at: draft.at ? Math.floor(new Date(draft.at).getTime() / 1000) : undefined,
        audiences: {
          kind: draft.kind,
          label: or(draft.label),
          uids: isUsers ? uids : undefined,
          topic: draft.kind === 'topic' ? draft.topic.trim() : undefined,
        },
      },
      taxonomy: { category: draft.category.trim() },
      message: this.template
        ? { template: draft.template, language: draft.language || undefined, variables: draft.variables }
        : { title: draft.title.trim(), body: this.content.value, cta_uri: or(draft.cta) },
    };
  }

  isSure() {
    return confirm({
      heading: 'Send to everyone?',
      text: `All ${format.number(this.data?.known ?? 0)} known users of ${session.who.inbox} will see it.`,
      action: 'Send to everyone',
    });
  }

  render() {
    return html`${this.head('Compose', html`A message for users of <strong>${session.who?.inbox}</strong>.`)}
      <div class="two">
        <form class="stack" novalidate @submit=${this.send} @input=${this.take} aria-label="Message">
          ${
            this.rest
              ? html`<p class="notice bad" role="alert"><t-icon name="alert"></t-icon>${this.rest}</p>`
              : nothing
          }
          ${this.who()} ${this.what()}
          <div class="row wrap">
            <button class="button primary" aria-busy=${this.busy ? 'true' : 'false'} ?disabled=${this.busy}>
              <t-icon name=${this.draft.at ? 'clock' : 'send'}></t-icon>${this.draft.at ? 'Schedule' : 'Send'}
            </button>
            <span class="small muted">${this.summary()}</span>
          </div>
        </form>
        <div class="stack beside">${this.preview()} ${this.schema()}</div>
      </div>`;
  }

  summary() {
    const { kind, uids, topic } = this.draft;
    if (kind === 'topic') {
      const chosen = this.data?.topics.find((each) => each.topic === topic.trim());
      return chosen ? `To ${format.number(chosen.subscribers)} ${chosen.subscribers === 1 ? 'subscriber' : 'subscribers'}.` : nothing;
    }
    if (kind === 'everyone') {
      return this.data ? `To ${format.number(this.data.known)} known ${this.data.known === 1 ? 'user' : 'users'}.` : nothing;
    }
    const count = uidsOf(uids).length;
    return count ? `To ${users(count)}.` : nothing;
  }

  segment(name, value, label) {
    return html`<button
      type="button"
      aria-pressed=${this.draft[name] === value ? 'true' : 'false'}
      @click=${() => this.change(name, value)}
    >
      ${label}
    </button>`;
  }

  who() {
    const { draft } = this;
    return html`<section class="card stack" aria-labelledby="to-whom">
      <div class="row between wrap">
        <h2 id="to-whom">To</h2>
        <div class="segments" role="group" aria-label="Audience">
          ${this.segment('kind', 'users', 'Some users')} ${this.segment('kind', 'topic', 'A topic')}
          ${this.segment('kind', 'everyone', 'Everyone')}
        </div>
      </div>
      ${this.recipients()}
      <t-field
        label="Send at"
        name="at"
        type="datetime-local"
        value=${draft.at}
        hint="Leave empty to send it at once. Your local time; up to a year ahead."
      ></t-field>
      <t-field
        label="Audience name"
        name="label"
        value=${draft.label}
        placeholder="Trial customers"
        hint="Optional. Recipients can see it."
      ></t-field>
    </section>`;
  }

  recipients() {
    const { draft } = this;
    if (draft.kind === 'users') {
      return html`<t-field
        label="Users"
        name="uids"
        rows="3"
        value=${draft.uids}
        placeholder="ann, bob, carl"
        hint="User ids, one per line or separated by commas."
      ></t-field>`;
    }
    if (draft.kind === 'everyone') {
      return html`<p class="notice">
        <t-icon name="users"></t-icon>All users known at the time of sending. Users who join later will not see it.
      </p>`;
    }
    return html`<t-field
        label="Topic"
        name="topic"
        value=${draft.topic}
        placeholder="releases"
        autocomplete="off"
        hint="Everyone who has subscribed to it when the message is sent."
      ></t-field>
      ${
        this.data?.topics.length
          ? html`<div class="row wrap chips" role="group" aria-label="Topics">
              ${this.data.topics.slice(0, 12).map(
                ({ topic }) => html`<button type="button" class="badge" @click=${() => this.change('topic', topic)}>
                  ${topic}
                </button>`,
              )}
            </div>`
          : html`<p class="small muted">There are no topics yet. <a href="#/topics">Create one</a></p>`
      }`;
  }

  what() {
    const { draft } = this;
    const isJson = draft.mode === 'json';
    return html`<section class="card stack" aria-labelledby="message-heading">
      <h2 id="message-heading">Message</h2>
      <div class="stack tight">
        <t-field
          label="Category"
          name="category"
          value=${draft.category}
          placeholder="news"
          autocomplete="off"
          hint="Users can filter by it and mute it."
        ></t-field>
        ${
          this.data?.categories.length
            ? html`<div class="row wrap chips" role="group" aria-label="Categories in use">
                ${this.data.categories.slice(0, 8).map(
                  (name) => html`<button type="button" class="badge" @click=${() => this.change('category', name)}>
                    ${name}
                  </button>`,
                )}
              </div>`
            : nothing
        }
      </div>
      ${this.chooser()} ${this.template ? this.variables(this.template) : this.written(isJson)}
    </section>`;
  }

  chooser() {
    const names = this.data?.templates.map(({ name }) => name) ?? [];
    if (names.length === 0) return nothing;
    return html`<t-field
      label="Template"
      name="template"
      .value=${this.draft.template}
      .options=${[['', 'None: write the message here'], ...names.map((name) => [name, name])]}
      @change=${(event) => this.useTemplate(event.target.value)}
    ></t-field>`;
  }

  variables({ contents, variables }) {
    return html`<t-field
        label="Language"
        name="language"
        .value=${this.draft.language}
        .options=${Object.keys(contents)}
        @change=${(event) => {
          this.change('language', event.target.value);
          this.fillIn();
        }}
      ></t-field>
      ${variables.map(
        (name) => html`<t-field label=${name} name=${`variable.${name}`} value=${this.draft.variables[name] ?? ''}></t-field>`,
      )}`;
  }

  written(isJson) {
    const { draft } = this;
    return html`<t-field label="Title" name="title" maxlength="512" value=${draft.title} placeholder="Your invoice is ready"></t-field>
      <div class="stack tight">
        <div class="row between">
          <span class="label" aria-hidden="true">Body</span>
          <div class="segments" role="group" aria-label="Body format">
            ${this.segment('mode', 'text', 'Text')} ${this.segment('mode', 'json', 'JSON')}
          </div>
        </div>
        <t-field
          bare
          label="Body"
          name="body"
          rows="6"
          class=${isJson ? 'code-field' : ''}
          value=${draft.body}
          placeholder=${isJson ? '{"order": 1204, "total": "49.00 €"}' : 'Your message'}
          error=${isJson && draft.body.trim() && this.content.fault ? this.content.fault : ''}
        ></t-field>
      </div>
      <div class="pair">
        <t-field label="Link" name="cta" type="url" value=${draft.cta} placeholder="https://example.com/invoices/1204"></t-field>
        <t-field label="Your reference" name="reference" value=${draft.reference} placeholder="invoice-1204"></t-field>
      </div>`;
  }

  preview() {
    const { draft, content } = this;
    const message = {
      category: draft.category.trim() || 'category',
      received: Math.floor(Date.now() / 1000),
      message:
        this.template && this.filled
          ? this.filled
          : { title: draft.title || 'Title', body: content.value ?? '', cta_uri: draft.cta.trim() },
    };
    return html`<section class="card flush" aria-labelledby="preview">
      <div class="card-head">
        <h2 id="preview">Preview</h2>
        <p>As shown in the widget</p>
      </div>
      <stak-message theme=${window.trestleTheme?.shown ?? 'light'} .message=${message}></stak-message>
    </section>`;
  }

  schema() {
    if (!this.data?.schema) return nothing;
    return html`<details class="card">
      <summary>Bodies must match a schema</summary>
      <t-code label="Schema of this inbox" text=${JSON.stringify(this.data.schema, undefined, 2)}></t-code>
    </details>`;
  }
}

customElements.define('s-compose', Compose);
