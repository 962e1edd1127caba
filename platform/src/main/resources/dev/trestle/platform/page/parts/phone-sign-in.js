import { html, nothing } from 'lit';
import { inPageLanguage, texts } from '../texts.js';
import './avatar.js';
import { showErrors } from './field.js';
import { Part } from './part.js';

/**
 * <t-phone-sign-in .session=${session} heading="Messenger" icon="chat" reason="…">: asks for the phone
 * number, the login code and, from a new user, the name. Fires "in".
 */
export class PhoneSignIn extends Part {
  static properties = {
    session: { attribute: false },
    heading: {},
    icon: {},
    reason: {},
    step: { state: true },
    asked: { state: true },
    error: { state: true },
    isBusy: { state: true },
    wait: { state: true },
    people: { state: true },
  };

  constructor() {
    super();
    this.step = 'phone';
    this.wait = 0;
    this.people = [];
  }

  firstUpdated() {
    // Without an answer one signs in by number, which says what is wrong.
    this.session.demoPeople().then(
      (people) => (this.people = people),
      () => {},
    );
  }

  /** Signs in as a person of the demo, with the code that it shows. */
  continueAs(person) {
    this.attempt(this.querySelector('form'), async () => {
      const { dev_code: code } = await this.session.requestCode(person.phone_number);
      const login = await this.session.verify(person.phone_number, code);
      if (login.is_new_user) {
        const body = { display_name: person.display_name };
        await this.session.call('/users/me', { method: 'PATCH', body });
      }
      this.tell('in');
    });
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }

  /** Runs the action of a form and shows errors at its fields. */
  async attempt(form, act) {
    if (this.isBusy) return;
    this.isBusy = true;
    this.error = undefined;
    showErrors(form, undefined);
    try {
      await act(new FormData(form));
    } catch (error) {
      this.error = showErrors(form, inPageLanguage(error));
    } finally {
      this.isBusy = false;
    }
  }

  requestCode(event) {
    event.preventDefault();
    this.attempt(event.target, async (data) => {
      this.phone = String(data.get('phone_number')).replace(/[^\d+]/g, '');
      await this.request();
    });
  }

  async request() {
    this.asked = await this.session.requestCode(this.phone);
    this.phone = this.asked.phone_number;
    this.step = 'code';
    this.count(this.asked.retry_after_seconds);
    await this.updateComplete;
    this.querySelector('t-field[name="otp"]')?.updateComplete.then(() =>
      this.querySelector('input[name="otp"]')?.focus(),
    );
  }

  /** Counts down until another code may be requested. */
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
      // A code has five tries: do not waste one on an incomplete code.
      if (code.length !== 6) {
        throw Object.assign(new Error(), { fields: { otp: texts().signIn.sixDigits } });
      }
      let login;
      try {
        login = await this.session.verify(this.phone, code);
      } catch (error) {
        if (error.code === 'INVALID_OTP') error.fields = { otp: inPageLanguage(error).message };
        throw error;
      }
      if (!login.is_new_user) {
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
    return html`<div class="sign-in-page">
      <div class="card sign-in-card">
        <span class="sign-in-icon"><t-icon name=${this.icon ?? 'user'}></t-icon></span>
        ${{ phone: this.phoneStep, code: this.codeStep, name: this.nameStep }[this.step].call(this)}
      </div>
    </div>`;
  }

  problem() {
    return html`<div aria-live="polite">
      ${
        this.error
          ? html`<p class="notice bad"><t-icon name="alert"></t-icon><span>${this.error}</span></p>`
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
    const t = texts().signIn;
    return html`<h1>${this.heading}</h1>
      <p class="muted">${t.lead}</p>
      ${
        this.reason
          ? html`<p class="notice" role="status"><t-icon name="info"></t-icon><span>${this.reason}</span></p>`
          : nothing
      }
      ${this.people.map(
        (person) => html`<button type="button" class="button full" @click=${() => this.continueAs(person)}>
          <t-avatar size="small" name=${person.display_name}></t-avatar>${t.continueAs(person.display_name)}
        </button>`,
      )}
      <form class="stack" @submit=${this.requestCode} novalidate>
        <t-field
          label=${t.phone}
          name="phone_number"
          type="tel"
          inputmode="tel"
          autocomplete="tel"
          placeholder="+46 70 123 45 67"
          hint=${t.phoneHint}
          value=${this.phone ?? ''}
          required
        ></t-field>
        ${this.problem()} ${this.submit(t.request)}
      </form>`;
  }

  codeStep() {
    const t = texts().signIn;
    const code = this.asked?.dev_code;
    return html`<h1>${t.enterCode}</h1>
      <p class="muted">
        ${t.sentTo} <strong class="number">${this.phone}</strong>. ${t.expires}
      </p>
      ${
        code
          ? html`<div class="notice dev-code">
              <t-icon name="key"></t-icon>
              <span class="grow">${t.devCode} <strong class="mono">${code}</strong></span>
              <button type="button" class="button small" @click=${() => (this.querySelector('t-field').value = code)}>
                ${t.fillIn}
              </button>
            </div>`
          : nothing
      }
      <form class="stack" @submit=${this.verify} novalidate>
        <t-field
          class="code-field"
          label=${t.code}
          name="otp"
          inputmode="numeric"
          autocomplete="one-time-code"
          maxlength="7"
          required
        ></t-field>
        ${this.problem()} ${this.submit(t.signIn)}
        <div class="row between">
          <button type="button" class="button quiet small" @click=${() => (this.step = 'phone')}>
            ${t.otherNumber}
          </button>
          <button
            type="button"
            class="button quiet small"
            ?disabled=${this.wait > 0}
            @click=${this.again}
          >
            ${this.wait > 0 ? t.againIn(clockOf(this.wait)) : t.again}
          </button>
        </div>
      </form>`;
  }

  nameStep() {
    const t = texts().signIn;
    return html`<h1>${t.askName}</h1>
      <p class="muted">${t.nameLead}</p>
      <form class="stack" @submit=${this.name} novalidate>
        <t-field label=${t.name} name="display_name" autocomplete="name" maxlength="64" required></t-field>
        ${this.problem()} ${this.submit(t.continue)}
      </form>`;
  }
}

function clockOf(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

customElements.define('t-phone-sign-in', PhoneSignIn);
