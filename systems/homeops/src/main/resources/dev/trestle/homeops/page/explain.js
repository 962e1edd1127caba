// What the assistant made of one message: understood, decided, and why.
import { html, nothing, render } from 'lit';
import '/shared/parts/dialog.js';
import { toast } from '/shared/parts/toast.js';
import { home } from './home.js';
import { t } from './language.js';
import { act, action, meant, reason, rule } from './words.js';

const AFTER_MS = 1000;
const LOOKED_THROUGH = 50;

const VERDICTS = {
  pass: { look: '', icon: 'check', text: () => t.why.passed },
  silent: { look: 'stopped', icon: 'close', text: () => t.why.stopped },
  failed: { look: 'stopped', icon: 'alert', text: () => t.why.failed },
};

/** A decision in full: for a dialog, or a line of the list. */
export function explanation(decision) {
  const { text, look, icon } = action(decision.action);
  const acts = meant(decision.acts);
  return html`<p class="row wrap">
      <span class="badge ${look}"><t-icon name=${icon}></t-icon>${text}</span>
      <span>${reason(decision)}</span>
    </p>
    ${
      acts.length
        ? html`<p class="small">
            <span class="muted">${t.why.understood}</span>
            ${acts.map((each, index) => html`${index ? '; ' : ''}${act(each)}`)}
          </p>`
        : nothing
    }
    ${decision.reply ? html`<p class="small"><span class="muted">${t.why.said}</span> ${decision.reply}</p>` : nothing}
    ${
      decision.steps.some(({ rule: code }) => code !== 'understood')
        ? html`<ul class="steps small">
            ${decision.steps.map(({ rule: code, verdict }) => {
              const { look, icon, text } = VERDICTS[verdict] ?? VERDICTS.failed;
              return html`<li class=${look}>
                <t-icon name=${icon}></t-icon>
                <span>${rule(code)}<span class="unseen">: ${text()}</span></span>
              </li>`;
            })}
          </ul>`
        : nothing
    }`;
}

/** Shows the decision about a message in a dialog. */
export async function explain(message) {
  let decision;
  try {
    const until = new Date(new Date(message.edited_at ?? message.at).getTime() + AFTER_MS).toISOString();
    const { decisions } = await home.get(`${home.chat}/decisions`, { before: until, limit: LOOKED_THROUGH });
    decision = decisions.find(({ message_id: id }) => id === message.message_id);
  } catch (error) {
    toast(error.message, { kind: 'bad' });
    return;
  }
  const dialog = document.createElement('t-dialog');
  dialog.heading = t.page.quote(message.text.slice(0, 80));
  render(
    html`<div class="stack">
        ${decision ? explanation(decision) : html`<p class="muted">${t.why.reading}</p>`}
      </div>
      <button type="button" slot="actions" class="button" data-close>${t.page.close}</button>`,
    dialog,
  );
  document.querySelector('#main').append(dialog);
  dialog.addEventListener('close', () => dialog.remove());
  dialog.show();
}
