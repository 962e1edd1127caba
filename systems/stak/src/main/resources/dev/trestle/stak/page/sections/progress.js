// The progress of a delivery.
import { html, nothing } from 'lit';
import { format } from '/shared/trestle.js';

/** The badge's class and label for each state of a message. */
export const STATES = {
  scheduled: ['accent', 'Scheduled'],
  cancelled: ['', 'Cancelled'],
  delivering: ['accent', 'Delivering'],
  delivered: ['good', 'Delivered'],
  partly_failed: ['bad', 'Partly failed'],
  published: ['good', 'Published'],
  redacting: ['warn', 'Being redacted'],
  redacted: ['', 'Redacted'],
  expired: ['', 'Expired'],
};

/** Whether a delivery or redaction is still running. */
export function isUnderWay({ state }) {
  return state === 'delivering' || state === 'redacting';
}

/** How many recipients have it, will never get it, and are still waiting. */
export function counts({ progress }) {
  const { estimated, delivered, muted, expired, withdrawn, failed } = progress;
  const missed = muted + expired + withdrawn;
  return { delivered, missed, failed, waiting: Math.max(0, estimated - delivered - missed - failed) };
}

export function badge(sent) {
  const [look, words] = STATES[sent.state] ?? ['', sent.state];
  return html`<span class="badge ${look}">${words}</span>`;
}

/** The audience, for people. */
export function audience({ audiences, progress }) {
  const people = progress.estimated === 1 ? 'user' : 'users';
  const some = `${format.number(progress.estimated)} ${people}`;
  const words = audiences.kind === 'everyone' ? `Everyone (${some} known)` : some;
  return audiences.label ? `${audiences.label} · ${words}` : words;
}

export function bar(sent) {
  const whole = Math.max(1, sent.progress.estimated);
  const isAll = sent.audiences.kind === 'everyone';
  const { delivered, missed, failed } = counts(sent);
  const done = isAll ? 1 : (delivered + missed) / whole;
  const part = (name, value) =>
    value > 0 ? html`<i class=${name} .style=${`--part: ${Math.min(1, value)}`}></i>` : nothing;
  return html`<span
    class="meter"
    role="progressbar"
    aria-label="Delivered: ${sent.message.title || sent.id}"
    aria-valuemin="0"
    aria-valuemax="100"
    aria-valuenow=${Math.round(Math.min(1, isAll ? 1 : (delivered + missed + failed) / whole) * 100)}
  >
    ${part(sent.redacted ? 'off' : 'done', done)}${part('failed', failed / whole)}
  </span>`;
}
