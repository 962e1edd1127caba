// What somebody has to do next, from what they give, get and bid on. The most urgent comes first.
import { market } from './market.js';
import { money, when } from './words.js';

const NO_SHOW_MS = 30 * 60_000;

/**
 * @param data items, reservations with their items, bids with their items, and received items
 * @returns {{item, text: string, detail?: string, until?: string, isUrgent: boolean}[]}
 */
export function tasks({ items, reservations, bids, received }) {
  const found = [
    ...items.map(giving),
    ...reservations.map(({ reservation, item }) => getting(reservation, item)),
    ...bids.map(({ bid, item }) => bidding(bid, item)),
    ...received.filter(({ rated }) => !rated).map((item) => ({ item, text: `Rate ${nameOf(item.giver)}` })),
  ];
  return found
    .filter(Boolean)
    .map((task) => ({ isUrgent: false, ...task }))
    .sort((one, other) => other.isUrgent - one.isUrgent || (one.until ?? 'z').localeCompare(other.until ?? 'z'));
}

function nameOf(person) {
  return person?.display_name ?? 'the other side';
}

function giving(item) {
  const of = item.reservation;
  if (item.status === 'expired' && item.mode === 'free') return { item, text: 'Show it again, or withdraw it' };
  if (!of) return undefined;
  const name = nameOf(item.receiver);
  switch (of.status) {
    case 'reserved':
      return { item, text: `Name a pickup time for ${name}`, until: of.until, isUrgent: true };
    case 'confirmed':
      return isPast(of.pickup_at)
        ? { item, text: `Did ${name} pick it up?`, isUrgent: true }
        : { item, text: `${name} comes ${when(of.pickup_at)}` };
    case 'picked_up':
      return { item, text: `Confirm that ${name} has picked it up`, isUrgent: true };
    case 'completed':
    case 'no_show':
      return item.rated ? undefined : { item, text: `Rate ${name}` };
    default:
      return undefined;
  }
}

function getting(reservation, item) {
  switch (reservation.status) {
    case 'offered':
      return {
        item,
        text: item.mode === 'auction' ? 'You have won: say yes' : 'It can be yours: say yes',
        detail: reservation.price === undefined ? undefined : money(reservation.price),
        until: reservation.until,
        isUrgent: true,
      };
    case 'confirmed':
      return {
        item,
        text: isPast(reservation.pickup_at) ? 'Did you pick it up?' : `Pick it up ${when(reservation.pickup_at)}`,
        detail: reservation.pickup?.address,
        isUrgent: true,
      };
    default:
      return undefined;
  }
}

function bidding({ auction }, item) {
  if (auction.state !== 'active' || auction.leading) return undefined;
  return {
    item,
    text: `You were outbid: ${money(auction.next_minimum)} or more leads again`,
    until: auction.ends_at,
  };
}

function isPast(time) {
  return market.now() > new Date(time).getTime() + NO_SHOW_MS;
}
