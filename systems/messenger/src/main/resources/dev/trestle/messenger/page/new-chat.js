import { html, nothing } from 'lit';
import { idempotencyKey } from '/shared/api.js';
import { showErrors } from '/shared/parts/field.js';
import { Part, toast } from '/shared/trestle.js';
import { known, loadKnown, openDirect } from './known-users.js';

/** Finds the user with a phone number. Throws an error for the field if there is none. */
export async function findByPhone(model, number, field) {
  const phone = String(number).replace(/[^\d+]/g, '');
  const refuse = (message) => Object.assign(new Error(message), { fields: { [field]: message } });
  if (!phone) throw refuse('Enter a phone number.');
  let found;
  try {
    found = await model.session.call('/users/lookup', { body: { phone_numbers: [phone] } });
  } catch (error) {
    if (error.fields?.phone_numbers) throw refuse(error.fields.phone_numbers);
    throw error;
  }
  const [first] = found.data;
  if (!first) throw refuse('Nobody here has this number.');
  if (first.user_id === model.me.user_id) throw refuse('This is your own number.');
  const user = await model.session.one(`/users/${first.user_id}`);
  model.people.set(user.user_id, user.display_name);
  return { user_id: user.user_id, display_name: user.display_name };
}

/**
 * Empties a field at once, so that the next number can be entered, and uses its number. If that
 * fails, the number comes back, unless another one was entered.
 */
export async function takeNumber(field, use) {
  const number = field.value;
  field.value = '';
  try {
    await use(number);
  } catch (error) {
    if (!field.value) field.value = number;
    throw error;
  }
}

/** A dialog that starts a chat with one person, or a group: show('direct' | 'group'). */
export class NewChat extends Part {
  static properties = {
    model: { attribute: false },
    kind: { state: true },
    chosen: { state: true },
    error: { state: true },
    isBusy: { state: true },
  };

  constructor() {
    super();
    this.kind = 'direct';
    this.chosen = [];
  }

  get dialog() {
    return this.querySelector('t-dialog');
  }

  async show(kind) {
    this.kind = kind;
    this.chosen = [];
    this.error = undefined;
    await this.updateComplete;
    for (const field of this.querySelectorAll('t-field')) {
      field.value = '';
      field.error = undefined;
      await field.updateComplete;
    }
    this.dialog.show();
    loadKnown(this.model).then(() => this.requestUpdate());
  }

  async attempt(act) {
    if (this.isBusy) return;
    this.isBusy = true;
    this.error = undefined;
    const form = this.querySelector('form');
    showErrors(form, undefined);
    try {
      await act(form);
    } catch (error) {
      this.error = showErrors(form, error);
    } finally {
      this.isBusy = false;
    }
  }

  submit(event) {
    event.preventDefault();
    this.attempt(() => (this.kind === 'direct' ? this.direct() : this.group()));
  }

  async direct() {
    const person = await findByPhone(this.model, this.field('phone').value, 'phone');
    await this.message(person);
  }

  async message(person) {
    this.shown(await openDirect(this.model, person.user_id));
  }

  async group() {
    if (this.field('phone').value.trim()) await this.choose();
    const name = this.field('name').value;
    await this.open({ type: 'group', name, member_ids: this.chosen.map(({ user_id }) => user_id) });
  }

  field(name) {
    return this.querySelector(`t-field[name="${name}"]`);
  }

  async choose() {
    const field = this.field('phone');
    field.focus();
    await takeNumber(field, async (number) => this.add(await findByPhone(this.model, number, 'phone')));
  }

  add(person) {
    if (this.chosen.some(({ user_id }) => user_id === person.user_id)) return;
    this.chosen = [...this.chosen, person];
  }

  drop(person) {
    this.chosen = this.chosen.filter((each) => each !== person);
  }

  async open(body) {
    const chat = await this.model.session.one('/chats', { body, idempotencyKey: idempotencyKey() });
    await this.model.chat(chat.chat_id);
    const invited = await this.model.invitations.loadSent(chat.chat_id);
    if (invited.length === 1) toast(`${this.model.name(invited[0].user_id)} was invited`);
    else if (invited.length) toast(`${invited.length} people were invited`);
    this.shown(chat.chat_id);
  }

  shown(chat) {
    this.dialog.close();
    location.hash = `#/chat/${chat}`;
  }

  /** A click on a person: in the group, or the chat with them. */
  picked(person) {
    if (this.kind === 'group') this.add(person);
    else this.attempt(() => this.message(person));
  }

  /** People the user shares a chat with who are not chosen yet. */
  get known() {
    const chosen = new Set(this.chosen.map(({ user_id }) => user_id));
    return known(this.model).filter(({ user_id }) => !chosen.has(user_id));
  }

  render() {
    const isGroup = this.kind === 'group';
    return html`<t-dialog heading=${isGroup ? 'New group' : 'New chat'}>
      <form id="new-chat" class="stack" @submit=${this.submit} novalidate>
        ${
          isGroup
            ? html`<t-field label="Group name" name="name" maxlength="128" required></t-field>`
            : nothing
        }
        <div class="row end-aligned">
          <t-field
            class="grow"
            label=${isGroup ? 'Add someone by phone number' : 'Phone number'}
            name="phone"
            type="tel"
            inputmode="tel"
            autocomplete="off"
            placeholder="+46 70 123 45 67"
            hint="Include the country code."
          ></t-field>
          ${
            isGroup
              ? html`<button type="button" class="button add-number" @click=${() => this.attempt(() => this.choose())}>
                  Add
                </button>`
              : nothing
          }
        </div>
        ${this.members()}
        <div aria-live="polite">
          ${
            this.error
              ? html`<p class="notice bad"><t-icon name="alert"></t-icon><span>${this.error}</span></p>`
              : nothing
          }
        </div>
      </form>
      <button type="button" slot="actions" class="button" data-close>Cancel</button>
      <button slot="actions" form="new-chat" class="button primary" aria-busy=${this.isBusy ? 'true' : nothing}>
        ${isGroup ? 'Create group' : 'Start chat'}
      </button>
    </t-dialog>`;
  }

  members() {
    const { known } = this;
    return html`${
      this.chosen.length
        ? html`<ul class="chips" aria-label="Chosen">
            ${this.chosen.map(
              (person) =>
                html`<li class="chip">
                  <t-avatar size="small" name=${person.display_name}></t-avatar>${person.display_name}
                  <button type="button" class="chip-drop" aria-label="Remove ${person.display_name}" @click=${() => this.drop(person)}>
                    <t-icon name="close"></t-icon>
                  </button>
                </li>`,
            )}
          </ul>`
        : nothing
    }
    ${
      known.length
        ? html`<div>
            <p class="label">People you share a chat with</p>
            <ul class="pickable">
              ${known.map(
                (person) =>
                  html`<li>
                    <button type="button" @click=${() => this.picked(person)}>
                      <t-avatar size="small" name=${person.display_name}></t-avatar>
                      <span class="grow cut" dir="auto">${person.display_name}</span>
                      <t-icon name=${this.kind === 'group' ? 'plus' : 'chat'}></t-icon>
                    </button>
                  </li>`,
              )}
            </ul>
          </div>`
        : nothing
    }`;
  }
}

customElements.define('m-new-chat', NewChat);
