// Days and hours as a list of messages shows them.
import { clock } from '/shared/format.js';

const DAY_MS = 86_400_000;

function startOfDay(time) {
  const date = new Date(time);
  date.setHours(0, 0, 0, 0);
  return date.getTime();
}

export function isSameDay(a, b) {
  return startOfDay(a) === startOfDay(b);
}

/** Today, Yesterday, Tuesday, 3 March 2026. */
export function day(time, now = Date.now()) {
  const days = Math.round((startOfDay(now) - startOfDay(time)) / DAY_MS);
  if (days === 0) return 'Today';
  if (days === 1) return 'Yesterday';
  const date = new Date(time);
  if (days > 1 && days < 7) return date.toLocaleDateString('en-GB', { weekday: 'long' });
  const isThisYear = date.getFullYear() === new Date(now).getFullYear();
  const year = isThisYear ? undefined : 'numeric';
  return date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year });
}

/** 14:05 today, Tue within a week, 3 Mar before. */
export function brief(time, now = Date.now()) {
  const days = Math.round((startOfDay(now) - startOfDay(time)) / DAY_MS);
  if (days <= 0) return clock(time);
  const date = new Date(time);
  if (days < 7) return date.toLocaleDateString('en-GB', { weekday: 'short' });
  const isThisYear = date.getFullYear() === new Date(now).getFullYear();
  const year = isThisYear ? undefined : '2-digit';
  return date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year });
}
