// How far a message has come.
import { html, nothing } from 'lit';
import { format } from '/shared/trestle.js';

/** Whether a worker still has something to do for it. */
export function isUnderWay({ audiences, redacted, progress }) {
  if (audiences.kind === 'everyone') return false;
  const { estimated, delivered, muted, failed } = progress;
  return redacted ? progress.redacted < delivered : delivered + muted + failed < estimated;
}

/** A word and a look for where it is. */
export function stage(sent) {
  const { estimated, delivered, muted, failed } = sent.progress;
  if (sent.redacted) return isUnderWay(sent) ? ['warn', 'Being redacted'] : ['', 'Redacted'];
  if (sent.expiredat * 1000 < Date.now()) return ['', 'Expired'];
  if (sent.audiences.kind === 'everyone') return ['good', 'Published'];
  if (delivered + muted + failed < estimated) return ['accent', 'Delivering'];
  return failed > 0 ? ['bad', 'Partly failed'] : ['good', 'Delivered'];
}

export function badge(sent) {
  const [look, words] = stage(sent);
  return html`<span class="badge ${look}">${words}</span>`;
}

/** To whom, in words. */
export function audience({ audiences, progress }) {
  const people = progress.estimated === 1 ? 'user' : 'users';
  const some = `${format.number(progress.estimated)} ${people}`;
  const words = audiences.kind === 'everyone' ? `Everyone (${some} known)` : some;
  return audiences.label ? `${audiences.label} · ${words}` : words;
}

export function bar(sent) {
  const { estimated, delivered, muted, failed } = sent.progress;
  const whole = Math.max(1, estimated);
  const isAll = sent.audiences.kind === 'everyone';
  const done = isAll ? 1 : (delivered + muted) / whole;
  const part = (name, value) =>
    value > 0 ? html`<i class=${name} .style=${`--part: ${Math.min(1, value)}`}></i>` : nothing;
  return html`<span
    class="meter"
    role="progressbar"
    aria-label="Delivered: ${sent.message.title || sent.id}"
    aria-valuemin="0"
    aria-valuemax="100"
    aria-valuenow=${Math.round(Math.min(1, isAll ? 1 : (delivered + muted + failed) / whole) * 100)}
  >
    ${part(sent.redacted ? 'off' : 'done', done)}${part('failed', failed / whole)}
  </span>`;
}
