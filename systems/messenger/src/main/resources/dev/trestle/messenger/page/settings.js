import { html, nothing } from 'lit';
import { showErrors } from '/shared/parts/field.js';
import { Part, confirm, toast } from '/shared/trestle.js';

/** <m-settings .model=${model}>: profile, devices, one's own data. */
export class Settings extends Part {
  static properties = {
    model: { attribute: false },
    sessions: { state: true },
    fault: { state: true },
    busy: { state: true },
  };

  connectedCallback() {
    super.connectedCallback();
    this.read();
  }

  get session() {
    return this.model.session;
  }

  async read() {
    this.fault = undefined;
    try {
      const { data } = await this.session.call('/sessions');
      this.sessions = data.sort((a, b) => b.is_current - a.is_current || b.created_at.localeCompare(a.created_at));
    } catch (fault) {
      this.fault = fault;
    }
  }

  async attempt(name, act) {
    if (this.busy) return;
    this.busy = name;
    try {
      await act();
    } catch (error) {
      toast(error.message, { kind: 'bad' });
    } finally {
      this.busy = undefined;
    }
  }

  async rename(event) {
    event.preventDefault();
    const form = event.target;
    showErrors(form, undefined);
    this.attempt('name', async () => {
      const body = { display_name: new FormData(form).get('display_name') };
      try {
        this.model.me = await this.session.one('/users/me', { method: 'PATCH', body });
        this.model.changed();
        toast('Saved', { kind: 'good' });
      } catch (error) {
        const rest = showErrors(form, error);
        if (rest) throw error;
      }
    });
  }

  async revoke(session) {
    const name = device(session.device_id);
    const text = 'It is logged out at once, wherever it is.';
    if (!(await confirm({ heading: `Log out ${name}?`, text, action: 'Log out', danger: true }))) return;
    this.attempt('device', async () => {
      await this.session.call(`/sessions/${session.session_id}`, { method: 'DELETE' });
      this.sessions = this.sessions.filter((each) => each !== session);
      toast(`${name} is logged out`, { kind: 'good' });
    });
  }

  async revokeOthers() {
    const text = 'This device stays logged in.';
    const options = { heading: 'Log out all other devices?', text, action: 'Log out', danger: true };
    if (!(await confirm(options))) return;
    this.attempt('device', async () => {
      await this.session.call('/sessions?include_current=false', { method: 'DELETE' });
      await this.read();
    });
  }

  download() {
    this.attempt('export', async () => {
      const blob = await this.session.download('/users/me/export');
      const link = document.createElement('a');
      link.href = URL.createObjectURL(blob);
      link.download = 'messenger.ndjson';
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    });
  }

  async deleteAccount() {
    const text =
      'Your profile, devices and memberships are removed for good. What you wrote stays, from “deleted user”. Groups you own pass on to somebody in them.';
    const options = { heading: 'Delete your account?', text, action: 'Delete for good', danger: true };
    if (!(await confirm(options))) return;
    this.attempt('delete', async () => {
      await this.session.close();
    });
  }

  render() {
    const { me } = this.model;
    return html`<div class="settings">
      <header class="thread-head">
        <a class="button quiet icon back" href="#/" aria-label="Back to chats"><t-icon name="arrow-left"></t-icon></a>
        <h1 class="grow settings-title">Profile and devices</h1>
        <a class="button quiet icon wide-only" href="#/" aria-label="Close"><t-icon name="close"></t-icon></a>
      </header>
      <div class="settings-body" tabindex="0" role="region" aria-label="Profile and devices">
        <section class="card">
          <div class="card-head"><h2>Profile</h2></div>
          <div class="row profile">
            <t-avatar size="large" name=${me.display_name}></t-avatar>
            <form class="row end-aligned grow" @submit=${this.rename} novalidate>
              <t-field
                class="grow"
                label="Name"
                name="display_name"
                autocomplete="name"
                maxlength="64"
                value=${me.display_name}
              ></t-field>
              <button class="button" aria-busy=${this.busy === 'name' ? 'true' : nothing}>Save</button>
            </form>
          </div>
          <dl class="facts">
            <dt>Phone</dt>
            <dd class="number">${me.phone_number ?? '–'}</dd>
            <dt>Here since</dt>
            <dd><t-ago at=${me.created_at}></t-ago></dd>
          </dl>
        </section>
        ${this.devices()}
        <section class="card">
          <div class="card-head"><h2>Your data</h2></div>
          <div class="settings-line">
            <p class="grow">
              <strong>Take it along</strong><br /><span class="small muted"
                >Profile, devices, chats and messages as one file of JSON lines.</span
              >
            </p>
            <button type="button" class="button" aria-busy=${this.busy === 'export' ? 'true' : nothing} @click=${this.download}>
              <t-icon name="download"></t-icon>Export
            </button>
          </div>
          <div class="settings-line">
            <p class="grow">
              <strong>Leave for good</strong><br /><span class="small muted"
                >Deletes your account. This cannot be taken back.</span
              >
            </p>
            <button type="button" class="button danger" aria-busy=${this.busy === 'delete' ? 'true' : nothing} @click=${this.deleteAccount}>
              Delete account
            </button>
          </div>
        </section>
      </div>
    </div>`;
  }

  devices() {
    return html`<section class="card flush">
      <div class="card-head">
        <h2>Devices</h2>
        ${
          this.sessions?.length > 1
            ? html`<button type="button" class="button quiet small" @click=${this.revokeOthers}>Log out all others</button>`
            : nothing
        }
      </div>
      ${
        this.fault
          ? html`<t-state kind="error" heading="Devices could not be read" text=${this.fault.message} action="Try again" @action=${this.read}></t-state>`
          : nothing
      }
      ${this.sessions || this.fault ? nothing : html`<p class="devices-skeleton"><span class="skeleton"></span></p>`}
      <ul class="list">
        ${(this.sessions ?? []).map(
          (session) =>
            html`<li class="plain device">
              <t-icon name=${session.device_id.startsWith('web') ? 'system' : 'device'}></t-icon>
              <span class="grow">
                <span class="row">${device(session.device_id)} ${session.is_current ? html`<span class="badge good">this device</span>` : nothing}</span>
                <span class="small muted">Logged in <t-ago at=${session.created_at}></t-ago></span>
              </span>
              ${
                session.is_current
                  ? nothing
                  : html`<button type="button" class="button small" aria-label="Log out ${device(session.device_id)}" @click=${() => this.revoke(session)}>
                      Log out
                    </button>`
              }
            </li>`,
        )}
      </ul>
    </section>`;
  }
}

/** web.Chrome.Linux.6f1c… as people say it; other devices are called what they call themselves. */
export function device(id) {
  const [kind, browser, system] = id.split('.');
  if (kind !== 'web' || !system) return id;
  return `${browser} on ${system}`;
}

customElements.define('m-settings', Settings);
