// Notifications, and a switch for each kind.
import { html, nothing } from 'lit';
import { Section } from '/shared/parts/section.js';
import { toast } from '/shared/parts/toast.js';
import { market } from './market.js';
import { when } from './words.js';

const KINDS = [
  ['nearby', 'New items in my neighbourhood', 'leaf'],
  ['wanted', 'Something I am looking for', 'search'],
  ['asked', 'Somebody would like my item', 'user'],
  ['chosen', 'I was chosen', 'check'],
  ['not_chosen', 'Somebody else was chosen', 'users'],
  ['confirmed', 'A pickup is arranged', 'clock'],
  ['declined', 'The giver has declined', 'close'],
  ['cancelled', 'The receiver has cancelled', 'close'],
  ['lapsed', 'Nobody answered in time', 'clock'],
  ['pickup', 'Pickup reminders', 'bell'],
  ['picked_up', 'My item was picked up', 'check'],
  ['completed', 'A handover is complete', 'check'],
  ['no_show', 'A pickup did not take place', 'alert'],
  ['outbid', 'I was outbid', 'gavel'],
  ['ending', 'An auction ends soon', 'clock'],
  ['won', 'I won an auction', 'gavel'],
  ['sold', 'My auction found a buyer', 'gavel'],
  ['unsold', 'My auction ended without a buyer', 'gavel'],
  ['stale', 'Is my item still there?', 'refresh'],
  ['message', 'Messages about items', 'chat'],
];
const ICONS = Object.fromEntries(KINDS.map(([id, , icon]) => [id, icon]));
const TIMED = ['confirmed', 'pickup'];

class Notifications extends Section {
  static properties = { version: {} };

  /** What was new when the page was opened or came since. It stays marked while the page is open. */
  fresh = new Set();
  changing = Promise.resolve();

  connectedCallback() {
    super.connectedCallback();
    market.live.watch({});
    this.heard = ({ detail }) => detail.type === 'notifications' && this.load();
    market.live.addEventListener('received', this.heard);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    market.live.removeEventListener('received', this.heard);
  }

  async fetch() {
    const [list, { user }] = await Promise.all([market.get('/notifications'), market.get('/users/me')]);
    for (const { id, read } of list.notifications) if (!read) this.fresh.add(id);
    if (list.unread) await market.readNotifications();
    return {
      list: list.notifications.map((each) => ({ ...each, read: !this.fresh.has(each.id) })),
      muted: user.muted,
      neighbourhood: user.neighbourhood,
    };
  }

  /** Changes are made one after the other: each builds on the one before. */
  change(act) {
    this.changing = this.changing.then(async () => {
      try {
        await act();
      } catch (error) {
        toast(error.message, { kind: 'bad' });
      }
      this.load();
    });
    return this.changing;
  }

  async edit(body) {
    const { user } = await market.call('/users/me', { method: 'PATCH', body });
    this.data = { ...this.data, muted: user.muted, neighbourhood: user.neighbourhood };
  }

  mute(kind, isOn) {
    return this.change(() => {
      const others = this.data.muted.filter((each) => each !== kind);
      return this.edit({ muted: isOn ? others : [...others, kind] });
    });
  }

  watchNeighbourhood(isOn) {
    const { lat, lon } = market.place;
    return this.change(() =>
      isOn
        ? this.edit({ neighbourhood: { lat, lon, radius: 5 } })
        : market.call('/users/me/neighbourhood', { method: 'DELETE' }),
    );
  }

  render() {
    return html`<div class="page notifications">
      <div class="page-head"><h1>Notifications</h1></div>
      ${this.body()}
    </div>`;
  }

  content({ list, muted, neighbourhood }) {
    return html`<div class="notification-sides">
      ${
        list.length
          ? html`<ul class="card flush list">
              ${list.map(
                (each) =>
                  html`<li class=${each.read ? '' : 'unread'}>
                    <a href=${each.item_id ? `#/item/${each.item_id}` : '#/'}>
                      <t-icon name=${ICONS[each.kind] ?? 'bell'}></t-icon>
                      <span class="grow">
                        ${each.text}
                        ${each.when && TIMED.includes(each.kind) ? html`<strong>${when(each.when)}</strong>` : nothing}
                      </span>
                      ${each.read ? nothing : html`<span class="badge accent">new</span>`}
                      <span class="tiny muted"><t-ago at=${each.at}></t-ago></span>
                    </a>
                  </li>`,
              )}
            </ul>`
          : html`<div class="card">
              <t-state icon="bell" heading="Nothing yet" text="What happens to your items and bids appears here."></t-state>
            </div>`
      }
      <section class="card stack" aria-label="Settings">
        <h2>Tell me about</h2>
        ${
          market.place
            ? html`<label class="switch">
                <input
                  type="checkbox"
                  role="switch"
                  .checked=${!!neighbourhood}
                  @change=${(event) => this.watchNeighbourhood(event.target.checked)}
                />
                <span>New items within 5 km of ${neighbourhood ? 'my place' : market.place.label}, once an hour at most</span>
              </label>`
            : nothing
        }
        <div class="switches">
          ${KINDS.map(
            ([id, name]) =>
              html`<label class="switch">
                <input
                  type="checkbox"
                  role="switch"
                  .checked=${!muted.includes(id)}
                  @change=${(event) => this.mute(id, event.target.checked)}
                />
                <span>${name}</span>
              </label>`,
          )}
        </div>
      </section>
    </div>`;
  }
}

customElements.define('e-notifications', Notifications);
