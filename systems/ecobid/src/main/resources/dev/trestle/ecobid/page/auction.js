// An auction while it runs: price, time left, one's own maximum.
import { html, nothing } from 'lit';
import { Part } from '/shared/parts/part.js';
import { toast } from '/shared/parts/toast.js';
import './left.js';
import { market } from './market.js';
import { signedIn } from './sign-in.js';
import { amountOf, money, plainAmount, plural, when } from './words.js';

const RESULTS = {
  ended: 'Sold',
  unsold: 'Ended below the reserve price',
  expired: 'Ended without a bid',
  withdrawn: 'Withdrawn',
};

/** <e-auction .item=${item}>: fires "moved" when its state has changed. */
class Auction extends Part {
  static properties = {
    item: { attribute: false },
    auction: { state: true },
    error: { state: true },
    busy: { state: true },
    isFresh: { state: true },
  };

  connectedCallback() {
    super.connectedCallback();
    this.heard = ({ detail }) => this.receive(detail.type, detail.data);
    market.live.addEventListener('received', this.heard);
    this.load();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.timer);
    market.live.removeEventListener('received', this.heard);
  }

  get path() {
    return `/auctions/${this.item.auction.id}`;
  }

  async load() {
    const request = (this.request = {});
    try {
      const { auction } = await market.get(this.path);
      if (request !== this.request) return;
      const before = this.auction?.state;
      this.auction = auction;
      this.plan();
      if (before && before !== auction.state) this.tell('moved');
    } catch (error) {
      if (!this.auction) this.error = error.message;
    }
  }

  /** At its end the auction is over, whether an event says so or not. */
  plan() {
    clearTimeout(this.timer);
    if (this.auction.state !== 'active') return;
    const wait = new Date(this.auction.ends_at) - market.now();
    if (wait < 86_400_000) this.timer = setTimeout(() => this.load(), Math.max(1000, wait + 500));
  }

  receive(type, data) {
    if (type === 'ready' || type === 'missed') this.load();
    if (type !== 'price' || data.item_id !== this.item.id || !this.auction) return;
    const { price, next_minimum, ends_at } = data;
    if (price !== this.auction.price) {
      this.isFresh = true;
      setTimeout(() => (this.isFresh = false), 1200);
    }
    this.auction = { ...this.auction, price, next_minimum, ends_at };
    this.load();
  }

  async bid(event) {
    event.preventDefault();
    const field = this.querySelector('t-field');
    field.error = undefined;
    const maximum = amountOf(field.value);
    if (Number.isNaN(maximum)) {
      field.error = 'Type an amount, such as 12.';
      return;
    }
    if (maximum < this.auction.next_minimum) {
      field.error = `The next bid is at least ${money(this.auction.next_minimum)}.`;
      return;
    }
    if (!(await signedIn('Sign in to bid. Nobody sees your maximum.'))) return;
    this.busy = true;
    try {
      const { bid, price } = await market.post(`${this.path}/bids`, { maximum });
      field.value = '';
      if (bid.leading) toast(`You are the highest bidder at ${money(price)}.`, { kind: 'good' });
      else toast(`Somebody else has a higher maximum. The price is now ${money(price)}.`);
    } catch (error) {
      if (error.code === 'TOO_LOW') field.error = 'Somebody bid in the meantime, so that is no longer enough.';
      else toast(error.message, { kind: 'bad' });
    }
    this.busy = false;
    await this.load();
  }

  render() {
    const { auction } = this;
    if (!auction) {
      return html`<div class="card panel">
        ${this.error ? html`<p class="notice bad">${this.error}</p>` : html`<span class="skeleton block"></span>`}
      </div>`;
    }
    const isOn = auction.state === 'active' && new Date(auction.ends_at) > market.now();
    return html`<section class="card panel auction" aria-label="Auction">
      <div class="row top between">
        <div>
          <p class="eyebrow">${isOn ? (auction.bids.length ? 'Price now' : 'Starts at') : 'Price'}</p>
          <p class="auction-price ${this.isFresh ? 'fresh' : ''}" aria-live="polite">
            ${money(auction.bids.length ? auction.price : auction.next_minimum)}
          </p>
        </div>
        <div class="auction-time">
          <p class="eyebrow">${isOn ? 'Time left' : 'Ended'}</p>
          <p class="auction-left">
            ${isOn ? html`<e-left until=${auction.ends_at}></e-left>` : when(auction.ends_at)}
          </p>
        </div>
      </div>
      ${isOn ? this.running() : html`<p class="badge">${RESULTS[auction.state] ?? 'Ended'}</p>`} ${this.history()}
    </section>`;
  }

  running() {
    const { auction } = this;
    const hasBid = auction.bids.some(({ bidder }) => bidder === 'you');
    return html`${
        auction.leading
          ? html`<p class="notice good">
              <t-icon name="check"></t-icon
              ><span>You are the highest bidder, up to ${money(auction.maximum)}.</span>
            </p>`
          : hasBid
            ? html`<p class="notice warn"><t-icon name="alert"></t-icon><span>You were outbid.</span></p>`
            : nothing
      }
      ${
        this.item.mine
          ? html`<p class="muted small">This is your auction.</p>`
          : html`<form class="bid" @submit=${this.bid} novalidate>
              <t-field
                label=${auction.leading ? 'Raise your maximum' : 'Your maximum'}
                name="maximum"
                inputmode="decimal"
                autocomplete="off"
                placeholder=${plainAmount(auction.next_minimum)}
                hint="At least ${money(auction.next_minimum)}. You only pay what it takes to beat the others."
              ></t-field>
              <button class="button primary full" aria-busy=${this.busy ? 'true' : nothing}>
                <t-icon name="gavel"></t-icon>Bid
              </button>
            </form>`
      }
      <p class="tiny muted">A bid in the last 5 minutes moves the end to 10 minutes after the old one.</p>`;
  }

  history() {
    const { bids } = this.auction;
    if (!bids.length) return html`<p class="muted small">No bids yet.</p>`;
    return html`<details class="history">
      <summary>${plural(bids.length, 'bid')}</summary>
      <ol>
        ${bids.map(
          ({ at, price, bidder }) =>
            html`<li>
              <span>${bidder}</span><span class="number">${money(price)}</span><t-ago at=${at}></t-ago>
            </li>`,
        )}
      </ol>
    </details>`;
  }
}

customElements.define('e-auction', Auction);
