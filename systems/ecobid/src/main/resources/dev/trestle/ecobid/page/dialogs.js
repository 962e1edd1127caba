// Small dialogs: rate somebody, auction an item, report something, block somebody.
import { html, render } from 'lit';
import '/shared/parts/dialog.js';
import { confirm } from '/shared/parts/dialog.js';
import { showErrors } from '/shared/parts/field.js';
import { toast } from '/shared/parts/toast.js';
import { market } from './market.js';
import { signedIn } from './sign-in.js';
import { LENGTHS, MINIMUM, amountOf, money } from './words.js';

/** Shows a form in a dialog until `send` succeeds; returns whether it did. */
function ask(heading, body, action, send) {
  const dialog = document.createElement('t-dialog');
  dialog.heading = heading;
  let isDone = false;
  const submit = async (event) => {
    event.preventDefault();
    const form = event.target;
    try {
      await send(new FormData(form));
      isDone = true;
      dialog.close();
    } catch (error) {
      const rest = showErrors(form, error);
      if (rest) toast(rest, { kind: 'bad' });
    }
  };
  render(
    html`<form id="asked" class="stack" @submit=${submit}>${body}</form>
      <button type="button" slot="actions" class="button" data-close>Cancel</button>
      <button type="submit" slot="actions" class="button primary" form="asked">${action}</button>`,
    dialog,
  );
  document.querySelector('#main').append(dialog);
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(isDone);
    });
    dialog.show();
  });
}

/** Asks for one to five stars. */
export async function rate(reservation, name) {
  const body = html`<fieldset class="stars">
    <legend>How was it with ${name}?</legend>
    ${[5, 4, 3, 2, 1].map(
      (stars) =>
        html`<label class="check">
          <input type="radio" name="stars" value=${stars} required ?checked=${stars === 5} />
          <span>${'★'.repeat(stars)}<span class="unseen">${stars} of 5 stars</span></span>
        </label>`,
    )}
  </fieldset>`;
  const isDone = await ask('Rate', body, 'Rate', (data) =>
    market.post(`/reservations/${reservation}/rating`, { stars: Number(data.get('stars')) }),
  );
  if (isDone) toast('Thank you', { kind: 'good' });
  return isDone;
}

/** Turns one's own free item into an auction. Returns whether it was done. */
export async function auctionOff(item) {
  const body = html`<p class="muted">It stays listed, and the highest bid gets it. This cannot be undone.</p>
    <t-field label="First bid" name="minimum" inputmode="decimal" value="5" hint="${money(MINIMUM[0])} to ${money(MINIMUM[1])}"></t-field>
    <t-field label="Reserve price" name="reserve" inputmode="decimal" hint="Optional; nobody sees it"></t-field>
    <t-field label="Length" name="hours" value="24" .options=${LENGTHS}></t-field>`;
  const isDone = await ask('Auction it instead', body, 'Start the auction', (data) => {
    const reserve = data.get('reserve').trim();
    return market.post('/auctions', {
      item_id: item.id,
      hours: Number(data.get('hours')),
      minimum: amountOf(data.get('minimum')),
      reserve: reserve ? amountOf(reserve) : undefined,
    });
  });
  if (isDone) toast('The auction has started', { kind: 'good' });
  return isDone;
}

const REASONS = [
  ['spam', 'It is advertising'],
  ['misleading', 'It is not what it says'],
  ['forbidden', 'It is not allowed here'],
  ['harassment', 'It is insulting or threatening'],
  ['other', 'Something else'],
];

/** Reports an item to whoever runs the market. */
export async function report(item) {
  if (!(await signedIn('Sign in to report something.'))) return;
  const body = html`<t-field label="What is wrong?" name="reason" .options=${REASONS}></t-field>
    <t-field label="In your words" name="text" rows="3" maxlength="2000"></t-field>`;
  const isDone = await ask('Report this item', body, 'Report', (data) =>
    market.post('/reports', { item_id: item.id, reason: data.get('reason'), text: data.get('text') }),
  );
  if (isDone) toast('Thank you. We will look into it.', { kind: 'good' });
}

/** From then on neither sees the other's items. Returns whether it was done. */
export async function block(person) {
  if (!(await signedIn('Sign in to block somebody.'))) return false;
  const isSure = await confirm({
    heading: `Block ${person.display_name}?`,
    text: 'Neither of you will see the other’s items, and open requests between you are cancelled.',
    action: 'Block',
    danger: true,
  });
  if (!isSure) return false;
  await market.call(`/users/${person.id}/block`, { method: 'POST' });
  toast(`${person.display_name} is blocked`, {
    action: 'Undo',
    act: () => market.call(`/users/${person.id}/block`, { method: 'DELETE' }),
  });
  return true;
}
