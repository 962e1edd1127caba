import { html, nothing } from 'lit';
import { Section, confirm, toast } from '/shared/trestle.js';
import { session } from '../session.js';
import { FormSection } from './form.js';

const EMPTY = { title: '', body: '', cta_uri: '' };

/** The variables of a text, in order. */
function variablesIn(...texts) {
  const names = texts.flatMap((text) => [...text.matchAll(/\{\{ ?([a-z][a-z0-9_]{0,63}) ?\}\}/g)].map(([, name]) => name));
  return [...new Set(names)].sort();
}

function filled(text, values) {
  return text.replace(/\{\{ ?([a-z][a-z0-9_]{0,63}) ?\}\}/g, (whole, name) => values[name] || whole);
}

/** A body as it is edited: JSON is shown as its text. */
function edited({ title, body, cta_uri: link }) {
  return { title, body: typeof body === 'string' ? body : JSON.stringify(body, undefined, 2), cta_uri: link ?? '' };
}

class Templates extends Section {
  async fetch() {
    return (await session.call('templates')).data;
  }

  render() {
    return html`${this.head(
      'Templates',
      'Messages with variables, in one or more languages, for your servers and for Compose.',
      html`<a class="button primary" href="#/templates/${encodeURIComponent('new template')}"><t-icon name="plus"></t-icon>New template</a>`,
    )}
    ${this.body()}`;
  }

  content(templates) {
    if (templates.length === 0) {
      return html`<div class="card">
        <t-state
          kind="empty"
          icon="edit"
          heading="No templates yet"
          text="A template keeps the words of a message in one place. A post names it and gives the values of its variables."
        ></t-state>
      </div>`;
    }
    return html`<div class="card flush">
      <t-table
        caption="Templates"
        .rows=${templates}
        .rowKey=${({ name }) => name}
        .columns=${[
          {
            key: 'name',
            label: 'Template',
            head: true,
            cell: ({ name, contents, language }) =>
              html`<a href="#/templates/${encodeURIComponent(name)}">${name}</a>
                <span class="small muted block regular" dir="auto">${contents[language].title}</span>`,
          },
          { key: 'category', label: 'Category' },
          { key: 'languages', label: 'Languages', sortable: false, cell: ({ contents }) => Object.keys(contents).join(', ') },
          { key: 'variables', label: 'Variables', sortable: false, cell: ({ variables }) => variables.join(', ') || '–' },
        ]}
      ></t-table>
    </div>`;
  }
}

customElements.define('s-templates', Templates);

/** One template, or a new one. */
class TemplateEditor extends FormSection {
  static properties = {
    ...FormSection.properties,
    name: {},
    contents: { state: true },
    shown: { state: true },
    values: { state: true },
  };

  constructor() {
    super();
    this.values = {};
  }

  /** No template has a name with a space. */
  get isNew() {
    return this.name.includes(' ');
  }

  get missing() {
    return 'There is no such template';
  }

  async fetch() {
    if (this.isNew) {
      this.contents = { en: EMPTY };
      this.shown = 'en';
      return { name: '', category: '', language: 'en', version: 0 };
    }
    const { data } = await session.call(`templates/${encodeURIComponent(this.name)}`);
    this.contents = Object.fromEntries(Object.entries(data.contents).map(([tag, content]) => [tag, edited(content)]));
    this.shown = data.language;
    return data;
  }

  named(field) {
    return field.startsWith('contents') ? (field.split('.')[2] ?? 'title') : field;
  }

  check(values) {
    const wrong = {};
    if (this.isNew && !values.get('name').trim()) wrong.name = 'Required.';
    if (!values.get('category').trim()) wrong.category = 'Required.';
    const empty = Object.entries(this.contents).find(([, { title }]) => !title.trim());
    if (empty) {
      [this.shown] = empty;
      wrong.title = 'Required.';
    }
    return wrong;
  }

  async save(values) {
    const name = this.isNew ? values.get('name').trim() : this.name;
    const contents = Object.fromEntries(
      Object.entries(this.contents).map(([tag, { title, body, cta_uri: link }]) => [
        tag,
        { title: title.trim(), body: parsed(body), cta_uri: link.trim() || undefined },
      ]),
    );
    const body = { category: values.get('category').trim(), language: this.data.language, contents, version: this.data.version };
    const { data } = await session.call(`templates/${encodeURIComponent(name)}`, { method: 'PUT', body });
    if (this.isNew) location.hash = `#/templates/${encodeURIComponent(name)}`;
    return data;
  }

  async discard() {
    const sure = await confirm({
      heading: `Delete ${this.name}?`,
      text: 'Posts that name it will be refused. Messages that were sent with it stay.',
      action: 'Delete',
      danger: true,
    });
    if (!sure) return;
    try {
      await session.call(`templates/${encodeURIComponent(this.name)}`, { method: 'DELETE' });
      toast('Template deleted.', { kind: 'good' });
      location.hash = '#/templates';
    } catch (fault) {
      toast(fault.message, { kind: 'bad' });
    }
  }

  type(event) {
    const { name, value } = event.target;
    if (!(name in EMPTY)) return;
    this.contents = { ...this.contents, [this.shown]: { ...this.contents[this.shown], [name]: value } };
  }

  addLanguage(event) {
    const tag = event.target.value.trim();
    if (/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(tag)) {
      this.contents = { ...this.contents, [tag]: this.contents[tag] ?? { ...this.contents[this.shown] } };
      this.shown = tag;
      event.target.value = '';
    }
  }

  render() {
    return html`<p class="crumbs small"><a href="#/templates">Templates</a></p>
      ${this.head(
        this.isNew ? 'New template' : this.name,
        'Write variables as {{name}}.',
        this.isNew || !this.data
          ? nothing
          : html`<button type="button" class="button" @click=${this.discard}><t-icon name="trash"></t-icon>Delete</button>`,
      )}
      ${this.body()}`;
  }

  content({ category }) {
    const content = this.contents[this.shown];
    return html`<div class="two">
      <form class="card stack" novalidate @submit=${this.submit} @input=${this.type} aria-label="Edit template">
        ${this.trouble()}
        ${
          this.isNew
            ? html`<t-field label="Name" name="name" placeholder="order-packed" hint="Posts name it like this."></t-field>`
            : nothing
        }
        <t-field label="Category" name="category" value=${category} placeholder="orders"></t-field>
        <div class="row wrap between">
          <div class="segments" role="group" aria-label="Language">
            ${Object.keys(this.contents).map(
              (tag) => html`<button
                type="button"
                aria-pressed=${tag === this.shown ? 'true' : 'false'}
                @click=${() => (this.shown = tag)}
              >
                ${tag}
              </button>`,
            )}
          </div>
          <t-field label="Add a language" bare name="tag" placeholder="Add: sv, pt-BR…" @change=${this.addLanguage}></t-field>
        </div>
        <t-field label="Title" name="title" maxlength="512" .value=${content.title} placeholder="Order {{number}} is packed"></t-field>
        <t-field label="Body" name="body" rows="6" .value=${content.body} placeholder="It ships {{day}}." hint="Text, or a JSON object."></t-field>
        <t-field label="Link" name="cta_uri" .value=${content.cta_uri} placeholder="https://example.com/orders/{{number}}"></t-field>
        ${this.saver()}
      </form>
      ${this.preview(content)}
    </div>`;
  }

  preview(content) {
    const names = variablesIn(content.title, content.body, content.cta_uri);
    const message = {
      category: this.data.category || 'category',
      received: Math.floor(Date.now() / 1000),
      message: {
        title: filled(content.title, this.values) || 'Title',
        body: parsed(filled(content.body, this.values)),
        cta_uri: filled(content.cta_uri, this.values),
      },
    };
    return html`<div class="stack beside">
      <section class="card flush" aria-labelledby="template-preview">
        <div class="card-head"><h2 id="template-preview">Preview</h2></div>
        <stak-message theme=${window.trestleTheme?.shown ?? 'light'} .message=${message}></stak-message>
      </section>
      ${
        names.length
          ? html`<section class="card stack" aria-labelledby="template-values">
              <h2 id="template-values">Variables</h2>
              ${names.map(
                (name) => html`<t-field
                  label=${name}
                  name=${`value-${name}`}
                  value=${this.values[name] ?? ''}
                  @input=${(event) => (this.values = { ...this.values, [name]: event.target.value })}
                ></t-field>`,
              )}
            </section>`
          : nothing
      }
    </div>`;
  }
}

/** JSON objects and lists stay what they are; everything else is text. */
function parsed(text) {
  if (!/^\s*[[{](?!\{)/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

customElements.define('s-template', TemplateEditor);
