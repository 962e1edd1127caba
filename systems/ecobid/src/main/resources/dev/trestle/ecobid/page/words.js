// Words, amounts and times as people read them.
import { market } from './market.js';

/** The lowest and the highest first bid of an auction, in cents. */
export const MINIMUM = [500, 5000];

/** How long an auction may last, in hours. */
export const LENGTHS = [
  ['24', 'One day'],
  ['48', 'Two days'],
];

export const CATEGORIES = {
  furniture: 'Furniture',
  electronics: 'Electronics',
  clothing: 'Clothing',
  books: 'Books',
  home: 'Home',
  kids: 'Kids',
  sports: 'Sports',
  other: 'Other',
};

/** What an item's status means to somebody who looks at it. */
export const STATUSES = {
  available: 'Available',
  reserved: 'Reserved',
  confirmed: 'Pickup arranged',
  picked_up: 'Picked up',
  completed: 'Given away',
  expired: 'Not listed any more',
  withdrawn: 'Withdrawn',
};

export const RESERVATIONS = {
  entered: 'In the draw',
  waiting: 'In the queue',
  offered: 'It can be yours',
  reserved: 'Waiting for a pickup time',
  confirmed: 'Pickup arranged',
  picked_up: 'Picked up',
  completed: 'Yours',
  cancelled: 'Cancelled',
  declined: 'Declined',
  lapsed: 'Too late',
  not_chosen: 'Went to somebody else',
  no_show: 'No pickup',
};

export function plural(count, one, many = `${one}s`) {
  return `${count} ${count === 1 ? one : many}`;
}

/** An amount in the market's smallest unit. */
export function money(amount) {
  const currency = market.facts?.currency ?? 'EUR';
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits;
  const whole = amount % 10 ** digits === 0;
  return new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    minimumFractionDigits: whole ? 0 : digits,
  }).format(amount / 10 ** digits);
}

/** What somebody typed, in the smallest unit; NaN if it is not an amount. */
export function amountOf(text) {
  const currency = market.facts?.currency ?? 'EUR';
  const { maximumFractionDigits: digits } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  const cleaned = String(text).trim().replace(',', '.');
  if (!/^\d{1,9}(\.\d+)?$/.test(cleaned)) return NaN;
  return Math.round(Number(cleaned) * 10 ** digits);
}

/** An amount as it is typed. */
export function plainAmount(amount) {
  const currency = market.facts?.currency ?? 'EUR';
  const { maximumFractionDigits: digits } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  const value = amount / 10 ** digits;
  return Number.isInteger(value) ? String(value) : value.toFixed(digits);
}

export function distance(metres) {
  if (metres < 950) return `${Math.max(50, Math.round(metres / 50) * 50)} m`;
  return `${(metres / 1000).toFixed(metres < 9950 ? 1 : 0)} km`;
}

/** 2 d 4 h, 3 h 12 min, 4:05 */
export function left(until) {
  const seconds = Math.floor((new Date(until) - market.now()) / 1000);
  if (seconds <= 0) return 'ended';
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor((seconds % 86_400) / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  if (days > 0) return `${days} d ${hours} h`;
  if (hours > 0) return `${hours} h ${minutes} min`;
  return `${minutes}:${String(seconds % 60).padStart(2, '0')}`;
}

const dayAndTime = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});
const timeOnly = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** today at 18:30, tomorrow at 9:00, Wed, 4 Mar, 18:30 */
export function when(time) {
  const at = new Date(time);
  const today = new Date(market.now());
  const days = Math.round((midnight(at) - midnight(today)) / 86_400_000);
  if (days === 0) return `today at ${timeOnly.format(at)}`;
  if (days === 1) return `tomorrow at ${timeOnly.format(at)}`;
  return dayAndTime.format(at);
}

function midnight(time) {
  return new Date(time.getFullYear(), time.getMonth(), time.getDate()).getTime();
}

/** As <input type="datetime-local"> wants it. */
export function localInput(time) {
  const at = new Date(time);
  const two = (number) => String(number).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;
}
