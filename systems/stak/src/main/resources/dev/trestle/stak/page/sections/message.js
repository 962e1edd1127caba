import { html, nothing } from 'lit';
import { Section, confirm, format, toast } from '/shared/trestle.js';
import { LiveSection } from '../live.js';
import { session } from '../session.js';
import { audience, badge, bar, counts, isUnderWay } from './progress.js';
import { hasReaders } from './reads.js';

/** Where a message ended for a user. */
const VERDICTS = {
  unread: ['good', 'Delivered, not read yet'],
  read: ['good', 'Delivered and read'],
  archived: ['good', 'Delivered, archived by the user'],
  snoozed: ['accent', 'Delivered, snoozed by the user'],
  muted: ['warn', 'Muted by the user'],
  redacted: ['', 'Redacted'],
  expired: ['', 'Expired'],
  'not-addressed': ['warn', 'Not addressed to this user'],
  'before-known': ['warn', 'Sent before the user was known'],
  'unknown-user': ['warn', 'Unknown user'],
  queued: ['accent', 'Waiting to be delivered'],
  failed: ['bad', 'Delivery failed'],
  missing: ['bad', 'Unknown reason'],
};

class Message extends LiveSection {
  static properties = {
    ...Section.properties,
    message: {},
    trace: { state: true },
    wrong: { state: true },
  };

  get missing() {
    return 'There is no such message';
  }

  get everyOffline() {
    return this.data && isUnderWay(this.data) ? 0.6 : 5;
  }

  heard(type, sent) {
    if (type === 'sent' && sent.id === this.message) this.data = sent;
  }

  async fetch() {
    return (await session.call(`messages/${encodeURIComponent(this.message)}`)).data;
  }

  async redact() {
    if (this.data.state === 'scheduled') {
      await this.cancel();
      return;
    }
    const isAll = this.data.audiences.kind === 'everyone';
    const count = format.number(this.data.progress.estimated);
    const sure = await confirm({
      heading: 'Redact this message?',
      text: `It will be removed from ${isAll ? 'every inbox' : `${count} ${this.data.progress.estimated === 1 ? 'inbox' : 'inboxes'}`} and will not be delivered to anyone else. This cannot be undone.`,
      action: 'Redact',
      danger: true,
    });
    if (!sure) return;
    try {
      await session.call(`messages/redact?id=${encodeURIComponent(this.message)}`, { method: 'DELETE' });
      toast('Redacting the message.', { kind: 'good' });
    } catch (fault) {
      toast(fault.message, { kind: 'bad' });
    }
    await this.load();
  }

  async cancel() {
    const sure = await confirm({
      heading: 'Cancel this message?',
      text: 'It will not be sent to anyone.',
      action: 'Cancel message',
      cancel: 'Keep it',
      danger: true,
    });
    if (!sure) return;
    try {
      await session.call(`messages/redact?id=${encodeURIComponent(this.message)}`, { method: 'DELETE' });
      toast('Message cancelled.', { kind: 'good' });
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
      this.wrong = 'Enter a user id.';
      return;
    }
    this.busy = true;
    const asking = (this.asking = {});
    try {
      const path = `messages/${encodeURIComponent(this.message)}/timeline/${encodeURIComponent(user)}`;
      const { data } = await session.call(path);
      if (asking === this.asking) this.trace = { user, ...data };
    } catch (fault) {
      if (asking !== this.asking) return; // Another user was asked for meanwhile.
      this.trace = undefined;
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
          ? html`<button type="button" class="button" @click=${this.redact}><t-icon name="trash"></t-icon>${sent.state === 'scheduled' ? 'Cancel sending' : 'Redact'}</button>`
          : nothing,
      )}
      ${this.body()}`;
  }

  content(sent) {
    return html`<div class="two">
      <div class="stack">
        ${this.progress(sent)} ${hasReaders(sent) ? html`<s-readers .sent=${sent}></s-readers>` : nothing} ${this.why()}
      </div>
      <div class="stack">
        <section class="card flush" aria-labelledby="as-seen">
          <div class="card-head"><h2 id="as-seen">As users see it</h2></div>
          ${
            sent.redacted
              ? html`<t-state kind="empty" icon="trash" heading="Redacted" text="Its content was removed from every inbox."></t-state>`
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
    const { estimated, delivered, new_users: newUsers, muted, expired, withdrawn, failed, redacted } = sent.progress;
    const isAll = sent.audiences.kind === 'everyone';
    const known = `${format.number(estimated)} known ${estimated === 1 ? 'user' : 'users'}`;
    return html`<section class="card stack" aria-labelledby="progress">
      <div class="row between">
        <h2 id="progress">Delivery</h2>
        <span role="status">${badge(sent)}</span>
      </div>
      ${
        sent.state === 'scheduled'
          ? html`<p>Will be sent on <strong>${format.moment(sent.send_at * 1000)}</strong>.</p>`
          : sent.state === 'cancelled'
            ? html`<p>It was cancelled before its time. Nobody received it.</p>`
            : bar(sent)
      }
      ${
        isAll
          ? html`<p class="small muted">
              ${sent.state === 'published' ? 'Visible' : 'Addressed'} to ${estimated === 1 ? known : `all ${known}`}. ${sent.state === 'published' ? 'Open inboxes were notified at once.' : ''}
            </p>`
          : html`<dl class="figures">
              ${this.figure('Addressed', estimated)} ${this.figure('Delivered', delivered, 'done')}
              ${this.figure('Waiting', counts(sent).waiting)} ${this.figure('Muted', muted)}
              ${expired ? this.figure('Expired first', expired) : nothing}
              ${withdrawn ? this.figure('Redacted first', withdrawn) : nothing}
              ${this.figure('Failed', failed, failed ? 'failed' : '')}
              ${sent.redacted ? this.figure('Redacted', redacted) : nothing}
            </dl>`
      }
      ${
        newUsers > 0
          ? html`<p class="small muted">
              ${newUsers === 1 ? 'One recipient was' : `${format.number(newUsers)} recipients were`} new: never registered,
              addressed or active before. Check the ids if you did not expect that.
            </p>`
          : nothing
      }
      ${failed > 0 ? html`<a class="small" href="#/letters">View dead letters</a>` : nothing}
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
        <p class="small muted">What happened to this message on its way to one user.</p>
      </div>
      <form class="ask" novalidate @submit=${this.ask}>
        <t-field label="User" bare name="user" placeholder="User id" error=${this.wrong ?? ''}></t-field>
        <button class="button" aria-busy=${this.busy ? 'true' : 'false'}>Look up</button>
      </form>
      <div aria-live="polite">${this.trace ? this.steps(this.trace) : nothing}</div>
    </section>`;
  }

  steps({ user, verdict, steps }) {
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
