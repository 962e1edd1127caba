import { html, nothing } from 'lit';
import { showErrors } from '/shared/parts/field.js';
import { Part, confirm, toast } from '/shared/trestle.js';
import { block, safetyItems, unblock } from './blocks.js';
import './invite-links.js';
import { isArchived, isMuted, isPinned } from './place.js';
import { findByPhone, takeNumber } from './new-chat.js';
import { known, loadKnown, openDirect } from './known-users.js';
import { chatFace, face } from './profile-photos.js';
import { report } from './report.js';

const HOUR_MS = 3_600_000;
const RANK = { owner: 0, admin: 1, member: 2 };

/** The details and members of a chat: show() opens them, act(id) runs a menu's action. */
export class Info extends Part {
  static properties = {
    model: { attribute: false },
    version: { attribute: false },
    chat: {},
    isNaming: { state: true },
    isBusy: { state: true },
    error: { state: true },
  };

  get info() {
    return this.model.chats.get(this.chat);
  }

  get isLead() {
    return this.info.chat_type === 'group' && this.info.role !== 'member';
  }

  show() {
    this.isNaming = false;
    this.error = undefined;
    this.querySelector('t-dialog').show();
    this.model.chat(this.chat).catch(() => {});
    if (this.info.chat_type === 'group') this.model.invitations.loadSent(this.chat);
    this.querySelector('m-invite-links')?.open();
    if (this.isLead) loadKnown(this.model).then(() => this.requestUpdate());
  }

  close() {
    // Its chat may be gone, and with it the dialog.
    this.querySelector('t-dialog')?.close();
  }

  /** Runs an action and shows its error; returns whether it succeeded. */
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
    else if (what === 'place') await this.move(hours);
    else if (what === 'leave') await this.leave();
  }

  mute(hours) {
    const until = hours ? new Date(Date.now() + hours * HOUR_MS).toISOString() : undefined;
    const body = until ? { muted_until: until } : undefined;
    const { chat } = this;
    return this.attempt(async () => {
      const options = { method: 'POST', body };
      const { muted_until } = await this.model.session.one(`/chats/${chat}/mute`, options);
      this.model.update(chat, { muted_until });
    });
  }

  unmute() {
    const { chat } = this;
    return this.attempt(async () => {
      const { muted_until } = await this.model.session.one(`/chats/${chat}/unmute`, { method: 'POST' });
      this.model.update(chat, { muted_until });
    });
  }

  /** Moves the chat in the user's list: listed, pinned or archived. */
  move(place) {
    const done = { listed: 'Back in the list', pinned: 'Pinned', archived: 'Archived' }[place];
    const { chat } = this;
    return this.attempt(async () => {
      const options = { method: 'POST', body: { place } };
      const taken = await this.model.session.one(`/chats/${chat}/place`, options);
      this.model.update(chat, { place: taken.place });
    }, done);
  }

  async leave() {
    const chat = this.info;
    const isAlone = (chat.members?.length ?? 2) < 2;
    if (chat.role === 'owner' && !isAlone) {
      toast('You own this group. Make someone else the owner before you leave.');
      this.show();
      return;
    }
    const heading = `Leave ${this.model.title(chat)}?`;
    const text = 'You will no longer see its messages.';
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
    const { chat } = this;
    const reached = () => this.model.chats.get(chat)?.last_sequence;
    const before = reached();
    this.form(form, async () => {
      const renamed = await this.model.session.one(`/chats/${chat}`, { method: 'PATCH', body: { name } });
      this.isNaming = false;
      // Entries that came meanwhile may tell of a later name.
      if (reached() === before) this.model.update(chat, { name: renamed.name });
    });
  }

  add(event) {
    event.preventDefault();
    const form = event.target;
    const field = form.querySelector('t-field');
    this.form(form, () => takeNumber(field, async (number) => this.join(await findByPhone(this.model, number, 'phone'))));
  }

  async join(person) {
    const body = { user_ids: [person.user_id] };
    const { chat } = this;
    const { added, invited } = await this.model.session.one(`/chats/${chat}/members`, { body });
    const { members } = await this.model.chat(chat);
    await this.model.invitations.loadSent(chat);
    const name = person.display_name;
    if (added.length) toast(`${name} was added`);
    else if (invited.length) toast(`${name} was invited`);
    else if (members.some(({ user_id }) => user_id === person.user_id)) toast(`${name} is already a member`);
    else toast(`${name} cannot be added to this group`);
  }

  withdraw({ user_id }) {
    return this.attempt(() => this.model.invitations.withdraw(this.chat, user_id), 'Invitation withdrawn');
  }

  /** Goes to the direct chat with a member. */
  message(member) {
    return this.attempt(async () => {
      const chat = await openDirect(this.model, member.user_id);
      this.close();
      location.hash = `#/chat/${chat}`;
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
    if (id === 'message') {
      await this.message(member);
      return;
    }
    if (await this.keepAway(id, member.user_id)) return;
    const path = `/chats/${this.chat}/members/${member.user_id}`;
    const name = this.model.name(member.user_id);
    const give = (role, done) =>
      this.attempt(() => this.model.session.call(path, { method: 'PATCH', body: { role } }), done);
    if (id === 'admin') await give('admin', `${name} is now an admin`);
    if (id === 'member') await give('member', `${name} is now a member`);
    if (id === 'owner') {
      const text = `You will be an admin.`;
      const options = { heading: `Make ${name} the owner?`, text, action: 'Make owner' };
      if (await confirm(options)) await give('owner', `${name} now owns the group`);
    }
    if (id === 'remove') {
      const text = 'They will no longer see its messages.';
      const options = { heading: `Remove ${name}?`, text, action: 'Remove', danger: true };
      if (await confirm(options)) {
        await this.attempt(() => this.model.session.call(path, { method: 'DELETE' }), `${name} was removed`);
      }
    }
    await this.model.chat(this.chat).catch(() => {});
  }

  /** Blocks, unblocks or reports someone; returns whether this was asked for. */
  async keepAway(id, userId) {
    if (id === 'block') await block(this.model, userId);
    else if (id === 'unblock') await unblock(this.model, userId);
    else if (id === 'report') report(this.model, { user_id: userId }, `Report ${this.model.name(userId)}`);
    else return false;
    return true;
  }

  render() {
    const chat = this.info;
    if (!chat) return nothing;
    const title = this.model.title(chat);
    const isGroup = chat.chat_type === 'group';
    return html`<t-dialog kind="side" heading=${isGroup ? 'Group' : 'About this chat'}>
      <div class="info-top">
        ${chatFace(this.model, chat, 'large')}
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
            : this.safety(chat)
        }
      </div>
      ${isGroup ? this.members(chat) : nothing}
    </t-dialog>`;
  }

  safety({ peer }) {
    if (!peer) return nothing;
    return safetyItems(this.model, peer.user_id).map(
      ({ id, label, icon }) =>
        html`<button type="button" class="button" @click=${() => this.keepAway(id, peer.user_id)}>
          <t-icon name=${icon}></t-icon>${label}
        </button>`,
    );
  }

  named(title) {
    return html`<div class="row">
      <h3 class="info-name" tabindex="-1" data-first dir="auto">${title}</h3>
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
      <t-field class="grow" label="Group name" name="name" maxlength="128" value=${title}></t-field>
      <button class="button primary">Save</button>
    </form>`;
  }

  members(chat) {
    const members = [...(chat.members ?? [])].sort(
      (a, b) => RANK[a.role] - RANK[b.role] || (a.display_name ?? '').localeCompare(b.display_name ?? ''),
    );
    const present = new Set(members.map(({ user_id }) => user_id));
    const invited = this.model.invitations.sent(chat.chat_id).filter(({ user_id }) => !present.has(user_id));
    return html`<section class="info-part">
      <h3 class="eyebrow">${members.length} member${members.length === 1 ? '' : 's'}</h3>
      <ul class="people">
        ${members.map((member) => this.person(chat, member))} ${invited.map((each) => this.invited(each))}
      </ul>
      ${
        this.isLead
          ? html`<form class="row end-aligned info-add" @submit=${this.add} novalidate>
              <t-field
                class="grow"
                label="Add someone by phone number"
                name="phone"
                type="tel"
                inputmode="tel"
                autocomplete="off"
                placeholder="+46 70 123 45 67"
              ></t-field>
              <button class="button">Add</button>
            </form>
            ${this.others([...members, ...invited])}`
          : nothing
      }
    </section>
    ${this.isLead ? html`<m-invite-links .model=${this.model} chat=${chat.chat_id}></m-invite-links>` : nothing}`;
  }

  invited(invitation) {
    const name = this.model.name(invitation.user_id);
    return html`<li>
      <t-avatar size="small" name=${name}></t-avatar>
      <span class="grow cut" dir="auto">${name}</span>
      <span class="badge">invited</span>
      ${
        this.isLead
          ? html`<button
              type="button"
              class="button quiet small"
              aria-label="Withdraw the invitation of ${name}"
              @click=${() => this.withdraw(invitation)}
            >
              Withdraw
            </button>`
          : nothing
      }
    </li>`;
  }

  /** People to add: those the user shares another chat with. */
  others(present) {
    const here = new Set(present.map(({ user_id }) => user_id));
    const people = known(this.model).filter(({ user_id }) => !here.has(user_id));
    if (people.length === 0) return nothing;
    return html`<p class="label info-add">People you share a chat with</p>
      <ul class="pickable">
        ${people.map(
          (person) =>
            html`<li>
              <button type="button" aria-label="Add ${person.display_name}" @click=${() => this.attempt(() => this.join(person))}>
                ${face(this.model, person.user_id, person.display_name, 'small')}
                <span class="grow cut" dir="auto">${person.display_name}</span><t-icon name="plus"></t-icon>
              </button>
            </li>`,
        )}
      </ul>`;
  }

  person(chat, member) {
    const isMe = member.user_id === this.model.me.user_id;
    const name = isMe ? `${this.model.me.display_name} (you)` : this.model.name(member.user_id);
    const items = isMe ? [] : [...choices(chat.role, member.role), ...safetyItems(this.model, member.user_id)];
    return html`<li>
      ${face(this.model, member.user_id, isMe ? this.model.me.display_name : name, 'small')}
      <span class="grow cut" dir="auto">${name}</span>
      ${member.role === 'member' ? nothing : html`<span class="badge ${member.role === 'owner' ? 'accent' : ''}">${member.role}</span>`}
      ${
        items.length
          ? html`<t-menu label="Options for ${name}" icon="more" .items=${items} @choose=${(event) => this.member(event.detail.id, member)}></t-menu>`
          : nothing
      }
    </li>`;
  }
}

/** What a member with one role may do with a member who has another. */
function choices(mine, theirs) {
  const items = [{ id: 'message', label: 'Message', icon: 'chat' }];
  if (mine === 'owner') {
    if (theirs === 'member') items.push({ id: 'admin', label: 'Make admin', icon: 'shield' });
    if (theirs === 'admin') items.push({ id: 'member', label: 'Make member', icon: 'user' });
    items.push({ id: 'owner', label: 'Make owner', icon: 'key' });
  }
  const mayRemove = mine === 'owner' || (mine === 'admin' && theirs === 'member');
  if (mayRemove) items.push({ id: 'remove', label: 'Remove', icon: 'trash', danger: true });
  return items;
}

/** Where the list may show a chat besides the place it has. */
export function places(chat) {
  const pin = { id: 'place-pinned', label: 'Pin', icon: 'pin' };
  const archive = { id: 'place-archived', label: 'Archive', icon: 'archive' };
  if (isPinned(chat)) return [{ id: 'place-listed', label: 'Unpin', icon: 'pin' }, archive];
  if (isArchived(chat)) return [pin, { id: 'place-listed', label: 'Unarchive', icon: 'archive' }];
  return [pin, archive];
}

export const MUTES = [
  { id: 'mute-1', label: 'Mute for an hour', icon: 'clock' },
  { id: 'mute-8', label: 'Mute for 8 hours', icon: 'clock' },
  { id: 'mute-0', label: 'Mute until I unmute it', icon: 'bell-off' },
];

customElements.define('m-info', Info);
