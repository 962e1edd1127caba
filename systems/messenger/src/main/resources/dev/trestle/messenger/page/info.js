import { html, nothing } from 'lit';
import { showErrors } from '/shared/parts/field.js';
import { Part, confirm, toast } from '/shared/trestle.js';
import { isMuted } from './model.js';
import { whoHas } from './new-chat.js';

const HOUR_MS = 3_600_000;
const RANK = { owner: 0, admin: 1, member: 2 };

/** What a chat is and who is in it: show() opens it, act(id) does what its menus offer. */
export class Info extends Part {
  static properties = {
    model: { attribute: false },
    version: { attribute: false },
    chat: {},
    isNaming: { state: true },
    isBusy: { state: true },
    fault: { state: true },
  };

  get info() {
    return this.model.chats.get(this.chat);
  }

  get isLead() {
    return this.info.chat_type === 'group' && this.info.role !== 'member';
  }

  show() {
    this.isNaming = false;
    this.fault = undefined;
    this.querySelector('t-dialog').show();
    this.model.chat(this.chat).catch(() => {});
  }

  close() {
    this.querySelector('t-dialog').close();
  }

  /** Does something and says what was refused; gives whether it was done. */
  async attempt(act, done) {
    if (this.isBusy) return false;
    this.isBusy = true;
    try {
      await act();
      if (done) toast(done, { kind: 'good' });
      return true;
    } catch (error) {
      toast(error.message, { kind: 'bad' });
      return false;
    } finally {
      this.isBusy = false;
    }
  }

  async act(id) {
    const [what, hours] = id.split('-');
    if (what === 'mute') await this.mute(Number(hours));
    else if (what === 'unmute') await this.unmute();
    else if (what === 'leave') await this.leave();
  }

  mute(hours) {
    const until = hours ? new Date(Date.now() + hours * HOUR_MS).toISOString() : undefined;
    const body = until ? { muted_until: until } : undefined;
    return this.attempt(async () => {
      const options = { method: 'POST', body };
      this.take(await this.model.session.one(`/chats/${this.chat}/mute`, options));
    });
  }

  unmute() {
    return this.attempt(async () => {
      this.take(await this.model.session.one(`/chats/${this.chat}/unmute`, { method: 'POST' }));
    });
  }

  take({ muted_until }) {
    this.info.muted_until = muted_until;
    this.model.changed();
  }

  async leave() {
    const chat = this.info;
    const isAlone = (chat.members?.length ?? 2) < 2;
    if (chat.role === 'owner' && !isAlone) {
      toast('You own this group: hand it over to somebody before you leave.');
      this.show();
      return;
    }
    const heading = `Leave ${this.model.title(chat)}?`;
    const text = 'You no longer see what was said in it.';
    if (!(await confirm({ heading, text, action: 'Leave', danger: true }))) return;
    const isDone = await this.attempt(() =>
      this.model.session.call(`/chats/${chat.chat_id}/leave`, { method: 'POST' }),
    );
    if (!isDone) return;
    this.close();
    location.hash = '#/';
    this.model.gone(chat.chat_id);
  }

  rename(event) {
    event.preventDefault();
    const form = event.target;
    const name = new FormData(form).get('name');
    this.form(form, async () => {
      const body = { name };
      const chat = await this.model.session.one(`/chats/${this.chat}`, { method: 'PATCH', body });
      this.info.name = chat.name;
      this.isNaming = false;
      this.model.changed();
    });
  }

  add(event) {
    event.preventDefault();
    const form = event.target;
    this.form(form, async () => {
      const person = await whoHas(this.model, new FormData(form).get('phone'), 'phone');
      const body = { user_ids: [person.user_id] };
      const { added } = await this.model.session.one(`/chats/${this.chat}/members`, { body });
      form.querySelector('t-field').value = '';
      toast(added.length ? `${person.display_name} is in the group` : `${person.display_name} is in it already`);
      await this.model.chat(this.chat);
    });
  }

  async form(form, act) {
    if (this.isBusy) return;
    this.isBusy = true;
    showErrors(form, undefined);
    try {
      await act();
    } catch (error) {
      const rest = showErrors(form, error);
      if (rest) toast(rest, { kind: 'bad' });
    } finally {
      this.isBusy = false;
    }
  }

  async member(id, member) {
    const path = `/chats/${this.chat}/members/${member.user_id}`;
    const name = this.model.name(member.user_id);
    const give = (role, done) =>
      this.attempt(() => this.model.session.call(path, { method: 'PATCH', body: { role } }), done);
    if (id === 'admin') await give('admin', `${name} is now an admin`);
    if (id === 'member') await give('member', `${name} is now a member`);
    if (id === 'owner') {
      const text = `${name} owns the group then, and you stay as an admin.`;
      const options = { heading: `Hand the group over to ${name}?`, text, action: 'Hand over' };
      if (await confirm(options)) await give('owner', `${name} now owns the group`);
    }
    if (id === 'remove') {
      const text = 'They no longer see what was said in it.';
      const options = { heading: `Remove ${name}?`, text, action: 'Remove', danger: true };
      if (await confirm(options)) {
        await this.attempt(() => this.model.session.call(path, { method: 'DELETE' }), `${name} is removed`);
      }
    }
    await this.model.chat(this.chat).catch(() => {});
  }

  render() {
    const chat = this.info;
    if (!chat) return nothing;
    const title = this.model.title(chat);
    const isGroup = chat.chat_type === 'group';
    return html`<t-dialog kind="side" heading=${isGroup ? 'Group' : 'About this chat'}>
      <div class="info-top">
        <t-avatar size="large" name=${title}></t-avatar>
        ${this.isNaming ? this.naming(title) : this.named(title)}
        ${isGroup ? nothing : html`<p class="muted small">Direct chat</p>`}
      </div>
      <div class="info-actions">
        ${
          isMuted(chat)
            ? html`<button type="button" class="button" @click=${this.unmute}>
                <t-icon name="bell"></t-icon>Unmute
              </button>`
            : html`<t-menu kind="plain" icon="bell-off" text="Mute" label="Mute" .items=${MUTES} @choose=${(event) => this.act(event.detail.id)}></t-menu>`
        }
        ${
          isGroup
            ? html`<button type="button" class="button" @click=${this.leave}>
                <t-icon name="logout"></t-icon>Leave
              </button>`
            : nothing
        }
      </div>
      ${isGroup ? this.members(chat) : nothing}
    </t-dialog>`;
  }

  named(title) {
    return html`<div class="row">
      <h3 class="info-name" tabindex="-1" data-first>${title}</h3>
      ${
        this.isLead
          ? html`<button type="button" class="button quiet icon small" aria-label="Rename the group" @click=${() => (this.isNaming = true)}>
              <t-icon name="edit"></t-icon>
            </button>`
          : nothing
      }
    </div>`;
  }

  naming(title) {
    return html`<form class="row end-aligned info-naming" @submit=${this.rename} novalidate>
      <t-field class="grow" label="Name of the group" name="name" maxlength="128" value=${title}></t-field>
      <button class="button primary">Save</button>
    </form>`;
  }

  members(chat) {
    const members = [...(chat.members ?? [])].sort(
      (a, b) => RANK[a.role] - RANK[b.role] || (a.display_name ?? '').localeCompare(b.display_name ?? ''),
    );
    return html`<section class="info-part">
      <h3 class="eyebrow">${members.length} member${members.length === 1 ? '' : 's'}</h3>
      <ul class="people">
        ${members.map((member) => this.person(chat, member))}
      </ul>
      ${
        this.isLead
          ? html`<form class="row end-aligned info-add" @submit=${this.add} novalidate>
              <t-field
                class="grow"
                label="Add somebody by phone number"
                name="phone"
                type="tel"
                inputmode="tel"
                autocomplete="off"
                placeholder="+46 70 123 45 67"
              ></t-field>
              <button class="button">Add</button>
            </form>`
          : nothing
      }
    </section>`;
  }

  person(chat, member) {
    const isMe = member.user_id === this.model.me.user_id;
    const name = isMe ? `${this.model.me.display_name} (you)` : this.model.name(member.user_id);
    const items = isMe ? [] : choices(chat.role, member.role);
    return html`<li>
      <t-avatar size="small" name=${isMe ? this.model.me.display_name : name}></t-avatar>
      <span class="grow cut">${name}</span>
      ${member.role === 'member' ? nothing : html`<span class="badge ${member.role === 'owner' ? 'accent' : ''}">${member.role}</span>`}
      ${
        items.length
          ? html`<t-menu label="More about ${name}" icon="more" .items=${items} @choose=${(event) => this.member(event.detail.id, member)}></t-menu>`
          : nothing
      }
    </li>`;
  }
}

/** What somebody with one role may do with somebody who has another. */
function choices(mine, theirs) {
  const items = [];
  if (mine === 'owner') {
    if (theirs === 'member') items.push({ id: 'admin', label: 'Make admin', icon: 'shield' });
    if (theirs === 'admin') items.push({ id: 'member', label: 'Make member', icon: 'user' });
    items.push({ id: 'owner', label: 'Hand the group over', icon: 'key' });
  }
  const mayRemove = mine === 'owner' || (mine === 'admin' && theirs === 'member');
  if (mayRemove) items.push({ id: 'remove', label: 'Remove', icon: 'trash', danger: true });
  return items;
}

export const MUTES = [
  { id: 'mute-1', label: 'Mute for an hour', icon: 'clock' },
  { id: 'mute-8', label: 'Mute for 8 hours', icon: 'clock' },
  { id: 'mute-0', label: 'Mute until I unmute', icon: 'bell-off' },
];

customElements.define('m-info', Info);
