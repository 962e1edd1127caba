import { html, nothing } from 'lit';
import { showErrors } from '/shared/parts/field.js';
import { Part, confirm, toast } from '/shared/trestle.js';
import './blocks.js';
import { address } from './files.js';
import { notificationState, turnOff, turnOn } from './notifications.js';
import { startPush } from './push.js';

/** <m-settings .model=${model}>: profile, privacy, devices, your data. */
export class Settings extends Part {
  static properties = {
    model: { attribute: false },
    version: { attribute: false },
    sessions: { state: true },
    error: { state: true },
    busy: { state: true },
    notifications: { state: true },
    reach: { state: true },
    choices: { state: true },
    picture: { state: true },
  };

  connectedCallback() {
    super.connectedCallback();
    this.notifications = notificationState();
    if (this.notifications === 'on') this.push();
    this.read();
  }

  get session() {
    return this.model.session;
  }

  async read() {
    this.error = undefined;
    this.session
      .one('/settings')
      .then((settings) => (this.choices ??= settings)) // The user may have changed them by now.
      .catch(() => {});
    this.readPicture().catch(() => {});
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

  /** Loads the user's own picture. Of several answers the last one counts. */
  async readPicture() {
    const reading = (this.reading = {});
    const { picture_id: id } = await this.session.one('/profile');
    const picture = id ? await address(await this.session.download(`/profile/picture?v=${id}`)) : undefined;
    if (reading === this.reading) this.picture = picture;
  }

  changePicture(input) {
    const [photo] = input.files;
    input.value = '';
    if (!photo) return;
    this.attempt('picture', async () => {
      await this.model.files.putPicture(photo);
      await this.readPicture();
      toast('Saved', { kind: 'good' });
    });
  }

  removePicture() {
    this.attempt('picture', async () => {
      await this.session.call('/profile/picture', { method: 'DELETE' });
      await this.readPicture();
    });
  }

  /** Changes a setting: invitation_required or presence_shown. */
  choose(name, input) {
    this.attempt('choice', async () => {
      const body = { [name]: input.checked };
      try {
        this.choices = await this.session.one('/settings', { method: 'PATCH', body });
        toast('Saved', { kind: 'good' });
      } catch (error) {
        input.checked = !input.checked;
        throw error;
      }
    });
  }

  choice(name, words) {
    return html`<label class="switch">
      <input
        type="checkbox"
        role="switch"
        .checked=${!!this.choices?.[name]}
        ?disabled=${!this.choices || this.busy === 'choice'}
        @change=${(event) => this.choose(name, event.target)}
      />
      <span>${words}</span>
    </label>`;
  }

  /** Whether notifications also come while the page is closed. */
  async push() {
    try {
      this.reach = await startPush(this.session);
    } catch {
      this.reach = 'unreachable';
    }
  }

  /** Asks for the browser's permission, which it grants only after a click. */
  switchNotifications(input) {
    this.attempt('notifications', async () => {
      try {
        this.notifications = await (input.checked ? turnOn() : turnOff(this.session));
        if (this.notifications === 'on') await this.push();
      } finally {
        this.notifications = notificationState();
        input.checked = this.notifications === 'on';
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
            <t-avatar size="large" name=${me.display_name} src=${this.picture ?? nothing}></t-avatar>
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
          <div class="row picture-row">
            <label class="button small" aria-busy=${this.busy === 'picture' ? 'true' : nothing}>
              <t-icon name="photo"></t-icon>${this.picture ? 'Change picture' : 'Add picture'}
              <input
                type="file"
                class="unseen"
                accept="image/jpeg,image/png,image/webp"
                ?disabled=${!!this.busy}
                @change=${(event) => this.changePicture(event.target)}
              />
            </label>
            ${
              this.picture
                ? html`<button type="button" class="button quiet small" @click=${this.removePicture}>Remove picture</button>`
                : nothing
            }
            <span class="small muted">Seen by people who share a chat with you.</span>
          </div>
          <dl class="facts">
            <dt>Phone</dt>
            <dd class="number">${me.phone_number ?? '–'}</dd>
            <dt>Joined</dt>
            <dd><t-ago at=${me.created_at}></t-ago></dd>
          </dl>
        </section>
        ${this.privacyCard()} ${this.notificationCard()}
        <m-blocked .model=${this.model} .version=${this.version}></m-blocked>
        ${this.devices()}
        <section class="card">
          <div class="card-head"><h2>Your data</h2></div>
          <div class="settings-line">
            <p class="grow">
              <strong>Export your data</strong><br /><span class="small muted"
                >Profile, devices, chats, messages and the files you sent, as a JSON Lines file.</span
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

  privacyCard() {
    return html`<section class="card">
      <div class="card-head"><h2>Privacy</h2></div>
      ${this.choice('invitation_required', 'Ask me before I am added to a group')}
      ${this.choice('presence_shown', "Show when I'm online and last seen")}
      <p class="small muted">
        People you have a direct chat with see it, except those you block. If it is off, you cannot see it for others either.
      </p>
    </section>`;
  }

  notificationCard() {
    const isOn = this.notifications === 'on';
    const canChange = isOn || this.notifications === 'off';
    return html`<section class="card">
      <div class="card-head"><h2>Notifications</h2></div>
      <label class="switch">
        <input
          type="checkbox"
          role="switch"
          aria-describedby="notification-words"
          .checked=${isOn}
          ?disabled=${!canChange || this.busy === 'notifications'}
          @change=${(event) => this.switchNotifications(event.target)}
        />
        <span>Notifications on this device</span>
      </label>
      <p class="small muted" id="notification-words">${notificationWords(this.notifications, this.reach)}</p>
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

function notificationWords(state, reach) {
  if (state === 'unsupported') return 'This browser has no notifications.';
  if (state === 'blocked') return 'Blocked for this page. Allow them in your browser’s settings.';
  if (state === 'off') return 'Show new messages while you are looking at something else.';
  const quiet = 'Muted chats stay silent, except for mentions.';
  if (reach === 'closed') return `On, also while Messenger is closed. ${quiet}`;
  const open = 'On while a tab with this page is open.';
  const why = reach === 'unreachable' ? ' Your browser’s push service cannot be reached at the moment.' : '';
  return `${open}${why} ${quiet}`;
}

/** The name of a device: web.Chrome.Linux.6f1c… is Chrome on Linux. */
export function device(id) {
  const [kind, browser, system] = id.split('.');
  if (kind !== 'web' || !system) return id;
  return `${browser} on ${system}`;
}

customElements.define('m-settings', Settings);
