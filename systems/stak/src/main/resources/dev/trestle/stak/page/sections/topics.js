import { html, nothing } from 'lit';
import { idempotencyKey } from '/shared/api.js';
import { confirm, format, toast } from '/shared/trestle.js';
import { showErrors } from '/shared/parts/field.js';
import { session } from '../session.js';
import { SearchSection } from './search-section.js';

const SUBSCRIBERS = 100;

/** The topics of the inbox, and who has subscribed to them. */
class Topics extends SearchSection {
  resource = 'topics';

  one(topic, rest = '') {
    return `topics/${encodeURIComponent(topic)}${rest}`;
  }

  open(topic) {
    return this.attempt(async () => {
      if (await this.look(topic)) this.querySelector('#topic').show();
    });
  }

  /** Loads a topic; false if another one was opened meanwhile. */
  async look(topic) {
    const looking = (this.looking = {});
    const [{ data }, { subscribers, paging }] = await Promise.all([
      session.call(this.one(topic)),
      session.call(this.one(topic, `/subscribers?limit=${SUBSCRIBERS}`)),
    ]);
    if (looking !== this.looking) return false;
    this.shown = { ...data, some: subscribers, hasMore: Boolean(paging.next_token) };
    return true;
  }

  async create(event) {
    event.preventDefault();
    const form = event.target;
    const given = new FormData(form);
    const topic = given.get('topic').trim();
    showErrors(form, { fields: topic ? {} : { topic: 'Enter a name.' } });
    if (!topic) return;
    const body = { title: given.get('title').trim() || undefined, open: given.get('who') === 'open' };
    try {
      await session.call(this.one(topic), { method: 'PUT', body });
      this.querySelector('#create').close();
      toast(`${topic} is ready.`, { kind: 'good' });
      await this.load();
    } catch (error) {
      showErrors(form, error.fields ? error : { fields: { topic: error.message } });
    }
  }

  async subscribe(event) {
    event.preventDefault();
    const form = event.target;
    const { topic } = this.shown;
    const uids = this.uidsOf(form);
    if (!uids.length) return;
    try {
      const path = this.one(topic, '/subscribers');
      await session.call(path, { method: 'POST', body: { uids }, idempotencyKey: idempotencyKey() });
      form.querySelector('t-field').value = '';
      await this.look(topic);
      await this.load();
    } catch (error) {
      this.showWrongUid(form, uids, error);
    }
  }

  unsubscribe(uid) {
    const { topic } = this.shown;
    return this.attempt(async () => {
      await session.call(this.one(topic, `/subscribers/${encodeURIComponent(uid)}`), { method: 'DELETE' });
      await this.look(topic);
      await this.load();
    });
  }

  async deleteTopic() {
    const { topic, subscribers } = this.shown;
    this.querySelector('#topic').close();
    const sure = await confirm({
      heading: `Delete ${topic}?`,
      text: `${format.count(subscribers, 'subscription')} will be deleted with it. Messages that were sent stay.`,
      action: 'Delete',
      danger: true,
    });
    if (!sure) return;
    await this.attempt(async () => {
      await session.call(this.one(topic), { method: 'DELETE' });
      toast(`${topic} is being deleted.`, { kind: 'good' });
      await this.load();
    });
  }

  render() {
    return html`${this.head(
      'Topics',
      html`Users of <strong>${session.who?.inbox}</strong> subscribe to them; a message to a topic goes to its subscribers.`,
      html`<button type="button" class="button" @click=${() => this.querySelector('#create').show()}>
        <t-icon name="plus"></t-icon>New topic
      </button>`,
    )}
    <div class="stack">
      <t-field label="Search" name="prefix" type="search" placeholder="The beginning of a topic's name" @input=${this.search}></t-field>
      ${this.body()}
    </div>
    ${this.creation()} ${this.details()}`;
  }

  content({ topics }) {
    const all = [...topics, ...this.older];
    if (all.length === 0) {
      return html`<div class="card">
        <t-state
          kind="empty"
          icon="tag"
          heading=${this.prefix ? 'No topic begins like this' : 'No topics yet'}
          text=${this.prefix ? '' : 'Create one, subscribe users or let them choose, and send messages to it.'}
        ></t-state>
      </div>`;
    }
    return html`<div class="card flush">
        <t-table
          caption="Topics"
          .rows=${all}
          .rowKey=${({ topic }) => topic}
          .columns=${[
            {
              key: 'topic',
              label: 'Topic',
              head: true,
              sortable: false,
              cell: ({ topic, deleting }) =>
                deleting
                  ? html`${topic} <span class="badge">being deleted</span>`
                  : html`<button type="button" class="link" @click=${() => this.open(topic)}>${topic}</button>`,
            },
            { key: 'title', label: 'Title', sortable: false, cell: ({ title }) => html`<span dir="auto">${title}</span>` },
            {
              key: 'open',
              label: 'Who subscribes',
              sortable: false,
              cell: ({ open }) => (open ? 'users themselves, and you' : 'only you'),
            },
            {
              key: 'subscribers',
              label: 'Subscribers',
              sortable: false,
              cell: ({ subscribers }) => format.number(subscribers),
            },
          ]}
        ></t-table>
      </div>
      ${this.moreButton()}`;
  }

  creation() {
    return html`<t-dialog id="create" heading="New topic">
      <form id="create-form" class="stack" novalidate @submit=${this.create} aria-label="New topic">
        <t-field label="Name" name="topic" data-first placeholder="releases" hint="Your servers use it. It cannot be changed."></t-field>
        <t-field label="Title" name="title" placeholder="New releases" hint="Users see it."></t-field>
        <t-field
          label="Who subscribes"
          name="who"
          .options=${[
            ['closed', 'Only you and your servers'],
            ['open', 'Users themselves, in the widget'],
          ]}
        ></t-field>
      </form>
      <button type="button" slot="actions" class="button" data-close>Cancel</button>
      <button slot="actions" class="button primary" form="create-form">Create topic</button>
    </t-dialog>`;
  }

  details() {
    const topic = this.shown;
    return html`<t-dialog id="topic" heading=${topic?.title ?? 'Topic'}>
      ${
        topic
          ? html`<div class="stack">
              <p>${format.count(topic.subscribers, 'subscriber')} of <code>${topic.topic}</code>.</p>
              <ul class="row wrap chips" aria-label="Subscribers">
                ${topic.some.map(
                  (uid) => html`<li class="badge">
                    ${uid}
                    <button type="button" class="link" aria-label="Unsubscribe ${uid}" @click=${() => this.unsubscribe(uid)}>
                      <t-icon name="close"></t-icon>
                    </button>
                  </li>`,
                )}
                ${topic.hasMore ? html`<li class="small muted">and more</li>` : nothing}
              </ul>
              <form id="subscribe-form" class="stack" novalidate @submit=${this.subscribe} aria-label="Subscribe">
                <t-field
                  label="User ids"
                  name="uids"
                  rows="2"
                  placeholder="ann, bob, carl"
                  hint="Up to a hundred, one per line or separated by commas."
                ></t-field>
              </form>
            </div>`
          : nothing
      }
      <button type="button" slot="actions" class="button danger" @click=${this.deleteTopic}>
        <t-icon name="trash"></t-icon>Delete…
      </button>
      <button type="button" slot="actions" class="button" data-close data-first>Close</button>
      <button slot="actions" class="button primary" form="subscribe-form">Subscribe</button>
    </t-dialog>`;
  }
}

customElements.define('s-topics', Topics);
