import { html, nothing } from 'lit';
import { Part } from '/shared/trestle.js';
import { showErrors } from '/shared/parts/field.js';
import { session } from '../session.js';

class SignIn extends Part {
  static properties = { fault: { state: true }, busy: { state: true } };

  async submit(event) {
    event.preventDefault();
    const form = event.target;
    const who = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, value.trim()]));
    const missing = Object.fromEntries(
      Object.entries(who).filter(([, value]) => !value).map(([name]) => [name, 'Please fill this in.']),
    );
    this.fault = undefined;
    if (Object.keys(missing).length) {
      showErrors(form, { fields: missing });
      return;
    }
    showErrors(form, { fields: {} });
    this.busy = true;
    try {
      await session.open(who);
    } catch (error) {
      if (error.status === 401) {
        showErrors(form, { fields: { key: 'This key does not open this tenant.' } });
      } else if (error.fields['X-Admin-Id']) {
        showErrors(form, { fields: { admin: error.fields['X-Admin-Id'] } });
      } else {
        this.fault = error.message;
      }
    } finally {
      this.busy = false;
    }
  }

  render() {
    const { tenant, inbox, admin } = session.names;
    return html`<div class="sign-in">
      <div class="stack">
        <span class="sign-in-icon"><t-icon name="inbox"></t-icon></span>
        <h1>Sign in to Stak</h1>
        <p class="lead">
          Send messages to the inboxes of your users, watch them arrive, and take them back when they were wrong.
        </p>
        <ul class="points">
          <li><t-icon name="send"></t-icon>To some users, or to everyone at once</li>
          <li><t-icon name="checks"></t-icon>Counts that are exact, on every device</li>
          <li><t-icon name="bell"></t-icon><span>A bell for your own pages, <a href="widget.html">with one script tag</a></span></li>
        </ul>
      </div>
      <form class="card stack" novalidate @submit=${this.submit} aria-label="Sign in">
        ${
          session.reason || this.fault
            ? html`<p class="notice bad" role="alert">
                <t-icon name="alert"></t-icon>${this.fault ?? session.reason}
              </p>`
            : nothing
        }
        <div class="pair">
          <t-field label="Tenant" name="tenant" value=${tenant} autocomplete="organization" required></t-field>
          <t-field label="Inbox" name="inbox" value=${inbox} autocomplete="off" required></t-field>
        </div>
        <t-field
          label="Admin key"
          name="key"
          type="password"
          autocomplete="off"
          hint="Kept in this tab until you sign out or close it."
          required
        ></t-field>
        <t-field
          label="Your name"
          name="admin"
          value=${admin}
          autocomplete="username"
          hint="Shown as the sender of what you post."
          required
        ></t-field>
        <button class="button primary full" aria-busy=${this.busy ? 'true' : 'false'} ?disabled=${this.busy}>
          Sign in
        </button>
      </form>
    </div>`;
  }
}

customElements.define('s-sign-in', SignIn);
