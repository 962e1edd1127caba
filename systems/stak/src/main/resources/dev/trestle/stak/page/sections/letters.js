import { html, nothing } from 'lit';
import { idempotencyKey } from '/shared/api.js';
import { Section, format, toast } from '/shared/trestle.js';
import { LiveSection, live } from '../live.js';
import { session } from '../session.js';

const NAMED = 5;

class Letters extends LiveSection {
  static properties = { ...Section.properties, replaying: { state: true }, emails: { state: true } };

  constructor() {
    super();
    /** Letters that are being replayed and are still listed. */
    this.replaying = new Set();
  }

  /** Events have only the number of letters, which can stay the same when one goes and one fails. */
  get every() {
    if (live.isLive) return this.replaying.size ? 2 : 0;
    return this.replaying.size ? 1 : 5;
  }

  heard(type) {
    if (type === 'dead-letters') this.load();
  }

  async fetch() {
    const [{ data }, emails] = await Promise.all([session.call('dead-letters'), session.call('email-failures')]);
    this.emails = emails.data;
    const listed = new Set(data.map(name));
    this.replaying = new Set([...this.replaying].filter((each) => listed.has(each)));
    return data;
  }

  async replay(path, letters) {
    this.busy = true;
    try {
      await session.call(path, { method: 'POST', body: {}, idempotencyKey: idempotencyKey() });
      this.replaying = new Set([...this.replaying, ...letters.map(name)]);
      toast('Replaying.', { kind: 'good' });
    } catch (fault) {
      toast(fault.message, { kind: 'bad' });
    } finally {
      this.busy = false;
    }
    await this.load();
  }

  render() {
    const some = this.data?.length > 0;
    return html`${this.head(
      'Dead letters',
      'Deliveries that failed after several attempts. Replay them once the cause is fixed.',
      some
        ? html`<button
            type="button"
            class="button"
            aria-busy=${this.busy ? 'true' : 'false'}
            @click=${() => this.replay('dead-letters/replay', this.data)}
          >
            <t-icon name="refresh"></t-icon>Replay all
          </button>`
        : '',
    )}
    <div class="stack">${this.body()} ${this.refusedEmails()}</div>`;
  }

  /** E-mails of the last 30 days that the mail server did not take. */
  refusedEmails() {
    if (!this.emails?.length) return nothing;
    return html`<div class="card flush">
      <div class="card-head"><h2>E-mails that were not accepted</h2></div>
      <t-table
        caption="E-mails that were not accepted"
        .rows=${this.emails}
        .rowKey=${({ id, uid }) => `${id}/${uid}`}
        .columns=${[
          { key: 'uid', label: 'User', head: true },
          { key: 'state', label: 'Status', cell: ({ state }) => html`<span class="badge warn">${state}</span>` },
          { key: 'reason', label: 'Reason' },
          { key: 'id', label: 'Message', sortable: false, cell: ({ id }) => html`<a href="#/sent/${id}">Message</a>` },
          { key: 'at', label: 'When', cell: ({ at }) => html`<t-ago at=${new Date(at * 1000).toISOString()}></t-ago>` },
        ]}
      ></t-table>
    </div>`;
  }

  content(letters) {
    if (letters.length === 0) {
      return html`<div class="card">
        <t-state kind="empty" icon="check" heading="No dead letters" text="No delivery has failed."></t-state>
      </div>`;
    }
    return html`<ul class="card flush letters">
      ${letters.map((letter) => this.letter(letter))}
    </ul>`;
  }

  letter(letter) {
    const { id, chunk, work, uids, reason, at } = letter;
    const isReplaying = this.replaying.has(name(letter));
    const recipients = uids.length
      ? `${format.number(uids.length)} ${uids.length === 1 ? 'user' : 'users'}`
      : 'The whole message';
    return html`<li>
      <div class="stack tight grow">
        <p class="row wrap">
          <strong>${recipients}</strong>
          <span class="badge">${work === 'redact' ? 'redaction' : 'delivery'}</span>
          ${isReplaying ? html`<span class="badge accent">replaying</span>` : ''}
        </p>
        <p class="small muted cut">
          ${uids.slice(0, NAMED).join(', ')}${uids.length > NAMED ? ` and ${uids.length - NAMED} more` : ''}
        </p>
        <p class="small wrong">${reason}</p>
        <p class="tiny muted">
          <a href="#/sent/${id}">Message</a> · chunk ${chunk} · <t-ago at=${new Date(at * 1000).toISOString()}></t-ago>
        </p>
      </div>
      <button
        type="button"
        class="button small"
        aria-label="Replay chunk ${chunk} of ${id}"
        ?disabled=${isReplaying}
        @click=${() => this.replay(`dead-letters/${id}/${chunk}/replay`, [letter])}
      >
        <t-icon name="refresh"></t-icon>Replay
      </button>
    </li>`;
  }
}

function name({ id, chunk }) {
  return `${id}/${chunk}`;
}

customElements.define('s-letters', Letters);
