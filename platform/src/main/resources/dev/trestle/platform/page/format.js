// Formats numbers and times for people.
const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const tenths = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** 12, 3.4, 18,204, 1.2M */
export function number(value) {
  if (value === null || value === undefined || Number.isNaN(value)) return '–';
  const size = Math.abs(value);
  if (size >= 1_000_000) return short.format(value);
  return size >= 100 || Number.isInteger(value) ? whole.format(value) : tenths.format(value);
}

/** All digits. */
export function exact(value) {
  return value === null || value === undefined ? '–' : value.toLocaleString('en');
}

/** 1 item, 2 items, 1,204 replies. */
export function count(value, one, many = `${one}s`) {
  return `${number(value)} ${value === 1 ? one : many}`;
}

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];

/** 12 B, 1 KB, 3.4 MB, as the command line writes them. */
export function bytes(value) {
  if (value === null || value === undefined) return '–';
  let unit = 0;
  let left = value;
  // 1,010 KB is 1 MB to people.
  while (left >= 999.5 && unit < UNITS.length - 1) {
    left /= 1024;
    unit++;
  }
  return `${number(left)} ${UNITS[unit]}`;
}

/** 340 µs, 12 ms, 1.4 s, 3 min, 5 h, 12 d. */
export function duration(seconds) {
  if (seconds === null || seconds === undefined) return '–';
  if (seconds === 0) return '0 s';
  if (seconds < 0.001) return `${whole.format(seconds * 1e6)} µs`;
  if (seconds < 1) return `${number(seconds * 1e3)} ms`;
  if (seconds < 60) return `${tenths.format(seconds)} s`;
  if (seconds < 3600) return `${whole.format(Math.floor(seconds / 60))} min`;
  if (seconds < 86_400) return `${whole.format(Math.floor(seconds / 3600))} h`;
  return `${whole.format(Math.floor(seconds / 86_400))} d`;
}

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });
const STEPS = [
  [60, 1, 'second'],
  [3600, 60, 'minute'],
  [86_400, 3600, 'hour'],
  [7 * 86_400, 86_400, 'day'],
];

/** now, 3 min. ago, yesterday; a date if it is long ago. */
export function ago(time, now = Date.now()) {
  const at = new Date(time);
  const seconds = (at.getTime() - now) / 1000;
  if (Number.isNaN(seconds)) return '–';
  if (Math.abs(seconds) < 10) return 'now';
  for (const [below, size, unit] of STEPS) {
    if (Math.abs(seconds) < below) return relative.format(Math.trunc(seconds / size), unit);
  }
  return at.toLocaleDateString('en', { year: 'numeric', month: 'short', day: 'numeric' });
}

// Created once: creating a formatter takes a hundred times as long as using it.
const hours = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const inFull = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

/** 14:05 */
export function clock(time) {
  return hours.format(new Date(time));
}

/** Date and time in full, in the local time zone. */
export function moment(time) {
  return inFull.format(new Date(time));
}
