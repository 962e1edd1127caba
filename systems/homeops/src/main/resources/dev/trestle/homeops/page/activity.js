// What can be done about a logged activity: correct it, or take it back.
import { html, nothing, render } from 'lit';
import '/shared/parts/dialog.js';
import { showErrors } from '/shared/parts/field.js';
import { toast } from '/shared/parts/toast.js';
import { home } from './home.js';
import { t } from './language.js';
import { fromWall, wall } from './times.js';
import { efforts } from './words.js';

/** Takes an activity back: the log, habits, balances and a kept promise. */
export async function undo(activity) {
  try {
    await home.post(`/activities/${encodeURIComponent(activity.id)}/undo`);
    toast(t.activity.undone(home.activity(activity.activity)), { kind: 'good' });
    return true;
  } catch (error) {
    toast(error.message, { kind: 'bad' });
    return false;
  }
}

/** Asks what was really done, by whom, when and how heavy it was. Returns the activity if it was changed. */
export function correct(activity) {
  const dialog = document.createElement('t-dialog');
  dialog.heading = t.activity.heading(home.activity(activity.activity));
  let corrected;
  const submit = async (event) => {
    event.preventDefault();
    const form = event.target;
    const { what, member, at, effort } = Object.fromEntries(new FormData(form));
    const body = { activity: what, member, effort };
    if (at && at !== wall(activity.at)) body.at = fromWall(at);
    try {
      ({ activity: corrected } = await home.patch(`/activities/${encodeURIComponent(activity.id)}`, body));
      dialog.close();
      toast(t.activity.changed, { kind: 'good' });
    } catch (error) {
      const rest = showErrors(form, error);
      if (rest) toast(rest, { kind: 'bad' });
    }
  };
  const members = home.household.members.map(({ id, name }) => [id, name]);
  const isFormer = !members.some(([id]) => id === activity.member);
  render(
    html`<form id="correct" class="stack" @submit=${submit} novalidate>
        <t-field label=${t.activity.what} name="what" .options=${home.choices(activity.activity)} value=${activity.activity}></t-field>
        ${
          isFormer
            ? nothing
            : html`<t-field label=${t.activity.who} name="member" .options=${members} value=${activity.member}></t-field>`
        }
        <t-field label=${t.activity.when} name="at" type="datetime-local" value=${wall(activity.at)}></t-field>
        <t-field label=${t.activity.effort} name="effort" .options=${efforts()} value=${activity.effort}></t-field>
      </form>
      <button type="button" slot="actions" class="button" data-close>${t.page.cancel}</button>
      <button type="submit" slot="actions" class="button primary" form="correct">${t.page.save}</button>`,
    dialog,
  );
  document.querySelector('#main').append(dialog);
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(corrected);
    });
    dialog.show();
  });
}
