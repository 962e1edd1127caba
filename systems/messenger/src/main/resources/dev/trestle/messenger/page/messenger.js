// The page: sign-in, the list of chats, and one of them or the settings beside it.
import { html, nothing } from 'lit';
import '/shared/parts/phone-sign-in.js';
import { Session } from '/shared/session.js';
import { Part, toast } from '/shared/trestle.js';
import './chat-picker.js';
import './list.js';
import { Model } from './model.js';
import { notify } from './notifications.js';
import './settings.js';
import './thread.js';

const ENDED = {
  revoked: 'You were signed out on this device. Sign in again to continue.',
  'signed-out': '',
  deleted: 'Your account has been deleted.',
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
    this.stage = this.session.isKnown ? 'starting' : 'sign-in';
    this.reason = '';
    this.version = 0;
    this.routed = () => (this.place = placeOf(location.hash));
    this.routed();
    this.pressed = (event) => this.press(event);
    this.returned = () => this.stage === 'unreachable' && this.begin();
    this.session.addEventListener('ended', (event) => this.ended(event.detail));
  }

  connectedCallback() {
    super.connectedCallback();
    addEventListener('hashchange', this.routed);
    addEventListener('online', this.returned);
    addEventListener('keydown', this.pressed);
    if (this.stage === 'starting') this.begin();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    removeEventListener('hashchange', this.routed);
    removeEventListener('online', this.returned);
    removeEventListener('keydown', this.pressed);
  }

  /** Ctrl+K, or Command+K: goes to a chat by name. */
  async press(event) {
    const isJump = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
    if (!isJump || this.stage !== 'in' || document.querySelector('t-dialog[open]')) return;
    event.preventDefault();
    const chat = await this.model.pickChat('Go to chat');
    if (chat) location.hash = `#/chat/${chat}`;
  }

  async begin() {
    this.stage = 'starting';
    const model = new Model(this.session);
    try {
      await model.start();
    } catch (error) {
      if (this.stage !== 'sign-in') this.stage = error.status === 401 ? 'sign-in' : 'unreachable';
      return;
    }
    this.model = model;
    model.pickChat = (heading) => this.querySelector('m-chat-picker').pick(heading);
    model.addEventListener('change', () => this.version++);
    model.addEventListener('said', ({ detail }) => notify(model, detail));
    model.addEventListener('notice', ({ detail }) => toast(detail.text, { kind: detail.kind }));
    this.stage = 'in';
  }

  ended(why) {
    this.model?.stop();
    this.model = undefined;
    this.reason = ENDED[why] ?? '';
    this.stage = 'sign-in';
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
      case 'sign-in':
        return html`<t-phone-sign-in
          .session=${this.session}
          heading="Messenger"
          icon="chat"
          reason=${this.reason}
          @in=${this.begin}
        ></t-phone-sign-in>`;
      case 'unreachable':
        return html`<t-state
          kind="offline"
          heading="The server cannot be reached"
          text="You stay signed in on this device."
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
      <m-chat-picker .model=${model}></m-chat-picker>
    </div>`;
  }

  pane() {
    const { model, place } = this;
    if (place.name === 'settings') return html`<m-settings .model=${model} .version=${this.version}></m-settings>`;
    if (place.name === 'chat') {
      if (this.chat) {
        return html`<m-thread .model=${model} .version=${this.version} chat=${place.chat} .place=${place}></m-thread>`;
      }
      if (!model.isListed) return html`<div class="thread" aria-busy="true"></div>`;
      return html`<t-state
        kind="locked"
        heading="You can’t see this chat"
        text="You may have left it or been removed from it."
        action="Back to your chats"
        @action=${() => (location.hash = '#/')}
      ></t-state>`;
    }
    const isEmpty = model.isListed && model.chats.size === 0;
    return html`<t-state
      icon="chat"
      heading=${isEmpty ? `Welcome, ${model.me.display_name}` : 'Choose a chat'}
      text=${isEmpty ? 'Chats you start or are added to appear on the left.' : 'Only the members of a chat can read it.'}
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
  const [, name, id, sequence] = hash.split('/');
  if (name === 'chat' && id) return { name: 'chat', chat: id, sequence: Number(sequence) || undefined };
  if (name === 'settings') return { name: 'settings' };
  return { name: 'list' };
}

customElements.define('m-app', App);
