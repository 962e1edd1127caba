import { html } from 'lit';
import { idempotencyKey } from '/shared/api.js';
import { Section, format, toast } from '/shared/trestle.js';
import { Followed, live } from '../live.js';
import { session } from '../session.js';

const NAMED = 5;

class Letters extends Followed {
  static properties = { ...Section.properties, under: { state: true } };

  constructor() {
    super();
    /** Those that were sent off again and are still listed. */
    this.under = new Set();
  }

  /** Of those that are tried again it is not told when one fails and another has gone. */
  get every() {
    if (live.isLive) return this.under.size ? 2 : 0;
    return this.under.size ? 1 : 5;
  }

  heard(type) {
    if (type === 'dead-letters') this.load();
  }

  async fetch() {
    const { data } = await session.call('dead-letters');
    const listed = new Set(data.map(name));
    this.under = new Set([...this.under].filter((each) => listed.has(each)));
    return data;
  }

  async replay(path, letters) {
    this.busy = true;
    try {
      await session.call(path, { method: 'POST', body: {}, idempotencyKey: idempotencyKey() });
      this.under = new Set([...this.under, ...letters.map(name)]);
      toast(letters.length === 1 ? 'It is tried again.' : 'They are tried again.', { kind: 'good' });
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
      'Deliveries that were given up after several attempts. Replay them when the cause is gone.',
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
    ${this.body()}`;
  }

  content(letters) {
    if (letters.length === 0) {
      return html`<div class="card">
        <t-state kind="empty" icon="check" heading="Nothing was given up" text="Every delivery found its inbox."></t-state>
      </div>`;
    }
    return html`<ul class="card flush letters">
      ${letters.map((letter) => this.letter(letter))}
    </ul>`;
  }

  letter(letter) {
    const { id, chunk, work, uids, reason, at } = letter;
    const isUnder = this.under.has(name(letter));
    const people = uids.length
      ? `${format.number(uids.length)} ${uids.length === 1 ? 'user' : 'users'}`
      : 'The whole message';
    return html`<li>
      <div class="stack tight grow">
        <p class="row wrap">
          <strong>${people}</strong>
          <span class="badge">${work === 'redact' ? 'redaction' : 'delivery'}</span>
          ${isUnder ? html`<span class="badge accent">being tried again</span>` : ''}
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
        ?disabled=${isUnder}
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
