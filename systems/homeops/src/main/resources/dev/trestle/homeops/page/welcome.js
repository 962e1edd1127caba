// Before there is a household: signing in, making one, joining one.
import { html, nothing } from 'lit';
import { Part } from '/shared/parts/part.js';
import '/shared/parts/phone-sign-in.js';
import { showErrors } from '/shared/parts/field.js';
import { home } from './home.js';
import { LANGUAGES, language, t } from './language.js';
import { ASSISTANT_NAME } from './words.js';

/** Asks who one is. */
class Welcome extends Part {
  render() {
    return html`<div class="page welcome">
      <div class="stack">
        <p class="eyebrow">${ASSISTANT_NAME}</p>
        <h1>${t.welcome.heading}</h1>
        <p class="lead">${t.welcome.lead}</p>
        <ul class="points">
          <li><t-icon name="check"></t-icon><span>${t.welcome.languages}</span></li>
          <li><t-icon name="bell-off"></t-icon><span>${t.welcome.silence}</span></li>
          <li><t-icon name="refresh"></t-icon><span>${t.welcome.undo}</span></li>
          <li><t-icon name="lock"></t-icon><span>${t.welcome.balance}</span></li>
        </ul>
      </div>
      <t-phone-sign-in
        .session=${home.session}
        heading=${t.welcome.signIn}
        icon="home"
        @in=${() => home.arrive()}
      ></t-phone-sign-in>
    </div>`;
  }
}

/** Makes or joins a household. step: new, join, or empty for both. */
class Start extends Part {
  static properties = {
    step: {},
    invite: { attribute: false },
    error: { state: true },
    isBusy: { state: true },
  };

  async attempt(event, act) {
    event.preventDefault();
    if (this.isBusy) return;
    this.isBusy = true;
    this.error = undefined;
    const form = event.target;
    try {
      home.take((await act(Object.fromEntries(new FormData(form)))).household);
      location.hash = '#/';
    } catch (error) {
      this.error = { form: form.id, text: showErrors(form, error) };
    } finally {
      this.isBusy = false;
    }
  }

  make(event) {
    this.attempt(event, (body) => home.post('/households', body));
  }

  join(event) {
    this.attempt(event, ({ code, name }) =>
      home.post(`/invites/${encodeURIComponent(codeOf(code))}/join`, { name }),
    );
  }

  render() {
    const isJoining = this.step === 'join';
    return html`<div class="page narrow stack">
      <div class="page-head">
        <div>
          <h1>${isJoining ? t.start.join : this.step === 'new' ? t.start.isNew : t.start.welcome}</h1>
          <p>
            ${
              isJoining
                ? t.start.aboutJoin
                : t.start.aboutNew
            }
          </p>
        </div>
        ${home.household ? html`<a class="button" href="#/">${t.start.back(home.household.name)}</a>` : nothing}
      </div>
      ${isJoining ? nothing : this.makeCard()} ${this.step === 'new' ? nothing : this.joinCard()}
    </div>`;
  }

  problem(form) {
    return html`<div aria-live="polite">
      ${
        this.error?.form === form && this.error.text
          ? html`<p class="notice bad"><t-icon name="alert"></t-icon><span>${this.error.text}</span></p>`
          : nothing
      }
    </div>`;
  }

  makeCard() {
    return html`<form id="make" class="card stack" @submit=${this.make} novalidate>
      <h2>${t.start.make}</h2>
      <div class="pair">
        <t-field label=${t.start.household} name="name" maxlength="60" placeholder=${t.start.householdSample} required></t-field>
        <t-field
          label=${t.start.ownName}
          name="member_name"
          maxlength="60"
          autocomplete="given-name"
          value=${home.me?.display_name ?? ''}
          required
        ></t-field>
        <t-field label=${t.household.language} name="language" .options=${LANGUAGES} value=${language}></t-field>
        <t-field label=${t.household.zone} name="zone" .options=${zones()} value=${zone()}></t-field>
      </div>
      ${this.problem('make')}
      <div><button class="button primary" aria-busy=${this.isBusy ? 'true' : nothing}>${t.start.makeNow}</button></div>
    </form>`;
  }

  joinCard() {
    return html`<form id="join" class="card stack" @submit=${this.join} novalidate>
      <h2>${t.start.joinByInvite}</h2>
      <div class="pair">
        <t-field
          label=${t.start.invite}
          name="code"
          maxlength="200"
          placeholder=${t.start.inviteSample}
          value=${this.invite ?? ''}
          required
        ></t-field>
        <t-field
          label=${t.start.calledName}
          name="name"
          maxlength="60"
          autocomplete="given-name"
          value=${home.me?.display_name ?? ''}
          required
        ></t-field>
      </div>
      ${this.problem('join')}
      <div><button class="button ${this.step === 'join' ? 'primary' : ''}" aria-busy=${this.isBusy ? 'true' : nothing}>${t.start.joinNow}</button></div>
    </form>`;
  }
}

/** The code at the end of an invite's link, or the code itself. */
function codeOf(text) {
  return text.trim().split('/').at(-1).toLowerCase() || '-';
}

function zone() {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zones().includes(own) ? own : 'Europe/Stockholm';
}

export function zones() {
  return Intl.supportedValuesOf('timeZone');
}

customElements.define('h-welcome', Welcome);
customElements.define('h-start', Start);
