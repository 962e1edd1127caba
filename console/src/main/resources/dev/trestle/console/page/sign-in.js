// The operator signs in, where the server requires it.
import { html } from 'lit';
import { SignIn, api } from '/shared/trestle.js';

/** Dispatches `entered` once the password was right. */
class OperatorSignIn extends SignIn {
  icon = 'chart';
  heading = 'Sign in to the console';
  lead = 'See how the systems, their tables and their access patterns are doing.';

  fields() {
    return html`<t-field
      label="Operator's password"
      name="password"
      type="password"
      autocomplete="current-password"
      hint="It is in the file secrets/operator-password of the server's data folder."
      required
    ></t-field>`;
  }

  async enter({ password }) {
    await api.post('/operator/session', { password }, { tries: 1 });
    this.dispatchEvent(new Event('entered'));
  }

  errorsOf(error) {
    return error.offline ? {} : { password: error.message };
  }
}

customElements.define('c-sign-in', OperatorSignIn);
