// The operator's login, where the server asks for one.
import { html, nothing } from 'lit';
import { Part, api } from '/shared/trestle.js';

/** Asks for the password; tells by `entered` that it was right. */
class Login extends Part {
  static properties = { fault: { state: true }, busy: { state: true } };

  firstUpdated() {
    this.querySelector('t-field').updateComplete.then(() => this.querySelector('input').focus());
  }

  async enter(event) {
    event.preventDefault();
    const password = new FormData(event.target).get('password');
    this.busy = true;
    try {
      await api.post('/operator/session', { password }, { tries: 1 });
      this.dispatchEvent(new Event('entered'));
    } catch (fault) {
      this.fault = fault.message;
    } finally {
      this.busy = false;
    }
  }

  render() {
    return html`<form class="card login" @submit=${this.enter}>
      <h1>Operator's login</h1>
      <p>
        The password lies in the folder of the data, in <code>secrets/operator-password</code>.
      </p>
      <t-field
        label="Password"
        name="password"
        type="password"
        autocomplete="current-password"
        required
        error=${this.fault ?? nothing}
      ></t-field>
      <button class="button primary" ?disabled=${this.busy}>Log in</button>
    </form>`;
  }
}

customElements.define('c-login', Login);
