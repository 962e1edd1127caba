import { html, nothing } from 'lit';
import { demo } from '/shared/demo.js';
import { SignIn } from '/shared/trestle.js';
import { session } from '../session.js';

class StakSignIn extends SignIn {
  icon = 'inbox';
  heading = 'Sign in to Stak';
  lead = "Send messages to your users' inboxes, watch them arrive, and redact them if something went wrong.";

  get notice() {
    return session.reason;
  }

  enter(who) {
    return session.open(who);
  }

  errorsOf(error) {
    if (error.status === 401) return { key: 'This key is not valid for this tenant.' };
    if (error.status === 404) return { inbox: 'This tenant has no such inbox. Every tenant has DEFAULT.' };
    const name = error.fields?.['X-Admin-Id'];
    return name ? { admin: name } : {};
  }

  /** In a demo: sign in as the administrator of its tenant. */
  offer() {
    const { stak } = demo;
    if (!stak) return nothing;
    return html`<div class="stack tight offer">
      <button
        type="button"
        class="button primary full"
        aria-busy=${this.busy ? 'true' : 'false'}
        @click=${() => this.attempt({ ...stak.admin })}
      >
        Continue as ${stak.admin.admin} of ${stak.admin.tenant}
      </button>
      <p class="small muted">
        This server runs a demo. Its users are ${stak.users[0]} to ${stak.users.at(-1)}. Or sign in to another tenant:
      </p>
    </div>`;
  }

  points() {
    return html`<li><t-icon name="send"></t-icon>To some users, or to everyone at once</li>
      <li><t-icon name="checks"></t-icon>Exact unread counts on every device</li>
      <li><t-icon name="bell"></t-icon><span>A bell on your own pages, <a href="widget.html">with one script tag</a></span></li>`;
  }

  fields() {
    const { tenant, inbox, admin } = session.names;
    return html`<div class="pair">
        <t-field label="Tenant" name="tenant" value=${tenant} autocomplete="organization" required></t-field>
        <t-field label="Inbox" name="inbox" value=${inbox} autocomplete="off" required></t-field>
      </div>
      <t-field
        label="Admin key"
        name="key"
        type="password"
        autocomplete="off"
        hint="Stored in this tab only, until you sign out or close it."
        required
      ></t-field>
      <t-field
        label="Your name"
        name="admin"
        value=${admin}
        autocomplete="username"
        hint="Shown as the sender of your messages."
        required
      ></t-field>`;
  }
}

customElements.define('s-sign-in', StakSignIn);
