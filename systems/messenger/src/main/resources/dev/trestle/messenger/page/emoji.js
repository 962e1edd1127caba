// Reactions that are offered, drawn here so that they look the same everywhere.
import { html, svg } from 'lit';
import { EMOJI } from './emoji-list.js';

const FACE = svg`<circle cx="12" cy="12" r="9.5" fill="#ffcc4d"></circle>`;
const EYES = svg`<ellipse cx="8.6" cy="10" rx="1.2" ry="1.7" fill="#664500"></ellipse>
  <ellipse cx="15.4" cy="10" rx="1.2" ry="1.7" fill="#664500"></ellipse>`;

const DRAWN = {
  '👍': ['Thumbs up', svg`<path fill="#ffcc4d" d="M8.8 10.6 12.3 3c1.7 0 2.6 1.2 2.3 2.9l-.6 3.3h4.6c1.4 0 2.3 1.2 2 2.5l-1.5 6.6c-.3 1.2-1.2 2-2.4 2H8.8Z"></path>
    <rect x="3" y="10.2" width="4.4" height="10.4" rx="1.2" fill="#f0a93b"></rect>`],
  '❤️': ['Heart', svg`<path fill="#e0394b" d="M12 20.5C5 15.6 2.8 12.400 2.800 8.900A4.800 4.800 0 0 1 12 7a4.800 4.800 0 0 1 9.200 1.900c0 3.500-2.200 6.700-9.200 11.600Z"></path>`],
  '😂': ['Laughing', svg`${FACE}<path d="M6.600 10.400c.6-1.400 2.800-1.400 3.400 0M14 10.400c.6-1.400 2.800-1.400 3.400 0" fill="none" stroke="#664500" stroke-width="1.400" stroke-linecap="round"></path>
    <path fill="#664500" d="M6.500 13h11c0 3.400-2.400 5.600-5.500 5.600S6.500 16.400 6.500 13Z"></path>
    <path fill="#5dadec" d="M4.300 11.500c-1.600 1.300-2.300 2.600-1.500 3.500s2.300.3 2.700-1.500Zm15.400 0c1.600 1.300 2.300 2.600 1.500 3.500s-2.300.3-2.700-1.500Z"></path>`],
  '😮': ['Surprised', svg`${FACE}${EYES}<ellipse cx="12" cy="16" rx="2.300" ry="2.900" fill="#664500"></ellipse>`],
  '😢': ['Sad', svg`${FACE}${EYES}<path d="M8.600 17.200c1.500-1.900 5.300-1.900 6.800 0" fill="none" stroke="#664500" stroke-width="1.400" stroke-linecap="round"></path>
    <path fill="#5dadec" d="M7.200 13c-1.300 1.700-1.900 2.900-1.200 3.900.6.900 1.900.9 2.500 0 .6-1 0-2.200-1.300-3.900Z"></path>`],
  '🎉': ['Party', svg`<path fill="#ffcc4d" d="m3 21 5.200-12.500 7.300 7.300Z"></path><path fill="#e0394b" d="m4.700 17 2.300 2.300-4 1.700Z"></path>
    <path d="M12 9c-.6-2 .4-4 2.500-5M15 12c1.600-1.600 4-1.800 6-.6M13.500 10.500 18 6" fill="none" stroke="#5dadec" stroke-width="1.500" stroke-linecap="round"></path>
    <circle cx="19.500" cy="4.500" r="1.300" fill="#77b255"></circle><circle cx="10" cy="4" r="1.200" fill="#e0394b"></circle><circle cx="19" cy="15.500" r="1.200" fill="#a377d9"></circle>`],
};

const NAMES = new Map(EMOJI.flatMap(([, all]) => all.map(([emoji, names]) => [emoji, names.split(',')[0]])));

export const REACTIONS = Object.keys(DRAWN);

/** What a reaction is called. */
export function called(reaction) {
  return DRAWN[reaction]?.[0] ?? NAMES.get(reaction) ?? reaction;
}

/** A reaction as a picture, or as the text it is where it is not one of these. */
export function drawn(reaction) {
  const found = DRAWN[reaction];
  if (!found) return html`<span aria-hidden="true">${reaction}</span>`;
  return html`<svg class="emoji" viewBox="0 0 24 24" aria-hidden="true" focusable="false">${found[1]}</svg>`;
}
