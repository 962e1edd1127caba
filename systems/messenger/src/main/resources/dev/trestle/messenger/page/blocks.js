// People whom the user blocks.
import { html, nothing } from 'lit';
import { Part, confirm, toast } from '/shared/trestle.js';

/** As GET /blocks gives them: {user_id, display_name, created_at}. */
export class Blocks {
  all = [];
  #model;
  #loads = 0;

  constructor(model) {
    this.#model = model;
  }

  has(userId) {
    return this.all.some(({ user_id }) => user_id === userId);
  }

  /** Whether this is the direct chat with someone whom the user blocks. */
  isWith(chat) {
    return !!chat?.peer && this.has(chat.peer.user_id);
  }

  /** After a failure, the next connection loads them. */
  async load() {
    const run = ++this.#loads;
    const page = await this.#model.session.call('/blocks').catch(() => undefined);
    if (!page || run !== this.#loads) return;
    this.all = page.data;
    this.#model.changed();
  }

  async block(userId) {
    await this.#model.session.call(`/blocks/${userId}`, { method: 'POST' });
    await this.load();
  }

  async unblock(userId) {
    await this.#model.session.call(`/blocks/${userId}`, { method: 'DELETE' });
    await this.load();
  }
}

/** Blocks someone once the user has confirmed it. */
export async function block(model, userId) {
  const name = model.name(userId);
  const text =
    "You cannot write to each other directly, they cannot add you to groups, and what they say in groups is hidden. They won't be notified.";
  if (!(await confirm({ heading: `Block ${name}?`, text, action: 'Block', danger: true }))) return;
  await attempt(() => model.blocks.block(userId), `${name} is blocked`);
}

export function unblock(model, userId) {
  return attempt(() => model.blocks.unblock(userId), `${model.name(userId)} is no longer blocked`);
}

async function attempt(act, done) {
  try {
    await act();
    toast(done, { kind: 'good' });
  } catch (error) {
    toast(error.message, { kind: 'bad' });
  }
}

/** Blocking or unblocking someone, and reporting them, in a menu. */
export function safetyItems(model, userId) {
  const isBlocked = model.blocks.has(userId);
  return [
    isBlocked
      ? { id: 'unblock', label: 'Unblock', icon: 'lock' }
      : { id: 'block', label: 'Block', icon: 'lock', danger: true },
    { id: 'report', label: 'Report', icon: 'alert', danger: true },
  ];
}

/** Instead of the field for a new message. */
export function blockedBar(model, userId) {
  return html`<div class="composer blocked-bar">
    <p class="grow" dir="auto">You have blocked ${model.name(userId)}.</p>
    <button type="button" class="button" @click=${() => unblock(model, userId)}>Unblock</button>
  </div>`;
}

/** <m-blocked .model=${model}>: the blocked people, in the settings. */
export class Blocked extends Part {
  static properties = { model: { attribute: false }, version: { attribute: false } };

  render() {
    const { all } = this.model.blocks;
    return html`<section class="card">
      <div class="card-head"><h2>Blocked people</h2></div>
      ${all.length ? nothing : html`<p class="small muted">Nobody. You can block someone from the menu of a message or a member.</p>`}
      <ul class="people">
        ${all.map((person) => {
          const name = person.display_name ?? 'deleted user';
          return html`<li>
            <t-avatar size="small" name=${name}></t-avatar>
            <span class="grow cut" dir="auto">${name}</span>
            <button type="button" class="button small" aria-label="Unblock ${name}" @click=${() => unblock(this.model, person.user_id)}>
              Unblock
            </button>
          </li>`;
        })}
      </ul>
    </section>`;
  }
}

customElements.define('m-blocked', Blocked);
