// One's own: what to do next, then items, reservations, bids, favourites and wanted posts.
import { html, nothing } from 'lit';
import '/shared/parts/avatar.js';
import { Section } from '/shared/parts/section.js';
import { toast } from '/shared/parts/toast.js';
import './card.js';
import { picture } from './card.js';
import './left.js';
import { market } from './market.js';
import { tasks } from './tasks.js';
import './wanted.js';
import { RESERVATIONS, STATUSES, money, plural, when } from './words.js';

const TABS = [
  ['items', 'Items'],
  ['reservations', 'Reservations'],
  ['bids', 'Bids'],
  ['favourites', 'Favourites'],
  ['wanted', 'Wanted'],
  ['blocked', 'Blocked'],
];
const RATED_WITHIN_MS = 14 * 86_400_000;

/** An item that may be gone by now. */
async function itemOf(id) {
  try {
    return (await market.get(`/items/${id}`)).item;
  } catch {
    return undefined;
  }
}

class Mine extends Section {
  static properties = { tab: {} };

  connectedCallback() {
    super.connectedCallback();
    market.live.watch({});
    this.heard = ({ detail }) => ['notifications', 'ready', 'missed'].includes(detail.type) && this.load();
    market.live.addEventListener('received', this.heard);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    market.live.removeEventListener('received', this.heard);
  }

  async fetch() {
    const [{ items }, { reservations }, { bids }, { notifications }, { users: blocked }] = await Promise.all([
      market.get('/me/items'),
      market.get('/me/reservations'),
      market.get('/me/bids'),
      market.get('/notifications'),
      market.get('/me/blocks'),
    ]);
    const received = notifications.filter(
      ({ kind, at }) => kind === 'completed' && market.now() - new Date(at) < RATED_WITHIN_MS,
    );
    const ids = new Set([
      ...reservations.map(({ item_id }) => item_id),
      ...bids.map(({ auction }) => auction.item_id),
      ...received.map(({ item_id }) => item_id),
      ...market.favourites,
    ]);
    const found = await Promise.all([...ids].map(itemOf));
    const byId = new Map(found.filter(Boolean).map((item) => [item.id, item]));
    return {
      items: items.sort((one, other) => other.listed_at.localeCompare(one.listed_at)),
      reservations: reservations
        .map((reservation) => ({ reservation, item: byId.get(reservation.item_id) }))
        .filter(({ item }) => item),
      bids: bids.map((bid) => ({ bid, item: byId.get(bid.auction.item_id) })).filter(({ item }) => item),
      received: received.map(({ item_id }) => byId.get(item_id)).filter(Boolean),
      blocked,
      byId,
    };
  }

  render() {
    return html`<div class="page mine">
      <div class="page-head"><h1>Mine</h1></div>
      ${this.body()}
    </div>`;
  }

  content(data) {
    const next = tasks(data);
    return html`<div class="stack loose">
      <section class="stack tight" aria-label="To do">
        <h2>What’s next</h2>
        ${
          next.length
            ? html`<ul class="card flush list tasks">
                ${next.map(
                  ({ item, text, detail, until, isUrgent }) =>
                    html`<li>
                      <a href="#/item/${item.id}">
                        <span class="thumb">${picture(item.photos[0]?.thumb, item.category)}</span>
                        <span class="grow">
                          <strong>${text}</strong>
                          <span class="small muted">${item.title}${detail ? ` · ${detail}` : ''}</span>
                        </span>
                        ${until ? html`<span class="badge ${isUrgent ? 'warn' : ''}"><e-left until=${until}></e-left></span>` : nothing}
                        <t-icon name="chevron-right"></t-icon>
                      </a>
                    </li>`,
                )}
              </ul>`
            : html`<p class="muted">Nothing to do right now.</p>`
        }
      </section>
      <t-tabs
        label="Mine"
        .items=${TABS.map(([id, label]) => ({ id, label, href: `#/mine/${id}`, count: this.count(id, data) }))}
        selected=${this.tab}
      ></t-tabs>
      ${this.part(data)}
    </div>`;
  }

  count(id, data) {
    if (id === 'favourites') return market.favourites.size || undefined;
    return data[id]?.length || undefined;
  }

  part({ items, reservations, bids, blocked, byId }) {
    switch (this.tab) {
      case 'reservations':
        return this.rows(
          reservations.map(({ reservation, item }) => ({
            item,
            state: RESERVATIONS[reservation.status],
            detail: reservation.pickup_at
              ? when(reservation.pickup_at)
              : reservation.position
                ? `number ${reservation.position}`
                : '',
          })),
          'You have not asked for anything yet',
          'Look around, and say “I’d like it”.',
        );
      case 'bids':
        return this.rows(
          bids.map(({ bid, item }) => ({
            item,
            state: bid.auction.state === 'active' ? (bid.auction.leading ? 'You lead' : 'Outbid') : 'Ended',
            detail: `${money(bid.auction.price)}, your maximum ${money(bid.maximum)}`,
          })),
          'You have not bid on anything',
          'Auctions last a day or two.',
        );
      case 'favourites':
        return this.rows(
          [...market.favourites]
            .map((id) => byId.get(id))
            .filter(Boolean)
            .map((item) => ({ item, state: STATUSES[item.status], detail: '' })),
          'No favourites yet',
          'Press the heart of an item to find it here.',
        );
      case 'wanted':
        return html`<e-wanted></e-wanted>`;
      case 'blocked':
        return this.people(blocked);
      default:
        return this.rows(
          items.map((item) => ({
            item,
            state: STATUSES[item.status],
            detail: item.waiting ? `${plural(item.waiting, 'person', 'people')} waiting` : '',
          })),
          'You have not listed anything',
          'What do you no longer need?',
          ['Give something', '#/give'],
        );
    }
  }

  people(people) {
    if (!people.length) {
      return html`<div class="card">
        <t-state icon="lock" heading="You haven’t blocked anybody" text="You can block somebody from the menu beside their name. Neither of you sees the other’s items then."></t-state>
      </div>`;
    }
    return html`<ul class="card flush list">
      ${people.map(
        (person) => html`<li class="row">
          <t-avatar name=${person.display_name}></t-avatar>
          <strong class="grow">${person.display_name}</strong>
          <button type="button" class="button small" @click=${() => this.unblock(person)}>Unblock</button>
        </li>`,
      )}
    </ul>`;
  }

  async unblock({ id, display_name: name }) {
    try {
      await market.call(`/users/${id}/block`, { method: 'DELETE' });
      toast(`${name} is no longer blocked`, { kind: 'good' });
    } catch (error) {
      toast(error.message, { kind: 'bad' });
    }
    this.load();
  }

  rows(rows, heading, text, [action, href] = ['Look around', '#/']) {
    if (!rows.length) {
      return html`<div class="card">
        <t-state icon="leaf" heading=${heading} text=${text} action=${action} @action=${() => (location.hash = href)}></t-state>
      </div>`;
    }
    return html`<ul class="card flush list">
      ${rows.map(
        ({ item, state, detail }) =>
          html`<li>
            <a href="#/item/${item.id}">
              <span class="thumb">${picture(item.photos[0]?.thumb, item.category)}</span>
              <span class="grow">
                <strong>${item.title}</strong>
                <span class="small muted">${detail || html`listed <t-ago at=${item.listed_at}></t-ago>`}</span>
              </span>
              <span class="badge">${state}</span>
            </a>
          </li>`,
      )}
    </ul>`;
  }
}

customElements.define('e-mine', Mine);
