// Messages about an item, between its giver and each person who asks.
import { html, nothing } from 'lit';
import { Section } from '/shared/parts/section.js';
import { toast } from '/shared/parts/toast.js';
import { market } from './market.js';
import { signedIn } from './sign-in.js';

const FLAGS = { link: 'has a link', phone: 'has a phone number' };
const names = new Map();

async function nameOf(user) {
  if (!names.has(user)) {
    const found = market.get(`/users/${user}`).then(({ user: person }) => person.display_name);
    names.set(
      user,
      found.catch(() => 'Somebody'),
    );
  }
  return names.get(user);
}

/** <e-talk .item=${item}>: a stranger's thread with the giver; a giver sees all threads. */
class Talk extends Section {
  static properties = { item: { attribute: false }, isOpen: { state: true } };

  connectedCallback() {
    super.connectedCallback();
    this.heard = ({ detail }) => detail.type === 'notifications' && this.load();
    market.live.addEventListener('received', this.heard);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    market.live.removeEventListener('received', this.heard);
  }

  async fetch() {
    if (!market.isSignedIn) return { threads: [] };
    const { messages } = await market.get(`/items/${this.item.id}/messages`);
    const threads = new Map();
    for (const message of messages) {
      threads.set(message.with, [...(threads.get(message.with) ?? []), message]);
    }
    return {
      threads: await Promise.all(
        [...threads].map(async ([user, lines]) => ({
          user,
          name: this.item.mine ? await nameOf(user) : (this.item.giver?.display_name ?? 'The giver'),
          lines: lines.sort((one, other) => one.at.localeCompare(other.at)),
        })),
      ),
    };
  }

  async send(event, user) {
    event.preventDefault();
    const form = event.target;
    const text = new FormData(form).get('text').trim();
    if (!text || !(await signedIn('Sign in to write to the giver.'))) return;
    try {
      await market.post(`/items/${this.item.id}/messages`, user ? { text, with: user } : { text });
      form.reset();
      await this.load();
    } catch (error) {
      toast(error.message, { kind: 'bad' });
    }
  }

  render() {
    const threads = this.data?.threads ?? [];
    if (this.item.mine && !threads.length) return nothing;
    return html`<section class="stack talk" aria-label="Messages">
      <h2>${this.item.mine ? 'Messages' : 'Ask the giver'}</h2>
      ${this.fault ? html`<p class="notice bad">${this.fault.message}</p>` : nothing}
      ${threads.map((thread) => this.thread(thread))}
      ${this.item.mine || threads.length ? nothing : this.form()}
    </section>`;
  }

  thread({ user, name, lines }) {
    return html`<div class="card stack thread">
      ${this.item.mine ? html`<h3 dir="auto">${name}</h3>` : nothing}
      <ol class="lines">
        ${lines.map((line) => {
          const isOwn = (line.from === user) !== this.item.mine;
          return html`<li class=${isOwn ? 'own' : ''}>
            <span class="unseen">${isOwn ? 'You' : name}:</span>
            <span class="line" dir="auto">${line.text}</span>
            ${line.flags.map((flag) => html`<span class="badge warn">${FLAGS[flag]}</span>`)}
            <span class="tiny muted"><t-ago at=${line.at}></t-ago></span>
          </li>`;
        })}
      </ol>
      ${this.form(this.item.mine ? user : undefined)}
    </div>`;
  }

  form(user) {
    return html`<form class="row say" @submit=${(event) => this.send(event, user)}>
      <label class="grow">
        <span class="unseen">Message</span>
        <input class="input" name="text" dir="auto" maxlength="2000" autocomplete="off" placeholder="Is it still there?" required />
      </label>
      <button class="button" aria-label="Send"><t-icon name="send"></t-icon></button>
    </form>`;
  }
}

customElements.define('e-talk', Talk);
