// Reports to whoever runs this server.
import { html, render } from 'lit';
import { showErrors } from '/shared/parts/field.js';
import { toast } from '/shared/trestle.js';

const REASONS = [
  ['spam', 'It is spam'],
  ['harassment', 'It is insulting or threatening'],
  ['forbidden', 'It is not allowed here'],
  ['other', 'Something else'],
];

/** Reports a message {chat_id, sequence} or a person {user_id}. */
export function report(model, subject, heading) {
  const dialog = document.createElement('t-dialog');
  dialog.heading = heading;
  const submit = async (event) => {
    event.preventDefault();
    const form = event.target;
    const data = new FormData(form);
    const body = { ...subject, reason: data.get('reason'), text: data.get('text') };
    try {
      await model.session.one('/reports', { body });
      dialog.close();
      toast('Thank you. We will look into it.', { kind: 'good' });
    } catch (error) {
      const rest = showErrors(form, error);
      if (rest) toast(rest, { kind: 'bad' });
    }
  };
  render(
    html`<form id="report" class="stack" @submit=${submit} novalidate>
        <t-field label="What is wrong?" name="reason" .options=${REASONS}></t-field>
        <t-field label="In your words" name="text" rows="3" maxlength="2000"></t-field>
        ${subject.chat_id ? html`<p class="small muted">A copy of the message is sent with the report.</p>` : ''}
      </form>
      <button type="button" slot="actions" class="button" data-close>Cancel</button>
      <button type="submit" slot="actions" class="button primary" form="report">Report</button>`,
    dialog,
  );
  document.querySelector('#main').append(dialog);
  dialog.addEventListener('close', () => dialog.remove());
  dialog.show();
}
