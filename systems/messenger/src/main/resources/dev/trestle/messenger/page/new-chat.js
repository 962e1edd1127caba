import { html, nothing } from 'lit';
import { idempotencyKey } from '/shared/api.js';
import { showErrors } from '/shared/parts/field.js';
import { Part } from '/shared/trestle.js';

/** Finds who has a number; a refusal about the field where nobody has. */
export async function whoHas(model, number, field) {
  const phone = String(number).replace(/[^\d+]/g, '');
  const refuse = (message) => Object.assign(new Error(message), { fields: { [field]: message } });
  if (!phone) throw refuse('A number is expected.');
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

/** A dialog that starts a chat with one person, or a group: show('direct' | 'group'). */
export class NewChat extends Part {
  static properties = {
    model: { attribute: false },
    kind: { state: true },
    chosen: { state: true },
    fault: { state: true },
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
    this.fault = undefined;
    await this.updateComplete;
    for (const field of this.querySelectorAll('t-field')) {
      field.value = '';
      field.error = undefined;
      await field.updateComplete;
    }
    this.dialog.show();
  }

  async attempt(act) {
    if (this.isBusy) return;
    this.isBusy = true;
    this.fault = undefined;
    const form = this.querySelector('form');
    showErrors(form, undefined);
    try {
      await act(form);
    } catch (error) {
      this.fault = showErrors(form, error);
    } finally {
      this.isBusy = false;
    }
  }

  submit(event) {
    event.preventDefault();
    this.attempt(() => (this.kind === 'direct' ? this.direct() : this.group()));
  }

  async direct() {
    const person = await whoHas(this.model, this.field('phone').value, 'phone');
    await this.open({ type: 'direct', member_ids: [person.user_id] });
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
    const person = await whoHas(this.model, this.field('phone').value, 'phone');
    this.add(person);
    this.field('phone').value = '';
    this.field('phone').focus();
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
    this.dialog.close();
    location.hash = `#/chat/${chat.chat_id}`;
  }

  /** Those one has chats with, who are not chosen yet. */
  get known() {
    const chosen = new Set(this.chosen.map(({ user_id }) => user_id));
    return this.model.sorted
      .map((chat) => chat.peer)
      .filter((peer) => peer && !chosen.has(peer.user_id))
      .slice(0, 8);
  }

  render() {
    const isGroup = this.kind === 'group';
    return html`<t-dialog heading=${isGroup ? 'New group' : 'New chat'}>
      <form id="new-chat" class="stack" @submit=${this.submit} novalidate>
        ${
          isGroup
            ? html`<t-field label="Name of the group" name="name" maxlength="128" required></t-field>`
            : nothing
        }
        <div class="row end-aligned">
          <t-field
            class="grow"
            label=${isGroup ? 'Add somebody by phone number' : 'Phone number'}
            name="phone"
            type="tel"
            inputmode="tel"
            autocomplete="off"
            placeholder="+46 70 123 45 67"
            hint="With the country code."
          ></t-field>
          ${
            isGroup
              ? html`<button type="button" class="button add-number" @click=${() => this.attempt(() => this.choose())}>
                  Add
                </button>`
              : nothing
          }
        </div>
        ${isGroup ? this.members() : nothing}
        <div aria-live="polite">
          ${
            this.fault
              ? html`<p class="notice bad"><t-icon name="alert"></t-icon><span>${this.fault}</span></p>`
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
                  <button type="button" class="chip-drop" aria-label="Without ${person.display_name}" @click=${() => this.drop(person)}>
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
            <p class="label">People you have chats with</p>
            <ul class="pickable">
              ${known.map(
                (person) =>
                  html`<li>
                    <button type="button" @click=${() => this.add(person)}>
                      <t-avatar size="small" name=${person.display_name}></t-avatar>
                      <span class="grow">${person.display_name}</span><t-icon name="plus"></t-icon>
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
