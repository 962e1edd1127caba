// Signing in where one is: a dialog over the page, which goes on afterwards.
import { html, render } from 'lit';
import '/shared/parts/dialog.js';
import '/shared/parts/phone-sign-in.js';
import { market } from './market.js';

/**
 * Asks the visitor to sign in, unless they are signed in already. Returns false if they changed
 * their mind.
 *
 * @param {string} reason what it is for, such as “Sign in to take part in the draw.”
 */
export async function signedIn(reason) {
  if (market.isSignedIn) return true;
  const dialog = document.createElement('t-dialog');
  dialog.heading = 'Sign in';
  dialog.className = 'sign-in-dialog';
  let isIn = false;
  render(
    html`<t-phone-sign-in
      .session=${market.session}
      heading="Who are you?"
      icon="user"
      reason=${reason}
      @in=${async () => {
        isIn = true;
        await market.arrive();
        dialog.close();
      }}
    ></t-phone-sign-in>`,
    dialog,
  );
  document.querySelector('#main').append(dialog);
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(isIn || market.isSignedIn);
    });
    dialog.show();
  });
}
