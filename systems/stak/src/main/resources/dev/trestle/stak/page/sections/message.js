import { html, nothing } from 'lit';
import { Section, confirm, format, toast } from '/shared/trestle.js';
import { Followed } from '../live.js';
import { session } from '../session.js';
import { audience, badge, bar, isUnderWay } from './progress.js';

/** Where a message ended for a user, in words. */
const VERDICTS = {
  unread: ['good', 'Delivered, not read yet'],
  read: ['good', 'Delivered and read'],
  archived: ['good', 'Delivered, archived by the user'],
  snoozed: ['accent', 'Delivered, snoozed by the user'],
  muted: ['warn', 'The user has muted this category'],
  redacted: ['', 'It was redacted'],
  expired: ['', 'It has expired'],
  'not-addressed': ['warn', 'The user was not addressed'],
  'before-known': ['warn', 'It was sent before the user was known'],
  'unknown-user': ['warn', 'This user is not known'],
  queued: ['accent', 'It waits to be delivered'],
  failed: ['bad', 'Delivery failed'],
  missing: ['bad', 'Nothing says why'],
};

class Message extends Followed {
  static properties = {
    ...Section.properties,
    message: {},
    story: { state: true },
    wrong: { state: true },
  };

  get missing() {
    return 'There is no such message';
  }

  get unheard() {
    return this.data && isUnderWay(this.data) ? 0.6 : 5;
  }

  heard(type, sent) {
    if (type === 'sent' && sent.id === this.message) this.data = sent;
  }

  async fetch() {
    return (await session.call(`messages/${encodeURIComponent(this.message)}`)).data;
  }

  async redact() {
    const isAll = this.data.audiences.kind === 'everyone';
    const count = format.number(this.data.progress.estimated);
    const sure = await confirm({
      heading: 'Redact this message?',
      text: `It disappears from ${isAll ? 'every inbox' : `${count} inboxes`}, read or not, and is not delivered to anyone any more. This cannot be undone.`,
      action: 'Redact',
      danger: true,
    });
    if (!sure) return;
    try {
      await session.call(`messages/redact?id=${encodeURIComponent(this.message)}`, { method: 'DELETE' });
      toast('The message is being taken back.', { kind: 'good' });
    } catch (fault) {
      toast(fault.message, { kind: 'bad' });
    }
    await this.load();
  }

  async ask(event) {
    event.preventDefault();
    const user = new FormData(event.target).get('user').trim();
    this.wrong = undefined;
    if (!user) {
      this.wrong = 'Whose inbox?';
      return;
    }
    this.busy = true;
    try {
      const path = `messages/${encodeURIComponent(this.message)}/timeline/${encodeURIComponent(user)}`;
      this.story = { user, ...(await session.call(path)).data };
    } catch (fault) {
      this.story = undefined;
      this.wrong = fault.fields?.user ?? fault.message;
    } finally {
      this.busy = false;
    }
  }

  render() {
    const sent = this.data;
    return html`<p class="crumbs small"><a href="#/sent">Sent</a></p>
      ${this.head(
        sent?.message.title || 'Message',
        sent ? html`${sent.category} · ${audience(sent)}` : 'Loading',
        sent && !sent.redacted
          ? html`<button type="button" class="button" @click=${this.redact}><t-icon name="trash"></t-icon>Redact</button>`
          : nothing,
      )}
      ${this.body()}`;
  }

  content(sent) {
    return html`<div class="two">
      <div class="stack">
        ${this.progress(sent)} ${this.why()}
      </div>
      <div class="stack">
        <section class="card flush" aria-labelledby="as-seen">
          <div class="card-head"><h2 id="as-seen">As users see it</h2></div>
          ${
            sent.redacted
              ? html`<t-state kind="empty" icon="trash" heading="Nobody sees it any more" text="What it said was removed from every copy."></t-state>`
              : html`<stak-message
                  theme=${window.trestleTheme?.shown ?? 'light'}
                  .message=${sent}
                ></stak-message>`
          }
        </section>
        <section class="card" aria-label="Facts">
          <dl class="facts">
            <dt>Sender</dt>
            <dd>${sent.sender}</dd>
            <dt>Sent</dt>
            <dd>${format.moment(sent.received * 1000)}</dd>
            <dt>Expires</dt>
            <dd>${format.moment(sent.expiredat * 1000)}</dd>
            ${sent.host_system_id ? html`<dt>Your reference</dt><dd class="mono">${sent.host_system_id}</dd>` : nothing}
            <dt>Id</dt>
            <dd class="mono">${sent.id}</dd>
          </dl>
        </section>
      </div>
    </div>`;
  }

  progress(sent) {
    const { estimated, delivered, muted, failed, redacted } = sent.progress;
    const isAll = sent.audiences.kind === 'everyone';
    const left = Math.max(0, estimated - delivered - muted - failed);
    return html`<section class="card stack" aria-labelledby="progress">
      <div class="row between">
        <h2 id="progress">Delivery</h2>
        <span role="status">${badge(sent)}</span>
      </div>
      ${bar(sent)}
      ${
        isAll
          ? html`<p class="small muted">
              Stored once and shown to all ${format.number(estimated)} known users the next time they look; those who are
              looking were told at once.
            </p>`
          : html`<dl class="figures">
              ${this.figure('Addressed', estimated)} ${this.figure('Delivered', delivered, 'done')}
              ${this.figure('Waiting', sent.redacted ? 0 : left)} ${this.figure('Muted', muted)}
              ${this.figure('Failed', failed, failed ? 'failed' : '')}
              ${sent.redacted ? this.figure('Taken back', redacted) : nothing}
            </dl>`
      }
      ${failed > 0 ? html`<a class="small" href="#/letters">Look at the dead letters</a>` : nothing}
    </section>`;
  }

  figure(label, value, look = '') {
    return html`<div>
      <dt>${look ? html`<span class="mark ${look}"></span>` : nothing}${label}</dt>
      <dd class="number">${format.exact(value)}</dd>
    </div>`;
  }

  why() {
    return html`<section class="card stack" aria-labelledby="why">
      <div>
        <h2 id="why">Why did a user not get it?</h2>
        <p class="small muted">What is known of the way to one user, in order.</p>
      </div>
      <form class="ask" novalidate @submit=${this.ask}>
        <t-field label="User" bare name="user" placeholder="User id" error=${this.wrong ?? ''}></t-field>
        <button class="button" aria-busy=${this.busy ? 'true' : 'false'}>Find out</button>
      </form>
      <div aria-live="polite">${this.story ? this.told(this.story) : nothing}</div>
    </section>`;
  }

  told({ user, verdict, steps }) {
    const [look, words] = VERDICTS[verdict] ?? ['', verdict];
    return html`<div class="stack tight">
      <p class="row wrap"><strong>${user}</strong><span class="badge ${look}">${words}</span></p>
      <ol class="story">
        ${steps.map(
          ({ at, what, detail }) => html`<li>
            <span class="strong">${what.replace(/^./, (first) => first.toUpperCase())}</span>
            ${detail ? html`<span class="muted">${detail}</span>` : nothing}
            ${at ? html`<time class="tiny muted block">${format.moment(at * 1000)}</time>` : nothing}
          </li>`,
        )}
      </ol>
    </div>`;
  }
}

customElements.define('s-message', Message);
