import { html } from 'lit';
import { confirm, toast } from '/shared/trestle.js';
import { session } from '../session.js';
import { FormSection, or } from './form.js';

const EVENTS = [
  ['message.delivered', 'Messages were delivered'],
  ['message.read', 'A user read messages'],
];

class WebhookPage extends FormSection {
  static properties = { ...FormSection.properties, isShown: { state: true } };

  async fetch() {
    const [settings, webhook] = await Promise.all([session.callTenant('settings'), session.callTenant('webhook')]);
    return { settings: settings.data, ...webhook.data };
  }

  check(values) {
    if (or(values, 'url') && values.getAll('events').length === 0) {
      return { url: 'Choose at least one event.' };
    }
    return {};
  }

  named(field) {
    return field.startsWith('webhook') ? 'url' : field;
  }

  async save(values) {
    const { settings } = this.data;
    const url = or(values, 'url');
    const body = {
      title: settings.title,
      message_ttl: settings.message_ttl ?? undefined,
      allowed_origins: settings.allowed_origins,
      webhook: url ? { url, events: values.getAll('events') } : undefined,
      version: settings.version,
    };
    await session.callTenant('settings', { method: 'PUT', body });
    return this.fetch();
  }

  async rotate() {
    const sure = await confirm({
      heading: 'Rotate the signing key?',
      text: 'Requests will be signed with a new key, and also with the current one until the next rotation.',
      action: 'Rotate',
    });
    if (!sure) return;
    try {
      await session.callTenant('webhook/rotate', { method: 'POST', body: {} });
      toast('Signing key rotated.', { kind: 'good' });
    } catch (fault) {
      toast(fault.message, { kind: 'bad' });
    }
    await this.load();
  }

  render() {
    return html`${this.head('Webhook', 'Sends events to your server, signed and retried until it accepts them.')}
    ${this.body()}`;
  }

  content({ settings, signing_key: key, key_number: number, events }) {
    const hook = settings.webhook;
    return html`<div class="stack">
      <div class="two even">
        <form class="card stack" novalidate @submit=${this.submit} aria-label="Webhook">
          ${this.trouble()}
          <t-field
            label="URL"
            name="url"
            type="url"
            value=${hook?.url ?? ''}
            placeholder="https://example.com/stak"
            hint="Leave empty to send no events."
          ></t-field>
          <fieldset class="plain-set">
            <legend class="label">Events</legend>
            ${EVENTS.map(
              ([name, words]) => html`<label class="check">
                <input type="checkbox" name="events" value=${name} ?checked=${!hook || hook.events.includes(name)} />
                ${words}
              </label>`,
            )}
          </fieldset>
          ${this.saver()}
        </form>
        <section class="card stack" aria-labelledby="signing">
          <div class="row between wrap">
            <h2 id="signing">Signing key</h2>
            <span class="badge">no. ${number}</span>
          </div>
          <p class="small muted">Use it to verify that a request comes from this server and is recent.</p>
          ${
            this.isShown
              ? html`<t-code label="Signing key" text=${key}></t-code>`
              : html`<p class="hidden-key mono" aria-hidden="true">••••••••••••••••••••••••</p>`
          }
          <div class="row wrap">
            <button type="button" class="button small" @click=${() => (this.isShown = !this.isShown)}>
              ${this.isShown ? 'Hide' : 'Show'}
            </button>
            <button type="button" class="button small" @click=${this.rotate}><t-icon name="refresh"></t-icon>Rotate</button>
          </div>
        </section>
      </div>
      <div class="card flush">
        <div class="card-head"><h2>Latest events</h2></div>
        ${this.latest(events)}
      </div>
    </div>`;
  }

  latest(events) {
    return html`<t-table
      caption="Latest events"
      empty="No events yet"
      .rows=${events}
      .rowKey=${({ event }) => event}
      .columns=${[
        { key: 'type', label: 'Event', head: true },
        {
          key: 'created_at',
          label: 'Created',
          cell: ({ created_at: at }) => html`<t-ago at=${new Date(at * 1000).toISOString()}></t-ago>`,
        },
        { key: 'attempts', label: 'Attempts', align: 'end' },
        {
          key: 'accepted_at',
          label: 'Status',
          cell: ({ accepted_at: at, last_answer: result }) =>
            at
              ? html`<span class="badge good">accepted</span>`
              : html`<span class="badge ${result ? 'warn' : ''}">${result || 'waiting'}</span>`,
        },
      ]}
    ></t-table>`;
  }
}

customElements.define('s-webhook', WebhookPage);
