// Times as the household's clock shows them, in the page's language.
import { home } from './home.js';
import { locale, t } from './language.js';

const DAY_MS = 86_400_000;

// Created once: creating a formatter takes a hundred times as long as using it.
const formats = new Map();

function format(options, of = locale()) {
  const zone = home.household?.zone;
  const key = `${of} ${zone} ${JSON.stringify(options)}`;
  if (!formats.has(key)) {
    formats.set(key, new Intl.DateTimeFormat(of, { ...options, timeZone: zone }));
  }
  return formats.get(key);
}

/** 14:05 */
export function clock(at) {
  return format({ hour: '2-digit', minute: '2-digit' }).format(new Date(at));
}

/** 2026-11-17, in every language */
export function day(at) {
  return wall(at).slice(0, 10);
}

/** yesterday, today, tomorrow, or such as Tue 3 November. */
export function dayName(at, now = Date.now()) {
  const days = (Date.parse(day(at)) - Date.parse(day(now))) / DAY_MS;
  if (Math.abs(days) <= 1) return new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' }).format(days, 'day');
  return format({ weekday: 'short', day: 'numeric', month: 'long' }).format(new Date(at));
}

/** today at 14:05 */
export function moment(at) {
  return t.page.moment(dayName(at), clock(at));
}

/** The value of a datetime-local field: 2026-11-17T14:05 */
export function wall(at) {
  const options = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
  const parts = format(options, 'en-GB').formatToParts(new Date(at));
  const part = (type) => parts.find((each) => each.type === type).value;
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`;
}

/** The time at which the household's clock shows the value of a datetime-local field. */
export function fromWall(value) {
  const shown = Date.parse(`${value}:00Z`);
  const offset = (at) => Date.parse(`${wall(at)}:00Z`) - Math.floor(at / 60_000) * 60_000;
  const guess = shown - offset(shown);
  return new Date(shown - offset(guess)).toISOString();
}
