import { html, nothing } from 'lit';
import { showErrors } from '/shared/parts/field.js';
import { Part } from '/shared/trestle.js';

/** <m-login .session=${session} reason="…">: number, code, and a name for who is new. Tells "in". */
export class Login extends Part {
  static properties = {
    session: { attribute: false },
    reason: {},
    step: { state: true },
    asked: { state: true },
    fault: { state: true },
    isBusy: { state: true },
    wait: { state: true },
  };

  constructor() {
    super();
    this.step = 'phone';
    this.wait = 0;
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }

  /** Does what a form asks for, and shows what was refused at its fields. */
  async attempt(form, act) {
    if (this.isBusy) return;
    this.isBusy = true;
    this.fault = undefined;
    showErrors(form, undefined);
    try {
      await act(new FormData(form));
    } catch (error) {
      this.fault = showErrors(form, error);
    } finally {
      this.isBusy = false;
    }
  }

  askForCode(event) {
    event.preventDefault();
    this.attempt(event.target, async (data) => {
      this.phone = String(data.get('phone_number')).replace(/[^\d+]/g, '');
      await this.request();
    });
  }

  async request() {
    this.asked = await this.session.askForCode(this.phone);
    this.phone = this.asked.phone_number;
    this.step = 'code';
    this.count(this.asked.retry_after_seconds);
    await this.updateComplete;
    this.querySelector('t-field[name="otp"]')?.updateComplete.then(() =>
      this.querySelector('input[name="otp"]')?.focus(),
    );
  }

  /** Counts down until another code may be asked for. */
  count(seconds) {
    clearInterval(this.timer);
    this.wait = seconds;
    this.timer = setInterval(() => {
      this.wait = Math.max(0, this.wait - 1);
      if (this.wait === 0) clearInterval(this.timer);
    }, 1000);
  }

  again() {
    this.attempt(this.querySelector('form'), () => this.request());
  }

  verify(event) {
    event.preventDefault();
    this.attempt(event.target, async (data) => {
      const code = String(data.get('otp')).replace(/\D/g, '');
      // Only five codes may be tried: half of one is not worth a try.
      if (code.length !== 6) {
        throw Object.assign(new Error(), { fields: { otp: 'The code has six digits.' } });
      }
      let answer;
      try {
        answer = await this.session.verify(this.phone, code);
      } catch (error) {
        if (error.code === 'INVALID_OTP') error.fields = { otp: error.message };
        throw error;
      }
      if (!answer.is_new_user) {
        this.tell('in');
        return;
      }
      this.step = 'name';
      await this.updateComplete;
      this.querySelector('t-field')?.updateComplete.then(() => this.querySelector('input')?.focus());
    });
  }

  name(event) {
    event.preventDefault();
    this.attempt(event.target, async (data) => {
      const body = { display_name: String(data.get('display_name')) };
      await this.session.call('/users/me', { method: 'PATCH', body });
      this.tell('in');
    });
  }

  render() {
    return html`<div class="login">
      <div class="card login-card">
        <span class="login-sign"><t-icon name="chat"></t-icon></span>
        ${{ phone: this.phoneStep, code: this.codeStep, name: this.nameStep }[this.step].call(this)}
      </div>
    </div>`;
  }

  problem() {
    return html`<div aria-live="polite">
      ${
        this.fault
          ? html`<p class="notice bad"><t-icon name="alert"></t-icon><span>${this.fault}</span></p>`
          : nothing
      }
    </div>`;
  }

  submit(words) {
    return html`<button class="button primary full" aria-busy=${this.isBusy ? 'true' : nothing}>
      ${words}
    </button>`;
  }

  phoneStep() {
    return html`<h1>Messenger</h1>
      <p class="muted">Log in with your phone number. You get a code.</p>
      ${
        this.reason
          ? html`<p class="notice" role="status"><t-icon name="info"></t-icon><span>${this.reason}</span></p>`
          : nothing
      }
      <form class="stack" @submit=${this.askForCode} novalidate>
        <t-field
          label="Phone number"
          name="phone_number"
          type="tel"
          inputmode="tel"
          autocomplete="tel"
          placeholder="+46 70 123 45 67"
          hint="With the country code."
          value=${this.phone ?? ''}
          required
        ></t-field>
        ${this.problem()} ${this.submit('Get a code')}
      </form>`;
  }

  codeStep() {
    const code = this.asked?.dev_code;
    return html`<h1>Enter the code</h1>
      <p class="muted">
        Sent to <strong class="number">${this.phone}</strong>. It holds for five minutes.
      </p>
      ${
        code
          ? html`<div class="notice dev-code">
              <t-icon name="key"></t-icon>
              <span class="grow">For development, no text message is sent. Your code is <strong class="mono">${code}</strong></span>
              <button type="button" class="button small" @click=${() => (this.querySelector('t-field').value = code)}>
                Fill in
              </button>
            </div>`
          : nothing
      }
      <form class="stack" @submit=${this.verify} novalidate>
        <t-field
          class="code-field"
          label="Code"
          name="otp"
          inputmode="numeric"
          autocomplete="one-time-code"
          maxlength="7"
          required
        ></t-field>
        ${this.problem()} ${this.submit('Log in')}
        <div class="row between">
          <button type="button" class="button quiet small" @click=${() => (this.step = 'phone')}>
            Another number
          </button>
          <button
            type="button"
            class="button quiet small"
            ?disabled=${this.wait > 0}
            @click=${this.again}
          >
            ${this.wait > 0 ? `Another code in ${clockOf(this.wait)}` : 'Another code'}
          </button>
        </div>
      </form>`;
  }

  nameStep() {
    return html`<h1>What are you called?</h1>
      <p class="muted">Others see this name, not your number.</p>
      <form class="stack" @submit=${this.name} novalidate>
        <t-field label="Name" name="display_name" autocomplete="name" maxlength="64" required></t-field>
        ${this.problem()} ${this.submit('Go on')}
      </form>`;
  }
}

function clockOf(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

customElements.define('m-login', Login);
