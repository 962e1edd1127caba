import { html } from 'lit';
import { confirm, toast } from '/shared/trestle.js';
import { session } from '../session.js';
import { FormSection, or } from './form.js';

const EVENTS = [
  ['message.delivered', 'Messages were delivered'],
  ['message.read', 'A user has read messages'],
];

class WebhookPage extends FormSection {
  static properties = { ...FormSection.properties, isShown: { state: true } };

  async fetch() {
    const [settings, webhook] = await Promise.all([session.known('settings'), session.known('webhook')]);
    return { settings: settings.data, ...webhook.data };
  }

  check(values) {
    if (or(values, 'url') && values.getAll('events').length === 0) {
      return { url: 'Of which events should it hear?' };
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
    await session.known('settings', { method: 'PUT', body });
    return this.fetch();
  }

  async rotate() {
    const sure = await confirm({
      heading: 'Rotate the signing key?',
      text: 'From now on requests are signed with a new key, and with the present one beside it until the next rotation.',
      action: 'Rotate',
    });
    if (!sure) return;
    try {
      await session.known('webhook/rotate', { method: 'POST', body: {} });
      toast('A new key signs from now on.', { kind: 'good' });
    } catch (fault) {
      toast(fault.message, { kind: 'bad' });
    }
    await this.load();
  }

  render() {
    return html`${this.head('Webhook', 'Tells a server of yours what happens, signed and tried again until it is taken.')}
    ${this.body()}`;
  }

  content({ settings, signing_key: key, key_number: number, events }) {
    const hook = settings.webhook;
    return html`<div class="stack">
      <div class="two even">
        <form class="card stack" novalidate @submit=${this.submit} aria-label="Webhook">
          ${this.trouble()}
          <t-field
            label="Address"
            name="url"
            type="url"
            value=${hook?.url ?? ''}
            placeholder="https://example.com/stak"
            hint="Leave it empty to hear nothing."
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
          <p class="small muted">Check with it that a request comes from here and is not old.</p>
          ${
            this.isShown
              ? html`<t-code label="Key that signs" text=${key}></t-code>`
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
      empty="Nothing was told yet"
      .rows=${events}
      .rowKey=${({ event }) => event}
      .columns=${[
        { key: 'type', label: 'Event', head: true },
        {
          key: 'created_at',
          label: 'When',
          cell: ({ created_at: at }) => html`<t-ago at=${new Date(at * 1000).toISOString()}></t-ago>`,
        },
        { key: 'attempts', label: 'Attempts', align: 'end' },
        {
          key: 'accepted_at',
          label: 'State',
          cell: ({ accepted_at: at, last_answer: answer }) =>
            at
              ? html`<span class="badge good">taken</span>`
              : html`<span class="badge ${answer ? 'warn' : ''}">${answer || 'waiting'}</span>`,
        },
      ]}
    ></t-table>`;
  }
}

customElements.define('s-webhook', WebhookPage);
