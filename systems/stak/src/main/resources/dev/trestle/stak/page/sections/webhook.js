import { html, nothing } from 'lit';
import { confirm, format, toast } from '/shared/trestle.js';
import { showErrors } from '/shared/parts/field.js';
import { session } from '../session.js';
import { FormSection, or } from './form.js';

const EVENTS = [
  ['message.delivered', 'A message was delivered to users'],
  ['message.failed', 'A delivery to users failed'],
  ['message.published', 'A message for everyone was published'],
  ['message.read', 'A user read messages'],
  ['message.redacted', 'A message was redacted'],
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

  async resend(event) {
    try {
      await session.callTenant(`webhook/events/${encodeURIComponent(event)}/replay`, { method: 'POST', body: {} });
      toast('The event is being sent again.', { kind: 'good' });
    } catch (fault) {
      toast(fault.message, { kind: 'bad' });
    }
    await this.load();
  }

  /** Sends the events of a period again; each call looks at some of them. */
  async resendPeriod(event) {
    event.preventDefault();
    const form = event.target;
    const given = new FormData(form);
    const second = (name) => Math.floor(new Date(given.get(name)).getTime() / 1000);
    const fields = {};
    if (!given.get('from')) fields.from = 'Choose a time.';
    showErrors(form, { fields });
    if (fields.from) return;
    const body = {
      from: second('from'),
      to: given.get('to') ? second('to') : undefined,
      failed_only: given.get('which') !== 'all',
    };
    try {
      let sent = 0;
      do {
        const { data } = await session.callTenant('webhook/replay', { method: 'POST', body });
        sent += data.replayed;
        body.next = data.next_token;
      } while (body.next);
      this.querySelector('#resend').close();
      toast(`${format.number(sent)} ${sent === 1 ? 'event is' : 'events are'} being sent again.`, { kind: 'good' });
      await this.load();
    } catch (fault) {
      showErrors(form, fault.fields ? fault : { fields: { from: fault.message } });
    }
  }

  render() {
    return html`${this.head('Webhook', 'Sends events to your server, signed and retried until it accepts them.')}
    ${this.body()} ${this.resending()}`;
  }

  resending() {
    return html`<t-dialog id="resend" heading="Send events again">
      <form id="resend-form" class="stack" novalidate @submit=${this.resendPeriod} aria-label="Send events again">
        <t-field label="From" name="from" type="datetime-local" data-first hint="Events are kept for a week."></t-field>
        <t-field label="To" name="to" type="datetime-local" hint="Leave empty for now."></t-field>
        <t-field
          label="Which"
          name="which"
          .options=${[
            ['failed', 'Only those that were not accepted'],
            ['all', 'All of them'],
          ]}
        ></t-field>
      </form>
      <button type="button" slot="actions" class="button" data-close>Cancel</button>
      <button slot="actions" class="button primary" form="resend-form">Send again</button>
    </t-dialog>`;
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
        <div class="card-head row between wrap">
          <h2>Latest events</h2>
          ${
            hook
              ? html`<button type="button" class="button small" @click=${() => this.querySelector('#resend').show()}>
                  <t-icon name="refresh"></t-icon>Send a period again…
                </button>`
              : nothing
          }
        </div>
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
        {
          key: 'event',
          label: '',
          sortable: false,
          cell: ({ event, type }) => html`<button
            type="button"
            class="link"
            aria-label="Send ${type} again"
            @click=${() => this.resend(event)}
          >
            Send again
          </button>`,
        },
      ]}
    ></t-table>`;
  }
}

customElements.define('s-webhook', WebhookPage);
