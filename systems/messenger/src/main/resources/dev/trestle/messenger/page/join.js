import { html, nothing } from 'lit';
import { api, idempotencyKey } from '/shared/api.js';
import { ROOT } from '/shared/session.js';
import { Part } from '/shared/trestle.js';

/** The group that an invite link is to, as far as it is known: {token, group} or {token, error}. */
export async function lookUp(token) {
  try {
    const { data } = await api(`${ROOT}/invite-links/look-up`, { body: { token } });
    return { token, group: data };
  } catch (error) {
    return { token, error };
  }
}

/** How many are in a group, in words. */
export function size({ member_count: count }) {
  return count === 1 ? '1 member' : `${count} members`;
}

/** <m-join .model=${model} .invite=${invite}>: a group that the user may join. Fires "again". */
export class Join extends Part {
  static properties = {
    model: { attribute: false },
    version: { attribute: false },
    invite: { attribute: false },
    refusal: { state: true },
    isBusy: { state: true },
  };

  willUpdate(changes) {
    if (changes.has('invite')) this.refusal = undefined;
    const id = this.invite.group?.chat_id;
    if (id && !this.isBusy && this.model.isListed && this.model.chats.has(id)) this.show(id);
  }

  /** Goes to the group, unless the user has gone elsewhere meanwhile. */
  show(id) {
    if (location.hash === `#/join/${this.invite.token}`) location.replace(`#/chat/${id}`);
  }

  async join() {
    if (this.isBusy) return;
    const { token } = this.invite;
    this.isBusy = true;
    this.refusal = undefined;
    try {
      const options = { body: { token }, idempotencyKey: idempotencyKey() };
      const { chat_id: id } = await this.model.session.one('/invite-links/join', options);
      await this.model.chat(id);
      this.model.invitations.load();
      if (token === this.invite.token) this.show(id);
    } catch (error) {
      if (token === this.invite.token) this.refusal = error.message;
    } finally {
      this.isBusy = false;
    }
  }

  render() {
    const { group, error } = this.invite;
    if (error) return this.failed(error);
    if (!group) return html`<div class="thread" aria-busy="true"></div>`;
    return html`<div class="join">
      <section class="card join-card">
        <t-avatar size="large" name=${group.chat_name}></t-avatar>
        <h1 dir="auto">${group.chat_name}</h1>
        <p class="muted">${size(group)}</p>
        <p>You were invited to this group. Its members see your name.</p>
        <div aria-live="polite">
          ${
            this.refusal
              ? html`<p class="notice bad"><t-icon name="alert"></t-icon><span>${this.refusal}</span></p>`
              : nothing
          }
        </div>
        <div class="row">
          <a class="button" href="#/">Not now</a>
          <button type="button" class="button primary" aria-busy=${this.isBusy ? 'true' : nothing} @click=${this.join}>
            Join group
          </button>
        </div>
      </section>
    </div>`;
  }

  failed(error) {
    if (error.status !== 404) {
      return html`<t-state
        kind=${error.offline ? 'offline' : 'error'}
        heading="Couldn’t open this link"
        text=${error.message}
        action="Try again"
        @action=${() => this.tell('again')}
      ></t-state>`;
    }
    return html`<t-state
      kind="locked"
      heading="This invite link doesn’t work"
      text="It may have expired or been revoked. Ask for a new one."
      action="Back to your chats"
      @action=${() => (location.hash = '#/')}
    ></t-state>`;
  }
}

customElements.define('m-join', Join);
