// The page: sign-in, the list of chats, and one of them or the settings beside it.
import { html, nothing } from 'lit';
import '/shared/parts/phone-sign-in.js';
import { Session } from '/shared/session.js';
import { Part, toast } from '/shared/trestle.js';
import './chat-picker.js';
import { lookUp, size } from './join.js';
import './list.js';
import { Model } from './model.js';
import { notificationState, notify } from './notifications.js';
import { keepFiles } from './offline.js';
import { clearShown, startPush, stopPush } from './push.js';
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
    invite: { state: true },
  };

  constructor() {
    super();
    this.session = new Session();
    this.stage = this.session.isKnown ? 'starting' : 'sign-in';
    this.reason = '';
    this.version = 0;
    this.routed = () => this.route();
    this.routed();
    this.pressed = (event) => this.press(event);
    this.returned = () => this.stage === 'unreachable' && this.begin();
    this.session.addEventListener('ended', (event) => this.ended(event.detail));
    // Somebody clicked on a notification of the service worker.
    this.clicked = ({ data }) => data?.chat && (location.hash = `#/chat/${data.chat}`);
  }

  connectedCallback() {
    super.connectedCallback();
    addEventListener('hashchange', this.routed);
    addEventListener('online', this.returned);
    addEventListener('keydown', this.pressed);
    navigator.serviceWorker?.addEventListener('message', this.clicked);
    if (this.stage === 'starting') this.begin();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    removeEventListener('hashchange', this.routed);
    removeEventListener('online', this.returned);
    removeEventListener('keydown', this.pressed);
    navigator.serviceWorker?.removeEventListener('message', this.clicked);
  }

  /** Ctrl+K, or Command+K: goes to a chat by name. */
  async press(event) {
    const isJump = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
    if (!isJump || this.stage !== 'in' || document.querySelector('t-dialog[open]')) return;
    event.preventDefault();
    const chat = await this.model.pickChat('Go to chat');
    if (chat) location.hash = `#/chat/${chat}`;
  }

  /** Shows what the address says. */
  route() {
    this.place = placeOf(location.hash);
    const { token, chat } = this.place;
    if (chat) clearShown(chat).catch(() => {});
    if (token !== this.invite?.token) this.lookUp(token);
  }

  /** Looks at an invite link, also before the user has signed in. */
  async lookUp(token) {
    this.invite = token && { token };
    if (!token) return;
    const invite = await lookUp(token);
    if (token === this.invite?.token) this.invite = invite;
  }

  async begin() {
    this.stage = 'starting';
    const model = (this.starting = new Model(this.session));
    try {
      await model.start();
    } catch (error) {
      if (model === this.starting) this.stage = error.status === 401 ? 'sign-in' : 'unreachable';
      return;
    }
    // The session ended meanwhile.
    if (model !== this.starting) {
      model.stop();
      return;
    }
    this.model = model;
    keepFiles();
    // Again at each start: subscriptions change, and the server forgets old ones.
    if (notificationState() === 'on') startPush(this.session).catch(() => {});
    model.pickChat = (heading) => this.querySelector('m-chat-picker').pick(heading);
    model.addEventListener('change', () => this.version++);
    model.addEventListener('said', ({ detail }) => notify(model, detail));
    model.addEventListener('notice', ({ detail }) => toast(detail.text, { kind: detail.kind }));
    this.stage = 'in';
  }

  ended(why) {
    this.model?.stop();
    stopPush();
    this.model = this.starting = undefined;
    this.reason = ENDED[why] ?? '';
    this.stage = 'sign-in';
    if (location.hash && !this.invite) history.replaceState(null, '', location.pathname);
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

  /** Why the user has to sign in, or what is wrong with their invite link. */
  get problem() {
    return this.invite?.error?.status === 404 ? this.invite.error.message : this.reason;
  }

  render() {
    const group = this.invite?.group;
    switch (this.stage) {
      case 'sign-in':
        return html`<t-phone-sign-in
          .session=${this.session}
          heading=${group ? `Join ${group.chat_name}` : 'Messenger'}
          icon=${group ? 'users' : 'chat'}
          reason=${group ? `${size(group)}. Sign in to join.` : this.problem}
          @in=${this.begin}
        ></t-phone-sign-in>`;
      case 'unreachable':
        return html`<h1 class="unseen">Messenger</h1>
          <t-state
            kind="offline"
            heading=${navigator.onLine ? 'The server cannot be reached' : 'You are offline'}
            text="You stay signed in on this device. Your chats appear as soon as there is a connection."
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
      <section class="pane" aria-label=${{ settings: 'Settings', join: 'Invite link' }[place.name] ?? 'Chat'}>
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
    if (place.name === 'join' && this.invite) {
      return html`<m-join
        .model=${model}
        .version=${this.version}
        .invite=${this.invite}
        @again=${() => this.lookUp(place.token)}
      ></m-join>`;
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
  if (name === 'join' && id) return { name: 'join', token: id };
  if (name === 'settings') return { name: 'settings' };
  return { name: 'list' };
}

customElements.define('m-app', App);
