import { html, nothing } from 'lit';
import { idempotencyKey } from '/shared/api.js';
import { Section, confirm, format, toast } from '/shared/trestle.js';
import { showErrors } from '/shared/parts/field.js';
import { session } from '../session.js';

const UIDS_MAX = 200_000;

/** Ids one a line, or with commas or blanks between them. */
function uidsOf(text) {
  return [...new Set(text.split(/[\s,;]+/).filter(Boolean))];
}

/** What the server calls a field, and what the form does. */
const NAMES = {
  'headers.audiences.uids': 'uids',
  'headers.audiences.label': 'label',
  'headers.host_system_id': 'reference',
  'taxonomy.category': 'category',
  'message.title': 'title',
  'message.cta_uri': 'cta',
};

/** Errors by the form's names; what is wrong within a body or among uids says where. */
function errorsOf(error, uids) {
  const fields = {};
  const add = (name, words) => (fields[name] = fields[name] ? `${fields[name]} ${words}` : words);
  for (const [field, message] of Object.entries(error.fields ?? {})) {
    const inBody = /^message\.body[./]?(.*)$/.exec(field);
    const inUids = /^headers\.audiences\.uids\[(\d+)\]$/.exec(field);
    if (inBody) add('body', inBody[1] ? `${inBody[1]}: ${message.replace(/^\$[^:]*: /, '')}` : message);
    else if (inUids) add('uids', `“${uids[Number(inUids[1])]}”: ${message}`);
    else add(NAMES[field] ?? field, message);
  }
  return { message: error.message, fields };
}

class Compose extends Section {
  static properties = {
    ...Section.properties,
    draft: { state: true },
    rest: { state: true },
  };

  constructor() {
    super();
    this.draft = { kind: 'users', uids: '', label: '', category: '', title: '', mode: 'text', body: '', cta: '', reference: '' };
    this.once = idempotencyKey();
  }

  /** What helps to write: the inbox's schema, and which categories there are. */
  async fetch() {
    const [config, sent] = await Promise.all([session.call('config'), session.call('messages?limit=50')]);
    if (config.data.schema && !this.draft.body) this.change('mode', 'json');
    return {
      schema: config.data.schema,
      known: sent.known_users,
      categories: [...new Set(sent.messages.map(({ category }) => category))].sort(),
    };
  }

  change(name, value) {
    this.draft = { ...this.draft, [name]: value };
    this.once = idempotencyKey();
  }

  take(event) {
    const { name, value } = event.target;
    if (name) this.change(name, value);
  }

  /** The body, or why it is none. */
  get content() {
    const { mode, body } = this.draft;
    if (mode === 'text') return { value: body };
    if (!body.trim()) return { fault: 'A JSON value is expected.' };
    try {
      return { value: JSON.parse(body) };
    } catch (fault) {
      return { fault: `This is not JSON: ${fault.message}` };
    }
  }

  missing(uids) {
    const { draft } = this;
    const fields = {};
    if (draft.kind === 'users' && uids.length === 0) fields.uids = 'Who should get it?';
    if (uids.length > UIDS_MAX) fields.uids = `At most ${format.number(UIDS_MAX)} users at once.`;
    if (!draft.category.trim()) fields.category = 'What kind of message is it?';
    if (!draft.title.trim()) fields.title = 'Every message has a title.';
    if (this.content.fault) fields.body = this.content.fault;
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
      toast(`On its way to ${format.number(data.estimate_recipient)} users.`, { kind: 'good' });
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
        audiences: { kind: draft.kind, label: or(draft.label), uids: isUsers ? uids : undefined },
      },
      taxonomy: { category: draft.category.trim() },
      message: { title: draft.title.trim(), body: this.content.value, cta_uri: or(draft.cta) },
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
              <t-icon name="send"></t-icon>Send
            </button>
            <span class="small muted">${this.summary()}</span>
          </div>
        </form>
        <div class="stack beside">${this.preview()} ${this.schema()}</div>
      </div>`;
  }

  summary() {
    const { kind, uids } = this.draft;
    if (kind === 'everyone') {
      return this.data ? `To ${format.number(this.data.known)} known users, stored once.` : nothing;
    }
    const count = uidsOf(uids).length;
    return count ? `To ${format.number(count)} ${count === 1 ? 'user' : 'users'}.` : nothing;
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
          ${this.segment('kind', 'users', 'Some users')} ${this.segment('kind', 'everyone', 'Everyone')}
        </div>
      </div>
      ${
        draft.kind === 'users'
          ? html`<t-field
              label="Users"
              name="uids"
              rows="3"
              value=${draft.uids}
              placeholder="ann, bob, carl"
              hint="Their ids, one a line or with commas between them."
            ></t-field>`
          : html`<p class="notice">
              <t-icon name="users"></t-icon>Everyone who is known by now. Who comes later does not see it.
            </p>`
      }
      <t-field
        label="Name of the audience"
        name="label"
        value=${draft.label}
        placeholder="Customers in trial"
        hint="Optional; recipients can see it."
      ></t-field>
    </section>`;
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
          hint="Users filter and mute by it."
        ></t-field>
        ${
          this.data?.categories.length
            ? html`<div class="row wrap chips" role="group" aria-label="Categories that were used">
                ${this.data.categories.slice(0, 8).map(
                  (name) => html`<button type="button" class="badge" @click=${() => this.change('category', name)}>
                    ${name}
                  </button>`,
                )}
              </div>`
            : nothing
        }
      </div>
      <t-field label="Title" name="title" maxlength="512" value=${draft.title} placeholder="Your invoice is ready"></t-field>
      <div class="stack tight">
        <div class="row between">
          <span class="label" aria-hidden="true">Body</span>
          <div class="segments" role="group" aria-label="The body is">
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
          placeholder=${isJson ? '{"order": 1204, "total": "49.00 €"}' : 'What there is to say'}
          error=${isJson && draft.body.trim() && this.content.fault ? this.content.fault : ''}
        ></t-field>
      </div>
      <div class="pair">
        <t-field label="Link" name="cta" type="url" value=${draft.cta} placeholder="https://example.com/invoices/1204"></t-field>
        <t-field label="Your reference" name="reference" value=${draft.reference} placeholder="invoice-1204"></t-field>
      </div>
    </section>`;
  }

  preview() {
    const { draft, content } = this;
    const message = {
      category: draft.category.trim() || 'category',
      received: Math.floor(Date.now() / 1000),
      message: { title: draft.title || 'Title', body: content.value ?? '', cta_uri: draft.cta.trim() },
    };
    return html`<section class="card flush" aria-labelledby="preview">
      <div class="card-head">
        <h2 id="preview">Preview</h2>
        <p>as the widget shows it</p>
      </div>
      <stak-message theme=${window.trestleTheme?.shown ?? 'light'} .message=${message}></stak-message>
    </section>`;
  }

  schema() {
    if (!this.data?.schema) return nothing;
    return html`<details class="card">
      <summary>Bodies must fit a schema</summary>
      <t-code label="Schema of this inbox" text=${JSON.stringify(this.data.schema, undefined, 2)}></t-code>
    </details>`;
  }
}

customElements.define('s-compose', Compose);
