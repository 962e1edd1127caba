import { html, nothing } from 'lit';
import { idempotencyKey } from '/shared/api.js';
import { confirm, format, toast } from '/shared/trestle.js';
import { showErrors } from '/shared/parts/field.js';
import { session } from '../session.js';
import { SearchSection } from './search-section.js';

/** The known users of the inbox: searched, registered, looked at and erased. */
class Users extends SearchSection {
  static properties = {
    ...SearchSection.properties,
    receipt: { state: true },
  };

  resource = 'users';

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.waiting);
  }

  open(uid) {
    const opening = (this.opening = {});
    return this.attempt(async () => {
      const { data } = await session.call(`users/${encodeURIComponent(uid)}`);
      if (opening !== this.opening) return; // Another user was opened meanwhile.
      this.shown = data;
      this.querySelector('#user').show();
    });
  }

  async register(event) {
    event.preventDefault();
    const form = event.target;
    const uids = this.uidsOf(form);
    if (!uids.length) return;
    try {
      await session.call('users', { method: 'POST', body: { uids }, idempotencyKey: idempotencyKey() });
      this.querySelector('#register').close();
      toast(`${format.number(uids.length)} ${uids.length === 1 ? 'user' : 'users'} registered.`, { kind: 'good' });
      await this.load();
    } catch (error) {
      this.showWrongUid(form, uids, error);
    }
  }

  async erase() {
    const { uid } = this.shown;
    this.querySelector('#user').close();
    const sure = await confirm({
      heading: `Erase ${uid}?`,
      text: 'All their messages, counts, preferences, subscriptions and e-mail address in this inbox are deleted, and they are removed from the audiences of sent messages. This cannot be undone.',
      action: 'Erase',
      danger: true,
    });
    if (!sure) return;
    await this.attempt(async () => {
      const { data } = await session.call(`users/${encodeURIComponent(uid)}`, { method: 'DELETE' });
      this.receipt = { uid, ...data };
      this.await();
    });
  }

  /** Sets the user's address, or deletes it if it was emptied. */
  async saveEmail(event) {
    event.preventDefault();
    const form = event.target;
    const address = new FormData(form).get('address').trim();
    showErrors(form, { fields: {} });
    const user = `users/${encodeURIComponent(this.shown.uid)}`;
    const path = `${user}/email`;
    const { opening } = this;
    try {
      if (address) await session.call(path, { method: 'PUT', body: { address } });
      else await session.call(path, { method: 'DELETE' });
      toast(address ? 'Address saved.' : 'Address deleted.', { kind: 'good' });
      const { data } = await session.call(user);
      if (opening === this.opening) this.shown = data;
    } catch (error) {
      showErrors(form, { fields: { address: error.fields?.address ?? error.message } });
    }
  }

  /** Waits for the erasure, which runs in the background. */
  await() {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(async () => {
      try {
        const { data } = await session.call(`erasures/${encodeURIComponent(this.receipt.id)}`);
        this.receipt = { ...this.receipt, ...data };
      } catch {
        // Asked again.
      }
      if (!this.isConnected) return;
      if (this.receipt.done_at) await this.load();
      else this.await();
    }, 500);
  }

  render() {
    return html`${this.head(
      'Users',
      html`Everyone known in <strong>${session.who?.inbox}</strong>: registered, addressed, or active.`,
      html`<button type="button" class="button" @click=${() => this.querySelector('#register').show()}>
        <t-icon name="plus"></t-icon>Register
      </button>`,
    )}
    <div class="stack">
      ${this.proof()}
      <t-field label="Search" name="prefix" type="search" placeholder="The beginning of a user id" @input=${this.search}></t-field>
      ${this.body()}
    </div>
    ${this.dialogs()}`;
  }

  proof() {
    if (!this.receipt) return nothing;
    const { uid, id, done_at: done, messages, receipts, audiences } = this.receipt;
    return html`<div class="notice ${done ? 'good' : ''}" role="status">
      <t-icon name=${done ? 'check' : 'clock'}></t-icon>
      <span class="grow">
        ${
          done
            ? html`<strong>${uid}</strong> is erased: ${format.count(messages, 'message')}, ${format.count(receipts, 'receipt')} and
                ${format.count(audiences, 'audience entry', 'audience entries')} deleted. Receipt <code>${id}</code>`
            : html`Erasing <strong>${uid}</strong>…`
        }
      </span>
    </div>`;
  }

  content({ users, known_users: known }) {
    const all = [...users, ...this.older];
    if (all.length === 0) {
      return html`<div class="card">
        <t-state
          kind="empty"
          icon="users"
          heading=${this.prefix ? 'No user id starts with that' : 'No users yet'}
          text=${this.prefix ? '' : 'Users appear here when they are registered, addressed, or open their inbox.'}
        ></t-state>
      </div>`;
    }
    return html`<p class="small muted">${format.count(known, 'user')} known.</p>
      <div class="card flush">
        <t-table
          caption="Users"
          .rows=${all}
          .rowKey=${({ uid }) => uid}
          .columns=${[
            {
              key: 'uid',
              label: 'User',
              head: true,
              sortable: false,
              cell: ({ uid }) => html`<button type="button" class="link" @click=${() => this.open(uid)}>${uid}</button>`,
            },
            {
              key: 'since',
              label: 'Known since',
              sortable: false,
              cell: ({ since }) => html`<t-ago at=${new Date(since * 1000).toISOString()}></t-ago>`,
            },
            {
              key: 'first_message',
              label: 'How',
              sortable: false,
              cell: ({ first_message: id }) =>
                id ? html`<a href="#/sent/${id}">addressed by a message</a>` : 'registered or opened the inbox',
            },
          ]}
        ></t-table>
      </div>
      ${this.moreButton()}`;
  }

  dialogs() {
    const user = this.shown;
    return html`<t-dialog id="register" heading="Register users">
        <form id="register-form" class="stack" novalidate @submit=${this.register} aria-label="Register users">
          <t-field
            label="User ids"
            name="uids"
            rows="4"
            data-first
            placeholder="ann, bob, carl"
            hint="One per line or separated by commas. They see broadcasts from now on."
          ></t-field>
        </form>
        <button type="button" slot="actions" class="button" data-close>Cancel</button>
        <button slot="actions" class="button primary" form="register-form">Register users</button>
      </t-dialog>
      <t-dialog id="user" heading=${user?.uid ?? 'User'}>
        ${
          user
            ? html`<div class="stack">
                <dl class="facts">
                  <dt>Known since</dt>
                  <dd>${format.moment(user.since * 1000)}</dd>
                  <dt>Unread</dt>
                  <dd>${format.exact(user.unread)}</dd>
                  <dt>Muted categories</dt>
                  <dd>${user.muted.join(', ') || 'none'}</dd>
                  <dt>Topics</dt>
                  <dd>${user.topics.join(', ') || 'none'}</dd>
                </dl>
                <form class="row wrap" novalidate @submit=${this.saveEmail} aria-label="E-mail">
                  <t-field
                    class="grow"
                    label="E-mail address"
                    name="address"
                    type="email"
                    .value=${user.email?.address ?? ''}
                    hint=${user.email?.refusal ? `Refused: ${user.email.refusal}` : 'For categories that are sent by e-mail.'}
                  ></t-field>
                  <button class="button">Save</button>
                </form>
              </div>`
            : nothing
        }
        <button type="button" slot="actions" class="button danger" @click=${this.erase}>
          <t-icon name="trash"></t-icon>Erase…
        </button>
        <button type="button" slot="actions" class="button" data-close data-first>Close</button>
      </t-dialog>`;
  }
}

customElements.define('s-users', Users);
