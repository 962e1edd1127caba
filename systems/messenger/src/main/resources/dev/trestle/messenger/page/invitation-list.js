import { html } from 'lit';
import { Part, toast } from '/shared/trestle.js';

/** <m-invitations .model=${model}>: invitations to groups, to accept or decline. */
export class InvitationList extends Part {
  static properties = {
    model: { attribute: false },
    version: { attribute: false },
    isBusy: { state: true },
  };

  async attempt(act) {
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      await act();
    } catch (error) {
      toast(error.message, { kind: 'bad' });
      await this.model.invitations.load();
    } finally {
      this.isBusy = false;
    }
  }

  accept(chatId) {
    this.attempt(async () => {
      await this.model.invitations.accept(chatId);
      location.hash = `#/chat/${chatId}`;
    });
  }

  decline(chatId) {
    this.attempt(async () => {
      await this.model.invitations.decline(chatId);
      toast('Declined. The group cannot invite you again for 30 days.');
    });
  }

  render() {
    return html`<div aria-live="polite">${this.model.invitations.received.map((each) => this.card(each))}</div>`;
  }

  card({ chat_id, chat_name, invited_by_name }) {
    return html`<article class="invitation">
      <t-avatar name=${chat_name}></t-avatar>
      <p class="grow">
        <strong dir="auto">${chat_name}</strong><br />
        <span class="small muted"><bdi>${invited_by_name ?? 'Someone'}</bdi> invited you to this group.</span>
      </p>
      <div class="row">
        <button
          type="button"
          class="button small"
          aria-label="Decline the invitation to ${chat_name}"
          @click=${() => this.decline(chat_id)}
        >
          Decline
        </button>
        <button
          type="button"
          class="button primary small"
          aria-label="Accept the invitation to ${chat_name}"
          @click=${() => this.accept(chat_id)}
        >
          Accept
        </button>
      </div>
    </article>`;
  }
}

customElements.define('m-invitations', InvitationList);
