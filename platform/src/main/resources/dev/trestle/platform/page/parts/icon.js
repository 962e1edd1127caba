import { html, svg } from 'lit';
import { Part } from './part.js';

/** Stroked paths on a 24-pixel grid. */
const PATHS = {
  alert: ['M12 4 2.8 19.5h18.4Z', 'M12 10v4', 'M12 17v.01'],
  archive: ['M4 8v11h16V8', 'M3 4h18v4H3Z', 'M10 12h4'],
  'arrow-left': ['M19 12H5', 'm11 6-6 6 6 6'],
  'arrow-right': ['M5 12h14', 'm13 6 6 6-6 6'],
  bell: ['M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15Z', 'M10 21h4'],
  'bell-off': ['M6 16V11c0-1 .2-1.9.6-2.7M9 5.8A6 6 0 0 1 18 11v4', 'M15 18H4.5L6 16', 'M10 21h4', 'm4 4 16 16'],
  bolt: ['M13 3 5 14h6l-1 7 8-11h-6Z'],
  chart: ['M4 4v16h16', 'm8 14 3.5-4 3 2.5L19 7'],
  chat: ['M4 5h16v11H10l-4.5 4v-4H4Z', 'M8 9h8', 'M8 12h5'],
  check: ['m5 12.5 4.5 4.5L19 7.5'],
  checks: ['m3 12.5 4 4L15 8', 'm12 16 .5.5L21 8'],
  'chevron-down': ['m6 9 6 6 6-6'],
  'chevron-left': ['m15 6-6 6 6 6'],
  'chevron-right': ['m9 6 6 6-6 6'],
  'chevron-up': ['m6 15 6-6 6 6'],
  clock: ['M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17Z', 'M12 7.5V12l3 2'],
  close: ['m6 6 12 12', 'M18 6 6 18'],
  code: ['m8 7-5 5 5 5', 'm16 7 5 5-5 5', 'm13.5 5-3 14'],
  copy: ['M9 9h11v11H9Z', 'M5 15H4V4h11v1'],
  cpu: ['M6 6h12v12H6Z', 'M10 10h4v4h-4Z', 'M9 6V3M15 6V3M9 21v-3M15 21v-3M6 9H3M6 15H3M21 9h-3M21 15h-3'],
  database: ['M4 6c0-1.7 3.6-3 8-3s8 1.3 8 3-3.6 3-8 3-8-1.3-8-3Z', 'M4 6v12c0 1.7 3.6 3 8 3s8-1.3 8-3V6', 'M4 12c0 1.7 3.6 3 8 3s8-1.3 8-3'],
  device: ['M7 3h10v18H7Z', 'M11 18h2'],
  download: ['M12 4v11', 'm7 10.5 5 5 5-5', 'M5 20h14'],
  edit: ['M4 20h4L19.5 8.5l-4-4L4 16Z', 'm13 7 4 4'],
  external: ['M14 4h6v6', 'M20 4 11 13', 'M18 14v6H4V6h6'],
  file: ['M6 3h8l4 4v14H6Z', 'M14 3v4h4'],
  filter: ['M4 5h16l-6 8v6l-4-2v-4Z'],
  flame: ['M12 3c1 4 5 5.5 5 10.5a5 5 0 0 1-10 0c0-2 1-3.5 2-4.5.3 1.5 1 2 1.5 2.3C10.5 8 10.5 6 12 3Z'],
  gavel: ['m13 4 7 7-3 3-7-7Z', 'm12 9-8 8 2.5 2.5 8-8', 'M13 21h8'],
  gear: ['M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z', 'm10.3 3.5-.5 2.3-1.6.9-2.3-.7-1.7 3 1.8 1.6v1.8l-1.8 1.6 1.7 3 2.3-.7 1.6.9.5 2.3h3.4l.5-2.3 1.6-.9 2.3.7 1.7-3-1.8-1.6v-1.8l1.8-1.6-1.7-3-2.3.7-1.6-.9-.5-2.3Z'],
  heart: ['M12 20C5 15 3.5 12 3.5 9A4.4 4.4 0 0 1 12 7.5 4.4 4.4 0 0 1 20.5 9c0 3-1.5 6-8.5 11Z'],
  home: ['m3.5 11 8.5-7 8.5 7', 'M6 9.5V20h12V9.5', 'M10 20v-6h4v6'],
  inbox: ['M4 13 6.5 5h11L20 13v6H4Z', 'M4 13h5l1 2.5h4l1-2.5h5'],
  info: ['M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17Z', 'M12 11v5', 'M12 8v.01'],
  key: ['M8 11a4 4 0 1 0 0 8 4 4 0 0 0 0-8Z', 'm11 12 8-8', 'm16 7 3 3'],
  layers: ['m12 3 9 5-9 5-9-5Z', 'm3 12.5 9 5 9-5', 'm3 16.5 9 5 9-5'],
  leaf: ['M5 19C4 10 9 5 20 4c0 10-4 15-12 14', 'M5 20c1.5-5 4-8 9-10'],
  link: ['M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1', 'M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1-1'],
  list: ['M9 6h11', 'M9 12h11', 'M9 18h11', 'M4.5 6v.01', 'M4.5 12v.01', 'M4.5 18v.01'],
  lock: ['M5 11h14v9H5Z', 'M8 11V8a4 4 0 0 1 8 0v3'],
  logout: ['M14 4h5v16h-5', 'M4 12h10', 'm8 8-4 4 4 4'],
  mail: ['M3 6h18v12H3Z', 'm3.5 7 8.5 6 8.5-6'],
  menu: ['M4 7h16', 'M4 12h16', 'M4 17h16'],
  moon: ['M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z'],
  more: ['M5.5 12h.01', 'M12 12h.01', 'M18.5 12h.01'],
  paperclip: ['m19 11-7.5 7.5a4.6 4.6 0 0 1-6.5-6.5L12.8 4.2a3 3 0 0 1 4.3 4.3l-7.6 7.6a1.4 1.4 0 0 1-2-2L14 7.6'],
  phone: ['M5 4h4l1.5 4.5L8 10c1 2.5 3.5 5 6 6l1.5-2.5L20 15v4c0 .6-.4 1-1 1C11 20 4 13 4 5c0-.6.4-1 1-1Z'],
  photo: ['M4 5h16v14H4Z', 'm4 16 5-5 4 4 2.5-2.5L20 17', 'M15.5 9v.01'],
  pin: ['M9 4h6l-.5 6 3 3.5h-11l3-3.5Z', 'M12 13.5V21'],
  play: ['M7 4.5v15l12-7.5Z'],
  plus: ['M12 5v14', 'M5 12h14'],
  queue: ['M4 6h16', 'M4 11h16', 'M4 16h8', 'm16 14 4 3-4 3Z'],
  refresh: ['M20 11a8 8 0 0 0-14.5-3.5L4 9', 'M4 4v5h5', 'M4 13a8 8 0 0 0 14.5 3.5L20 15', 'M20 20v-5h-5'],
  reply: ['m9 6-6 5.5 6 5.5v-4c6 0 9 1.5 12 5-.5-6-4-9.5-12-10Z'],
  search: ['M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13Z', 'm15.5 15.5 5 5'],
  send: ['M4 4.5 21 12 4 19.5 6.5 12Z', 'M6.5 12H13'],
  shield: ['M12 3 5 6v5.5c0 4.5 3 7.5 7 9 4-1.5 7-4.5 7-9V6Z', 'm9 12 2 2 4-4'],
  smile: ['M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17Z', 'M8.5 14c1.7 2.5 5.3 2.5 7 0', 'M9.5 9.5v.01', 'M14.5 9.5v.01'],
  stream: ['M3 8c3-3 6-3 9 0s6 3 9 0', 'M3 15c3-3 6-3 9 0s6 3 9 0'],
  sun: ['M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8Z', 'M12 2.5V4.5M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4'],
  system: ['M3 5h18v11H3Z', 'M9 20h6', 'M12 16v4'],
  table: ['M3.5 5h17v14h-17Z', 'M3.5 10h17', 'M3.5 14.5h17', 'M9.5 10v9'],
  tag: ['M4 4h8l8 8-8 8-8-8Z', 'M8 8v.01'],
  trash: ['M4 7h16', 'M9 7V4h6v3', 'M6 7l1 13h10l1-13', 'M10 11v5', 'M14 11v5'],
  tree: ['M12 4v5', 'M5 20v-4h14v4', 'M12 16V9', 'M9.5 4h5', 'M3 20h4', 'M17 20h4'],
  user: ['M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8Z', 'M4.5 20c.5-4 3.5-6 7.5-6s7 2 7.5 6'],
  users: ['M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7Z', 'M2.5 19.5c.4-3.5 3-5.5 6.5-5.5s6 2 6.5 5.5', 'M15.5 5.3a3.5 3.5 0 0 1 0 6.5', 'M18 14.5c2 .8 3.2 2.5 3.5 5'],
  // Trestle's logo: a deck on legs.
  trestle: ['M2.5 7.5h19', 'M7.5 7.5 4 19.5', 'M16.5 7.5 20 19.5', 'M7.5 7.5l9.2 9.5', 'M16.5 7.5 7.3 17'],
};

/** All names, for the gallery. */
export const ICONS = Object.keys(PATHS);

/** The SVG alone, for use outside of pages. */
export function icon(name) {
  return html`<svg
    viewBox="0 0 24 24"
    width="1em"
    height="1em"
    fill="none"
    stroke="currentColor"
    stroke-width="1.75"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    ${(PATHS[name] ?? []).map((d) => svg`<path d=${d} stroke-width=${name === 'more' ? 2.5 : 1.75}></path>`)}
  </svg>`;
}

/**
 * <t-icon name="chat"></t-icon>: 1.25 times as large as the text beside it. A button with nothing
 * but an icon needs an aria-label.
 */
export class Icon extends Part {
  static properties = { name: {} };

  render() {
    return icon(this.name);
  }
}

customElements.define('t-icon', Icon);
