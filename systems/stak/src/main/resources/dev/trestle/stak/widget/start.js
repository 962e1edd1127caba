// Runs when the script is loaded: defines the elements, and creates an inbox for its own tag.

/** <stak-message> with its property `message`: one message as the inbox shows it, for previews. */
class StakMessage extends HTMLElement {
  #message;

  set message(message) {
    this.#message = message;
    if (this.isConnected) this.draw();
  }

  connectedCallback() {
    this.draw();
  }

  draw() {
    const root = dress(this);
    if (!this.#message) return;
    const title = h('p', { class: 'title', dir: 'auto' }, this.#message.message.title);
    root.append(h('div', { class: 'item new open preview' }, contentOf(this.#message, title)));
  }
}

/** Creates an inbox: mount({tenant, inbox, token, getToken, target, theme, accent, …}). */
function mount({ target, getToken, fetch, ...given }) {
  const made = document.createElement('stak-inbox');
  made.setAttribute('base', BASE);
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined) made.setAttribute(name.replace(/[A-Z]/g, (each) => `-${each.toLowerCase()}`), value);
  }
  made.getToken = getToken;
  made.fetch = fetch;
  const place = typeof target === 'string' ? document.querySelector(target) : target;
  if (place) place.append(made);
  return made;
}

/** Creates the script tag's inbox: at its target, beside the tag, or in a corner if that is in the head. */
function mountTag(tag) {
  const { target, ...given } = tag.dataset;
  const made = mount(given);
  if (target) return document.querySelector(target)?.append(made);
  if (!document.head.contains(tag)) return tag.after(made);
  made.setAttribute('floating', '');
  document.body.append(made);
}

if (!customElements.get('stak-inbox')) {
  customElements.define('stak-inbox', StakInbox);
  customElements.define('stak-message', StakMessage);
  window.Stak = { mount, stopPush };
}
if (TAG?.dataset.tenant) {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', () => mountTag(TAG));
  else mountTag(TAG);
}
