import { html } from 'lit';
import { session } from '../session.js';
import { FormSection, lines, or } from './form.js';

class Settings extends FormSection {
  async fetch() {
    return (await session.callTenant('settings')).data;
  }

  async save(values) {
    const body = {
      title: values.get('title').trim(),
      message_ttl: or(values, 'message_ttl'),
      allowed_origins: lines(values, 'allowed_origins'),
      webhook: this.data.webhook ?? undefined,
      version: this.data.version,
    };
    return (await session.callTenant('settings', { method: 'PUT', body })).data;
  }

  render() {
    return html`${this.head('Settings', html`Settings for all inboxes of <strong>${session.who?.tenant}</strong>.`)}
    ${this.body()}`;
  }

  content({ title, message_ttl: ttl, allowed_origins: origins, email_from: from }) {
    return html`<form class="card stack narrow" novalidate @submit=${this.submit} aria-label="Settings">
      ${this.trouble()}
      <t-field
        label="Title"
        name="title"
        maxlength="256"
        value=${title}
        hint=${from ? `E-mails come from this name, with the address ${from}.` : 'This server sends no e-mails.'}
      ></t-field>
      <t-field
        label="Keep messages for"
        name="message_ttl"
        value=${ttl ?? ''}
        placeholder="30d"
        hint="Such as 30d, 12h, 15m or 90s; up to 730d. Inboxes and categories can override it."
      ></t-field>
      <t-field
        label="Allowed origins"
        name="allowed_origins"
        rows="4"
        class="code-field"
        value=${origins.join('\n')}
        placeholder="https://app.example.com"
        hint="Origins of pages that may show the widget, one per line. Browsers block all others."
      ></t-field>
      ${this.saver()}
    </form>`;
  }
}

customElements.define('s-settings', Settings);
