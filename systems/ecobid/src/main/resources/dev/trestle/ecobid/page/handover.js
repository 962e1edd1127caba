// What to do next about an item, for whoever looks at it: the giver, the receiver, or somebody else.
import { html, nothing } from 'lit';
import { Part } from '/shared/parts/part.js';
import { confirm } from '/shared/parts/dialog.js';
import { toast } from '/shared/parts/toast.js';
import { rate } from './dialogs.js';
import './left.js';
import { market } from './market.js';
import { signedIn } from './sign-in.js';
import { STATUSES, localInput, money, plural, when } from './words.js';

const NO_SHOW_MS = 30 * 60_000;
const OVER = ['cancelled', 'declined', 'lapsed', 'not_chosen'];

const SHARING = {
  draw: (item) =>
    item.draw_closes_at && new Date(item.draw_closes_at) > market.now()
      ? html`The draw takes place in <e-left until=${item.draw_closes_at}></e-left>.
        ${item.waiting ? `${plural(item.waiting, 'person has', 'people have')} entered so far.` : 'Nobody has entered yet.'}`
      : 'Nobody entered the draw, so the first person to ask gets it.',
  queue: (item) =>
    item.status === 'available'
      ? 'The first person to ask gets it; others can wait in a queue.'
      : `Somebody has it. ${item.waiting ? `${plural(item.waiting, 'person waits', 'people wait')} in the queue.` : 'You would be first in the queue.'}`,
  first: () => 'The first person to ask gets it.',
};

const DONE = {
  reserve: {
    entered: 'You are in the draw.',
    waiting: 'You are in the queue.',
    reserved: 'It is reserved for you. The giver will name a pickup time.',
  },
  accept: 'Good. The giver will name a pickup time.',
  confirm: 'Confirmed. They can see the time and the place now.',
  decline: 'Declined. Somebody else can have it.',
  cancel: 'Cancelled.',
  pickup: 'Enjoy it!',
  complete: 'Done. Thank you for giving!',
  'no-show': 'Noted. Somebody else can have it.',
};

/** <e-handover .item=${item}>: fires "moved" after every action. */
class Handover extends Part {
  static properties = { item: { attribute: false }, busy: { state: true }, isChanging: { state: true } };

  get reservation() {
    return this.item.reservation;
  }

  get other() {
    return (this.item.mine ? this.item.receiver : this.item.giver)?.display_name ?? 'the other side';
  }

  async attempt(what, call, words) {
    this.busy = what;
    try {
      const result = await call();
      const text = typeof words === 'function' ? words(result) : words;
      if (text) toast(text, { kind: 'good' });
      this.isChanging = false;
      this.tell('moved');
      return true;
    } catch (error) {
      toast(error.message, { kind: 'bad' });
      this.tell('moved');
      return false;
    } finally {
      this.busy = undefined;
    }
  }

  act(verb, body) {
    const path = `/reservations/${this.reservation.id}/${verb}`;
    return this.attempt(verb, () => market.post(path, body), DONE[verb]);
  }

  async reserve() {
    if (!(await signedIn('Sign in to continue. You will stay on this page.'))) return;
    // Nobody else knows the number that one brings to the draw.
    const nonce = Array.from(crypto.getRandomValues(new Uint32Array(3)), (part) => part.toString(36)).join('');
    await this.attempt(
      'reserve',
      () => market.post(`/items/${this.item.id}/reserve`, { nonce }),
      ({ reservation }) => DONE.reserve[reservation.status],
    );
  }

  async sure(verb, heading, text, action) {
    if (await confirm({ heading, text, action, danger: true })) await this.act(verb);
  }

  async complete() {
    const { id } = this.reservation;
    const name = this.other;
    if ((await this.act('complete')) && (await rate(id, name))) this.tell('moved');
  }

  async rate() {
    if (await rate(this.reservation.id, this.other)) this.tell('moved');
  }

  confirm(event) {
    event.preventDefault();
    const value = new FormData(event.target).get('pickup');
    if (!value) return;
    this.act('confirm', { pickup_at: new Date(value).toISOString() });
  }

  button(verb, words, click, kind = '') {
    return html`<button
      type="button"
      class="button ${kind}"
      aria-busy=${this.busy === verb ? 'true' : nothing}
      @click=${click}
    >
      ${words}
    </button>`;
  }

  panel(heading, body, actions = nothing, kind = '') {
    return html`<section class="card panel ${kind}" aria-label="What’s next">
      <h2>${heading}</h2>
      ${body}
      ${actions === nothing ? nothing : html`<div class="row wrap">${actions}</div>`}
    </section>`;
  }

  updated() {
    this.hidden = !this.firstElementChild; // leaves no gap where there is nothing to say
  }

  render() {
    const { item, reservation } = this;
    if (item.mine) return this.giver();
    if (reservation && !OVER.includes(reservation.status)) return this.receiver();
    if (item.mode === 'auction') return nothing;
    return this.stranger();
  }

  stranger() {
    const { item } = this;
    const isFree = item.status === 'available';
    const canWait = item.sharing === 'queue' && ['reserved', 'confirmed'].includes(item.status);
    const last = this.reservation?.status;
    if (!isFree && !canWait) {
      return this.panel(
        last === 'not_chosen' ? 'Somebody else gets it this time' : STATUSES[item.status],
        html`<p class="muted">Somebody else has this item.</p>`,
      );
    }
    if (last === 'declined') return this.panel('The giver has declined', html`<p class="muted">Look for something else nearby.</p>`);
    if (last === 'cancelled' && item.sharing === 'draw') {
      return this.panel('You left this draw', html`<p class="muted">You cannot rejoin a draw that you have left.</p>`);
    }
    return this.panel(
      html`<span class="badge good">Free</span>`,
      html`<p class="muted">${SHARING[item.sharing](item)}</p>`,
      this.button('reserve', canWait ? 'Join the queue' : 'I’d like it', this.reserve, 'primary full'),
    );
  }

  price() {
    const { price } = this.reservation;
    return price === undefined ? nothing : html`<p>Price: <strong>${money(price)}</strong></p>`;
  }

  receiver() {
    const { reservation: own, item } = this;
    const cancel = (words = 'I don’t want it any more') =>
      this.button(
        'cancel',
        words,
        () => this.sure('cancel', 'Let somebody else have it?', 'This cannot be undone.', 'Give it up'),
        'quiet',
      );
    switch (own.status) {
      case 'entered':
        return this.panel(
          'You are in the draw',
          html`<p class="muted">
            ${own.until ? html`Drawn in <e-left until=${own.until}></e-left>, ${when(own.until)}.` : nothing}
            We will tell you the result.
          </p>`,
          cancel('Leave the draw'),
        );
      case 'waiting':
        return this.panel(
          `You are number ${own.position} in the queue`,
          html`<p class="muted">When it is your turn you have 4 hours to say yes.</p>`,
          cancel('Leave the queue'),
        );
      case 'offered':
        return this.panel(
          item.mode === 'auction' ? 'You have won' : 'It can be yours',
          html`${this.price()}
            <p>Say yes within <e-left until=${own.until}></e-left>, or somebody else gets it.</p>`,
          html`${this.button('accept', 'Yes, I’ll take it', () => this.act('accept'), 'primary')} ${cancel('No, thanks')}`,
          'urgent',
        );
      case 'reserved':
        return this.panel(
          'Reserved for you',
          html`${this.price()}
            <p class="muted">
              ${this.other} will name a pickup time${own.until ? html` within <e-left until=${own.until}></e-left>` : nothing}.
              Then you will see where it is.
            </p>`,
          cancel(),
        );
      case 'confirmed':
        return this.panel(
          html`Pick it up ${when(own.pickup_at)}`,
          html`${this.price()} ${this.address()}`,
          html`${this.button('pickup', 'I have picked it up', () => this.act('pickup'), 'primary')}
          ${this.noShow('The giver was not there')} ${cancel('Cancel')}`,
          'urgent',
        );
      case 'picked_up':
        return this.panel('Picked up', html`<p class="muted">Enjoy it! Once the giver confirms, you can rate each other.</p>`);
      case 'no_show':
        return this.panel('The pickup did not take place', nothing, this.rating());
      default:
        return this.panel('It is yours', html`<p class="muted">Enjoy it!</p>`, this.rating());
    }
  }

  address() {
    const { pickup } = this.reservation;
    if (!pickup) return nothing;
    return html`<p class="address">
      <t-icon name="pin"></t-icon
      ><span>${pickup.address || 'The map shows the exact place.'}</span>
    </p>`;
  }

  noShow(words) {
    const { pickup_at } = this.reservation;
    if (!pickup_at || market.now() < new Date(pickup_at).getTime() + NO_SHOW_MS) return nothing;
    return this.button('no-show', words, () =>
      this.sure('no-show', `${words}?`, 'This is counted on their profile, and you can rate each other.', 'Report it'),
    );
  }

  rating() {
    return this.item.rated
      ? html`<span class="muted small">You have rated ${this.other}. Thank you.</span>`
      : this.button('rate', `Rate ${this.other}`, this.rate, 'primary');
  }

  giver() {
    const { reservation: of, item } = this;
    if (!of || OVER.includes(of.status)) return this.waiting();
    const name = this.other;
    const decline = this.button(
      'decline',
      'Decline',
      () => this.sure('decline', `Decline ${name}?`, 'Somebody else can have the item then.', 'Decline'),
      'quiet',
    );
    switch (of.status) {
      case 'offered':
        return this.panel(
          `${name} has been chosen`,
          html`${this.price()}<p class="muted">They have <e-left until=${of.until}></e-left> to say yes.</p>`,
        );
      case 'reserved':
        return this.panel(
          `${name} would like it`,
          html`${this.price()}
            <p class="muted">Name a pickup time. Only then do they see the exact place.</p>
            ${this.pickupForm(tomorrow())}`,
          decline,
          'urgent',
        );
      case 'confirmed':
        return this.panel(
          html`${name} comes ${when(of.pickup_at)}`,
          html`${this.price()} ${this.isChanging ? this.pickupForm(of.pickup_at) : nothing}`,
          html`${this.button('complete', 'It was picked up', this.complete, 'primary')}
          ${this.noShow(`${name} did not come`)}
          ${this.isChanging ? nothing : this.button('change', 'Another time', () => (this.isChanging = true), 'quiet')}
          ${decline}`,
        );
      case 'picked_up':
        return this.panel(
          `${name} has picked it up`,
          html`<p class="muted">Confirm it, and it is off your list.</p>`,
          this.button('complete', 'Confirm', this.complete, 'primary'),
          'urgent',
        );
      default:
        return this.panel(
          of.status === 'completed' ? `Given to ${name}` : 'The pickup did not take place',
          nothing,
          this.rating(),
        );
    }
  }

  pickupForm(time) {
    return html`<form class="row wrap pickup" @submit=${this.confirm}>
      <label class="field grow">
        <span class="label">Pickup time</span>
        <input
          type="datetime-local"
          name="pickup"
          required
          .value=${localInput(time)}
          min=${localInput(market.now())}
        />
      </label>
      <button class="button primary" aria-busy=${this.busy === 'confirm' ? 'true' : nothing}>Confirm</button>
    </form>`;
  }

  /** The giver's own item that nobody has yet. */
  waiting() {
    const { item } = this;
    if (item.status === 'expired') {
      return item.mode === 'free'
        ? this.panel(
            'It is no longer shown',
            html`<p class="muted">Is it still there? Show it for another 30 days.</p>`,
            this.button(
              'renew',
              'Show it again',
              () => this.attempt('renew', () => market.post(`/items/${item.id}/renew`, {}), 'It is shown again.'),
              'primary',
            ),
            'urgent',
          )
        : this.panel(
            'The auction is over',
            html`<p class="muted">If the winner did not answer, you can offer it to the next bidder.</p>`,
            this.button(
              'next',
              'Offer it to the next bidder',
              () => this.attempt('next', () => market.post(`/auctions/${item.auction.id}/offer-next`, {}), 'Offered.'),
              'primary',
            ),
          );
    }
    if (item.status !== 'available') return this.panel(STATUSES[item.status], nothing);
    if (item.mode === 'auction') return nothing;
    return this.panel(
      'Your item is listed',
      html`<p class="muted">${item.sharing === 'draw' ? SHARING.draw(item) : 'Nobody has asked for it yet. We will tell you when somebody does.'}</p>`,
    );
  }
}

function tomorrow() {
  const day = new Date(market.now() + 86_400_000);
  day.setHours(18, 0, 0, 0);
  return day;
}

customElements.define('e-handover', Handover);
