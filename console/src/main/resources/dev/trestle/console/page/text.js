// Texts and small templates that several sections share.
import { html, nothing } from 'lit';

/** Units and rates, with a sensible number of digits. */
export function rate(value) {
  if (value === undefined || value === null) return '–';
  if (value === 0) return '0';
  if (value < 0.005) return '< 0.01';
  if (value < 0.1) return value.toFixed(2);
  if (value < 10) return value.toFixed(1);
  return Math.round(value).toLocaleString('en');
}

/** A time given in milliseconds. */
export function millis(value) {
  if (value === undefined || value === null) return '–';
  if (value < 1) return `${Math.round(value * 1000)} µs`;
  if (value < 1000) return `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
  return `${(value / 1000).toFixed(1)} s`;
}

const DOLLARS = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' });
const CENTS = new Intl.NumberFormat('en', {
  style: 'currency',
  currency: 'USD',
  maximumSignificantDigits: 2,
});

export function dollars(value) {
  if (value === undefined || value === null) return '–';
  if (value === 0 || value >= 0.01) return DOLLARS.format(value);
  return value < 0.0001 ? '< $0.0001' : CENTS.format(value);
}

/** The literals and parts of a key, in different styles. */
export function segments(list) {
  return html`<span class="key-text"
    >${list.map(({ part, text, meaning }) =>
      part
        ? html`<span class="key-part" title=${meaning ? `${part}: ${meaning}` : part}>${text}</span>`
        : html`<span class="key-literal">${text}</span>`,
    )}</span
  >`;
}

/** A share as a thin bar, beside a text that says the same. */
export function share(part, whole) {
  const width = whole > 0 ? Math.max(0, Math.min(1, part / whole)) : 0;
  return html`<span class="share" aria-hidden="true"><i .style=${`--part: ${width}`}></i></span>`;
}

const SEVERITIES = { FAULT: 'bad', WARNING: 'warn', NOTE: '' };

export function severity(name) {
  return html`<span class="badge ${SEVERITIES[name]}">${name.toLowerCase()}</span>`;
}

/** The number of findings of each severity. */
export function findings({ faults, warnings, notes }) {
  if (faults + warnings + notes === 0) return html`<span class="badge good">no findings</span>`;
  const of = (count, look, one, many) =>
    count ? html`<span class="badge ${look}">${count} ${count === 1 ? one : many}</span>` : nothing;
  return html`${of(faults, 'bad', 'fault', 'faults')} ${of(warnings, 'warn', 'warning', 'warnings')}
  ${of(notes, '', 'note', 'notes')}`;
}

/** The hash of a section. */
export function link(...parts) {
  return `#/${parts.map(encodeURIComponent).join('/')}`;
}
