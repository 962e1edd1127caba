// A sign-in form.
import { html, nothing } from 'lit';
import { showErrors } from './field.js';
import './icon.js';
import { Part } from './part.js';

/**
 * A form to sign in, with what the page is for beside it. A subclass gives:
 *
 *   icon, heading, lead                  // what the page is for
 *   points() { return html`<li>…</li>`; } // optional
 *   fields() { return html`<t-field …>`; }
 *   async enter(values) { … }            // throws an ApiError if it is refused
 *   errorsOf(error) { return {key: '…'}; } // optional: what to say beside which field
 *   offer() { return html`…`; }          // optional: a way in without the form
 *   get notice() { return '…'; }         // optional: why one is signed out
 */
export class SignIn extends Part {
  static properties = { fault: { state: true }, busy: { state: true } };

  get notice() {
    return '';
  }

  points() {
    return nothing;
  }

  offer() {
    return nothing;
  }

  errorsOf(error) {
    return error.fields ?? {};
  }

  firstUpdated() {
    const first = [...this.querySelectorAll('t-field')].find((field) => !field.value);
    first?.updateComplete.then(() => first.focus());
  }

  async submit(event) {
    event.preventDefault();
    const values = Object.fromEntries([...new FormData(event.target)].map(([name, value]) => [name, value.trim()]));
    const missing = Object.entries(values).filter(([, value]) => !value);
    const fields = Object.fromEntries(missing.map(([name]) => [name, 'Required.']));
    this.fault = undefined;
    showErrors(event.target, { fields });
    if (!missing.length) await this.attempt(values);
  }

  /** Signs in, or says what is wrong. */
  async attempt(values) {
    const form = this.querySelector('form');
    this.busy = true;
    try {
      await this.enter(values);
    } catch (error) {
      const errors = this.errorsOf(error);
      if (Object.keys(errors).length) showErrors(form, { fields: errors });
      else this.fault = error.message;
    } finally {
      this.busy = false;
    }
  }

  render() {
    const notice = this.fault ?? this.notice;
    return html`<div class="sign-in">
      <div class="stack">
        <span class="sign-in-icon"><t-icon name=${this.icon}></t-icon></span>
        <h1>${this.heading}</h1>
        <p class="lead">${this.lead}</p>
        <ul class="points">${this.points()}</ul>
      </div>
      <form class="card stack" novalidate @submit=${this.submit} aria-label="Sign in">
        ${
          notice
            ? html`<p class="notice bad" role="alert"><t-icon name="alert"></t-icon>${notice}</p>`
            : nothing
        }
        ${this.offer()} ${this.fields()}
        <button class="button primary full" aria-busy=${this.busy ? 'true' : 'false'} ?disabled=${this.busy}>
          Sign in
        </button>
      </form>
    </div>`;
  }
}
