// The household: who is in it, how to invite others, its settings, and its own words.
import { html, nothing } from 'lit';
import { showErrors } from '/shared/parts/field.js';
import { toast } from '/shared/parts/toast.js';
import { home } from './home.js';
import { HomeSection } from './home-section.js';
import { LANGUAGES, chooseLanguage, chosenLanguage, count, t } from './language.js';
import { zones } from './welcome.js';

class HouseholdPage extends HomeSection {
  get kinds() {
    return ['decision', 'household'];
  }

  async fetch() {
    return (await home.get(`${home.chat}/aliases`)).aliases;
  }

  async save(event) {
    event.preventDefault();
    const form = event.target;
    try {
      const body = Object.fromEntries(new FormData(form));
      home.take((await home.patch(`/households/${home.household.id}`, body)).household);
      showErrors(form, undefined);
      toast(t.household.saved, { kind: 'good' });
    } catch (error) {
      const rest = showErrors(form, error);
      if (rest) toast(rest, { kind: 'bad' });
    }
  }

  async addWord(event) {
    event.preventDefault();
    const form = event.target;
    const { alias, activity } = Object.fromEntries(new FormData(form));
    if (!alias.trim()) return;
    try {
      await home.call(`${home.chat}/aliases/${encodeURIComponent(alias.trim())}`, { method: 'PUT', body: { activity } });
      form.querySelector('t-field[name="alias"]').value = '';
      showErrors(form, undefined);
      await this.load();
    } catch (error) {
      const rest = showErrors(form, error);
      if (rest) toast(rest, { kind: 'bad' });
    }
  }

  async removeWord({ alias }) {
    try {
      await home.call(`${home.chat}/aliases/${encodeURIComponent(alias)}`, { method: 'DELETE' });
      await this.load();
    } catch (error) {
      toast(error.message, { kind: 'bad' });
    }
  }

  render() {
    const { household } = home;
    return html`<div class="page narrow">
      ${this.head(household.name, count(household.members.length, t.household.memberCount))}
      <div class="stack loose">${this.members()} ${this.invite()} ${this.settings()} ${this.pageLanguage()} ${this.body()}</div>
    </div>`;
  }

  members() {
    return html`<section class="card flush" aria-label=${t.household.members}>
      <ul class="list">
        ${home.household.members.map(
          ({ id, name }) => html`<li class="plain">
            <t-avatar name=${name} size="small"></t-avatar>
            <span class="grow">${name}</span>
            ${home.isMe(id) ? html`<span class="badge">${t.household.you}</span>` : nothing}
          </li>`,
        )}
      </ul>
    </section>`;
  }

  invite() {
    const link = new URL(`#/join/${home.household.invite}`, location.href).href;
    return html`<section class="card stack" aria-labelledby="h-invite">
      <div>
        <h2 id="h-invite">${t.household.invite}</h2>
        <p class="muted small">${t.household.aboutInvite}</p>
      </div>
      <t-code text=${link} label=${t.household.inviteLink}></t-code>
    </section>`;
  }

  settings() {
    const { household } = home;
    return html`<form class="card stack" @submit=${this.save} novalidate aria-labelledby="h-settings">
      <h2 id="h-settings">${t.household.settings}</h2>
      <div class="pair">
        <t-field label=${t.household.name} name="name" maxlength="60" value=${household.name} required></t-field>
        <t-field
          label=${t.household.language}
          name="language"
          .options=${LANGUAGES}
          value=${household.language}
          hint=${t.household.aboutLanguage}
        ></t-field>
        <t-field
          label=${t.household.zone}
          name="zone"
          .options=${[...new Set([household.zone, ...zones()])]}
          value=${household.zone}
          hint=${t.household.aboutZone}
        ></t-field>
      </div>
      <div><button class="button">${t.page.save}</button></div>
    </form>`;
  }

  /** It takes effect at once, on this device only. */
  pageLanguage() {
    return html`<div class="card">
      <t-field
        label=${t.household.pageLanguage}
        .options=${[['', t.household.asHousehold], ...LANGUAGES]}
        value=${chosenLanguage()}
        hint=${t.household.aboutPageLanguage}
        @change=${({ target }) => {
          chooseLanguage(target.value);
          home.changed();
        }}
      ></t-field>
    </div>`;
  }

  content(aliases) {
    return html`<section class="card flush" aria-labelledby="h-words">
      <div class="card-head">
        <div>
          <h2 id="h-words">${t.household.words}</h2>
          <p>${t.household.aboutWords}</p>
        </div>
      </div>
      ${
        aliases.length
          ? html`<ul class="list">
              ${aliases.map((alias) => this.word(alias))}
            </ul>`
          : html`<p class="muted aside-empty">${t.household.noWords}</p>`
      }
      <form class="add-word" @submit=${this.addWord} novalidate>
        <t-field label=${t.household.written} name="alias" maxlength="40" placeholder=${t.household.writtenSample}></t-field>
        <t-field label=${t.household.meant} name="activity" .options=${home.choices()}></t-field>
        <button class="button">${t.household.add}</button>
      </form>
    </section>`;
  }

  word(alias) {
    return html`<li class="plain">
      <span class="grow">${t.page.quote(alias.alias)} <span class="muted">${t.household.means}</span> ${home.activity(alias.activity)}</span>
      ${alias.reliable ? nothing : html`<span class="badge">${t.household.confirmed(alias.confirmations)}</span>`}
      <span class="line-actions"><button
        type="button"
        class="button quiet small icon"
        aria-label=${t.household.forgetOne(alias.alias)}
        title=${t.household.forget}
        @click=${() => this.removeWord(alias)}
      >
        <t-icon name="trash"></t-icon>
      </button></span>
    </li>`;
  }
}

customElements.define('h-household', HouseholdPage);
