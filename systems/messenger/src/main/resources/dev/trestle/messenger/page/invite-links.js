import { html, nothing } from 'lit';
import { showErrors } from '/shared/parts/field.js';
import { Part, toast } from '/shared/trestle.js';

const VALID_FOR = [
  ['hour', 'One hour'],
  ['day', 'One day'],
  ['week', 'One week'],
  ['month', '30 days'],
];

const USES = [
  ['', 'Anyone'],
  ['1', 'One person'],
  ['10', '10 people'],
  ['100', '100 people'],
];

/** The address that people open to join. The token is behind the #, so it is in no server's log. */
export function addressOf(token) {
  return `${location.origin}${location.pathname}#/join/${token}`;
}

/** <m-invite-links .model=${model} chat="chat_…">: the live links of a group, for its owner and admins. */
export class InviteLinks extends Part {
  static properties = {
    model: { attribute: false },
    chat: {},
    links: { state: true },
    made: { state: true },
    isAsking: { state: true },
    isBusy: { state: true },
  };

  willUpdate(changes) {
    if (!changes.has('chat')) return;
    this.links = this.made = undefined;
    this.isAsking = false;
  }

  /** The links as they are now, without the address of one that was made before. */
  open() {
    this.made = undefined;
    this.isAsking = false;
    this.load();
  }

  get path() {
    return `/chats/${this.chat}/invite-links`;
  }

  /** Loads the links. An answer that comes after a later question is dropped. */
  async load() {
    const load = (this.loading = {});
    const page = await this.model.session.call(this.path).catch(() => undefined);
    if (page && load === this.loading) this.links = page.data;
  }

  async attempt(act) {
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      await act();
    } catch (error) {
      toast(error.message, { kind: 'bad' });
    } finally {
      this.isBusy = false;
    }
  }

  make(event) {
    event.preventDefault();
    const form = event.target;
    const { chat } = this;
    const values = new FormData(form);
    const body = { valid_for: values.get('valid_for'), max_uses: Number(values.get('max_uses')) || undefined };
    showErrors(form, undefined);
    this.attempt(async () => {
      const made = await this.model.session.one(this.path, { body });
      if (chat !== this.chat) return;
      this.made = made;
      this.isAsking = false;
      await this.load();
    });
  }

  revoke(link) {
    const { chat } = this;
    this.attempt(async () => {
      await this.model.session.call(`${this.path}/${link.link_id}`, { method: 'DELETE' });
      toast('The link no longer works', { kind: 'good' });
      if (chat !== this.chat) return;
      if (this.made?.link_id === link.link_id) this.made = undefined;
      await this.load();
    });
  }

  async copy() {
    const field = this.querySelector('.invite-address');
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      toast('Copied', { kind: 'good' });
    } catch {
      // Not allowed: the address is selected, to be copied by hand.
    }
  }

  render() {
    const links = this.links ?? [];
    return html`<section class="info-part">
      <h3 class="eyebrow">Invite links</h3>
      ${this.made ? this.address() : nothing}
      <ul class="people">
        ${links.map((link) => this.line(link))}
      </ul>
      ${
        this.isAsking
          ? this.form()
          : html`<button type="button" class="button info-add" @click=${() => (this.isAsking = true)}>
              <t-icon name="link"></t-icon>Create invite link
            </button>`
      }
    </section>`;
  }

  address() {
    return html`<div class="notice good invite-made" role="status">
      <div class="grow stack tight">
        <p>Whoever has this link can join. Copy it now: it is not shown again.</p>
        <div class="row">
          <input class="input grow invite-address" readonly aria-label="Invite link" .value=${addressOf(this.made.token)} />
          <button type="button" class="button" @click=${this.copy}><t-icon name="copy"></t-icon>Copy</button>
        </div>
      </div>
    </div>`;
  }

  line(link) {
    const uses = link.max_uses ? `${link.uses} of ${link.max_uses} joined` : `${link.uses} joined`;
    return html`<li>
      <t-icon name="link"></t-icon>
      <span class="grow">
        <span>Expires <t-ago at=${link.expires_at}></t-ago></span><br />
        <span class="small muted" dir="auto">${uses}, made by ${this.maker(link)}</span>
      </span>
      <button
        type="button"
        class="button quiet small"
        aria-label="Revoke the link of ${this.maker(link)}, ${uses}"
        @click=${() => this.revoke(link)}
      >
        Revoke
      </button>
    </li>`;
  }

  maker({ created_by, created_by_name }) {
    return created_by === this.model.me.user_id ? 'you' : (created_by_name ?? 'someone');
  }

  form() {
    return html`<form class="stack info-add" @submit=${this.make} novalidate>
      <div class="row">
        <t-field class="grow" label="Valid for" name="valid_for" value="week" .options=${VALID_FOR}></t-field>
        <t-field class="grow" label="Who can join" name="max_uses" .options=${USES}></t-field>
      </div>
      <div class="row">
        <button class="button primary" aria-busy=${this.isBusy ? 'true' : nothing}>Create</button>
        <button type="button" class="button quiet" @click=${() => (this.isAsking = false)}>Cancel</button>
      </div>
    </form>`;
  }
}

customElements.define('m-invite-links', InviteLinks);
