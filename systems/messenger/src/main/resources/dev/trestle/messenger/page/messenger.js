// The page: log in, the list of chats, one of them or the settings beside it.
import { html, nothing } from 'lit';
import { Part, toast } from '/shared/trestle.js';
import './list.js';
import './login.js';
import { Model } from './model.js';
import { Session } from './session.js';
import './settings.js';
import './thread.js';

const ENDED = {
  revoked: 'You were logged out on this device. Log in again to go on.',
  'logged-out': '',
  deleted: 'Your account is deleted.',
};

export class App extends Part {
  static properties = {
    place: { state: true },
    stage: { state: true },
    reason: { state: true },
    version: { state: true },
  };

  constructor() {
    super();
    this.session = new Session();
    this.stage = this.session.isKnown ? 'starting' : 'login';
    this.reason = '';
    this.version = 0;
    this.routed = () => (this.place = placeOf(location.hash));
    this.routed();
    this.returned = () => this.stage === 'unreachable' && this.begin();
    this.session.addEventListener('ended', (event) => this.ended(event.detail));
  }

  connectedCallback() {
    super.connectedCallback();
    addEventListener('hashchange', this.routed);
    addEventListener('online', this.returned);
    if (this.stage === 'starting') this.begin();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    removeEventListener('hashchange', this.routed);
    removeEventListener('online', this.returned);
  }

  async begin() {
    this.stage = 'starting';
    const model = new Model(this.session);
    try {
      await model.start();
    } catch (fault) {
      if (this.stage !== 'login') this.stage = fault.status === 401 ? 'login' : 'unreachable';
      return;
    }
    this.model = model;
    model.addEventListener('change', () => this.version++);
    model.addEventListener('notice', ({ detail }) => toast(detail.text, { kind: detail.kind }));
    this.stage = 'in';
  }

  ended(why) {
    this.model?.stop();
    this.model = undefined;
    this.reason = ENDED[why] ?? '';
    this.stage = 'login';
    if (location.hash) history.replaceState(null, '', location.pathname);
    this.routed();
  }

  updated() {
    document.body.dataset.place = this.stage === 'in' ? this.place.name : this.stage;
    const unread = this.model?.unread ?? 0;
    const at = this.stage === 'in' && this.chat ? `${this.model.title(this.chat)} · ` : '';
    document.title = `${unread ? `(${unread}) ` : ''}${at}Messenger · Trestle`;
  }

  get chat() {
    return this.model?.chats.get(this.place.chat);
  }

  render() {
    switch (this.stage) {
      case 'login':
        return html`<m-login .session=${this.session} reason=${this.reason} @in=${this.begin}></m-login>`;
      case 'unreachable':
        return html`<t-state
          kind="offline"
          heading="The server cannot be reached"
          text="You stay logged in on this device."
          action="Try again"
          @action=${this.begin}
        ></t-state>`;
      case 'starting':
        return html`<div class="panes" aria-busy="true">
          <section class="side" aria-label="Chats">${skeletons()}</section>
          <section class="pane"></section>
        </div>`;
      default:
        return this.panes();
    }
  }

  panes() {
    const { model, place } = this;
    return html`<div class="panes">
      <m-list
        class="side"
        .model=${model}
        .version=${this.version}
        current=${place.chat ?? nothing}
      ></m-list>
      <section class="pane" aria-label=${place.name === 'settings' ? 'Settings' : 'Chat'}>
        ${this.pane()}
      </section>
    </div>`;
  }

  pane() {
    const { model, place } = this;
    if (place.name === 'settings') return html`<m-settings .model=${model}></m-settings>`;
    if (place.name === 'chat') {
      if (this.chat) {
        return html`<m-thread .model=${model} .version=${this.version} chat=${place.chat}></m-thread>`;
      }
      if (!model.isListed) return html`<div class="thread" aria-busy="true"></div>`;
      return html`<t-state
        kind="locked"
        heading="This chat is not yours to see"
        text="You may have left it, or been removed from it."
        action="Back to your chats"
        @action=${() => (location.hash = '#/')}
      ></t-state>`;
    }
    const isEmpty = model.isListed && model.chats.size === 0;
    return html`<t-state
      icon="chat"
      heading=${isEmpty ? `Welcome, ${model.me.display_name}` : 'Choose a chat'}
      text=${isEmpty ? 'Chats you start or are added to appear on the left.' : 'What you write goes to who is in it, and to nobody else.'}
    ></t-state>`;
  }
}

export function skeletons() {
  return html`<div class="side-head"><span class="skeleton short"></span></div>
    <ul class="chats" aria-hidden="true">
      ${[1, 2, 3, 4, 5].map(
        () =>
          html`<li class="chat-skeleton">
            <span class="skeleton round"></span>
            <span class="grow stack tight">
              <span class="skeleton short"></span><span class="skeleton"></span>
            </span>
          </li>`,
      )}
    </ul>`;
}

function placeOf(hash) {
  const [, name, id] = hash.split('/');
  if (name === 'chat' && id) return { name: 'chat', chat: id };
  if (name === 'settings') return { name: 'settings' };
  return { name: 'list' };
}

customElements.define('m-app', App);
