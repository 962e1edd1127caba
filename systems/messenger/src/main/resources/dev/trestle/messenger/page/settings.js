import { html, nothing } from 'lit';
import { showErrors } from '/shared/parts/field.js';
import { Part, confirm, toast } from '/shared/trestle.js';
import './blocks.js';
import { notificationState, turnOff, turnOn } from './notifications.js';

/** <m-settings .model=${model}>: profile, groups, devices, your data. */
export class Settings extends Part {
  static properties = {
    model: { attribute: false },
    version: { attribute: false },
    sessions: { state: true },
    error: { state: true },
    busy: { state: true },
    notifications: { state: true },
    consent: { state: true },
  };

  connectedCallback() {
    super.connectedCallback();
    this.notifications = notificationState();
    this.read();
  }

  get session() {
    return this.model.session;
  }

  async read() {
    this.error = undefined;
    this.session
      .one('/settings')
      .then((settings) => (this.consent = settings))
      .catch(() => {});
    try {
      const { data } = await this.session.call('/sessions');
      this.sessions = data.sort((a, b) => b.is_current - a.is_current || b.created_at.localeCompare(a.created_at));
    } catch (error) {
      this.error = error;
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

  /** Chooses whether others must invite this user to a group. */
  requireInvitation(input) {
    this.attempt('consent', async () => {
      const body = { invitation_required: input.checked };
      try {
        this.consent = await this.session.one('/settings', { method: 'PATCH', body });
        toast('Saved', { kind: 'good' });
      } catch (error) {
        input.checked = !input.checked;
        throw error;
      }
    });
  }

  async revoke(session) {
    const name = device(session.device_id);
    const text = 'It is signed out immediately.';
    if (!(await confirm({ heading: `Sign out ${name}?`, text, action: 'Sign out', danger: true }))) return;
    this.attempt('device', async () => {
      await this.session.call(`/sessions/${session.session_id}`, { method: 'DELETE' });
      this.sessions = this.sessions.filter((each) => each !== session);
      toast(`${name} has been signed out`, { kind: 'good' });
    });
  }

  async revokeOthers() {
    const text = 'This device stays signed in.';
    const options = { heading: 'Sign out all other devices?', text, action: 'Sign out', danger: true };
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
      link.download = 'account.ndjson';
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    });
  }

  async deleteAccount() {
    const text =
      'Your profile, devices and memberships are deleted permanently. Your messages stay, from “deleted user”. Groups you own pass to another member.';
    const options = { heading: 'Delete your account?', text, action: 'Delete account', danger: true };
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
            <dt>Joined</dt>
            <dd><t-ago at=${me.created_at}></t-ago></dd>
          </dl>
        </section>
        ${this.groupCard()} ${this.notificationCard()}
        <m-blocked .model=${this.model} .version=${this.version}></m-blocked>
        ${this.devices()}
        <section class="card">
          <div class="card-head"><h2>Your data</h2></div>
          <div class="settings-line">
            <p class="grow">
              <strong>Export your data</strong><br /><span class="small muted"
                >Profile, devices, chats and messages, in one file of JSON lines.</span
              >
            </p>
            <button type="button" class="button" aria-busy=${this.busy === 'export' ? 'true' : nothing} @click=${this.download}>
              <t-icon name="download"></t-icon>Export
            </button>
          </div>
          <div class="settings-line">
            <p class="grow">
              <strong>Delete account</strong><br /><span class="small muted"
                >This cannot be undone.</span
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

  groupCard() {
    return html`<section class="card">
      <div class="card-head"><h2>Groups</h2></div>
      <label class="switch">
        <input
          type="checkbox"
          role="switch"
          .checked=${!!this.consent?.invitation_required}
          ?disabled=${!this.consent || this.busy === 'consent'}
          @change=${(event) => this.requireInvitation(event.target)}
        />
        <span>Ask me before I am added to a group</span>
      </label>
    </section>`;
  }

  notificationCard() {
    const words = {
      unsupported: 'This browser has no notifications.',
      blocked: 'Blocked for this page. Allow them in your browser’s settings.',
      on: 'On for this browser, while a tab with this page is open. Muted chats stay silent, except for mentions.',
      off: 'Show new messages while you are looking at something else.',
    }[this.notifications];
    const isOn = this.notifications === 'on';
    const change = async () => (this.notifications = await (isOn ? turnOff() : turnOn()));
    return html`<section class="card">
      <div class="card-head"><h2>Notifications</h2></div>
      <div class="settings-line">
        <p class="grow small muted">${words}</p>
        ${
          isOn || this.notifications === 'off'
            ? html`<button type="button" class="button" @click=${change}>${isOn ? 'Turn off' : 'Turn on'}</button>`
            : nothing
        }
      </div>
    </section>`;
  }

  devices() {
    return html`<section class="card flush">
      <div class="card-head">
        <h2>Devices</h2>
        ${
          this.sessions?.length > 1
            ? html`<button type="button" class="button quiet small" @click=${this.revokeOthers}>Sign out all others</button>`
            : nothing
        }
      </div>
      ${
        this.error
          ? html`<t-state kind="error" heading="Couldn’t load your devices" text=${this.error.message} action="Try again" @action=${this.read}></t-state>`
          : nothing
      }
      ${this.sessions || this.error ? nothing : html`<p class="devices-skeleton"><span class="skeleton"></span></p>`}
      <ul class="list">
        ${(this.sessions ?? []).map(
          (session) =>
            html`<li class="plain device">
              <t-icon name=${session.device_id.startsWith('web') ? 'system' : 'device'}></t-icon>
              <span class="grow">
                <span class="row">${device(session.device_id)} ${session.is_current ? html`<span class="badge good">this device</span>` : nothing}</span>
                <span class="small muted">Signed in <t-ago at=${session.created_at}></t-ago></span>
              </span>
              ${
                session.is_current
                  ? nothing
                  : html`<button type="button" class="button small" aria-label="Sign out ${device(session.device_id)}" @click=${() => this.revoke(session)}>
                      Sign out
                    </button>`
              }
            </li>`,
        )}
      </ul>
    </section>`;
  }
}

/** The name of a device: web.Chrome.Linux.6f1c… is Chrome on Linux. */
export function device(id) {
  const [kind, browser, system] = id.split('.');
  if (kind !== 'web' || !system) return id;
  return `${browser} on ${system}`;
}

customElements.define('m-settings', Settings);
