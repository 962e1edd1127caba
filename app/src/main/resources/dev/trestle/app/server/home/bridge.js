import { html, svg } from 'lit';

const WIDTH = 480;
const HEIGHT = 260;
const DECK = 66;
const BENTS = [70, 155, 240, 325, 410];
const TIERS = 3;

/** Where the ground is: a valley. */
const ground = (x) => 112 + 57 * (1 - Math.cos((2 * Math.PI * x) / WIDTH));

/** A leg leans out by a tenth of its height. */
const leg = (x, side, y) => x + side * (13 + (y - DECK) * 0.1);

/** Where a leg meets the ground: it leans, and the ground slopes. */
function foot(x, side) {
  let y = ground(x);
  for (let step = 0; step < 8; step++) y = ground(leg(x, side, y));
  return y;
}

function bent(x) {
  const feet = { [-1]: foot(x, -1), 1: foot(x, 1) };
  const low = Math.min(feet[-1], feet[1]);
  const tiers = Array.from({ length: TIERS + 1 }, (_, tier) => DECK + ((low - DECK) * tier) / TIERS);
  const brace = (from, top, to, y) =>
    svg`<line class="brace" x1=${leg(x, from, top)} y1=${top} x2=${leg(x, to, y)} y2=${y}></line>`;
  return svg`
    ${tiers.slice(1, -1).map((y) => brace(-1, y, 1, y))}
    ${tiers.slice(1).map((y, tier) => [brace(-1, tiers[tier], 1, y), brace(1, tiers[tier], -1, y)])}
    ${[-1, 1].map(
      (side) => svg`<line class="leg" x1=${leg(x, side, DECK)} y1=${DECK} x2=${leg(x, side, feet[side])} y2=${feet[side]}></line>
        <circle class="joint" cx=${leg(x, side, DECK)} cy=${DECK} r="3.5"></circle>`,
    )}`;
}

/** A trestle over a valley, as on a blueprint. Decoration only. */
export function bridge() {
  const valley = Array.from({ length: 49 }, (_, i) => (i * WIDTH) / 48);
  const path = valley.map((x, i) => `${i ? 'L' : 'M'}${x} ${ground(x).toFixed(1)}`).join('');
  const lines = [];
  for (let x = 0; x <= WIDTH; x += 30) lines.push(svg`<line class="paper" x1=${x} x2=${x} y1="0" y2=${HEIGHT}></line>`);
  for (let y = 10; y <= HEIGHT; y += 30) lines.push(svg`<line class="paper" x1="0" x2=${WIDTH} y1=${y} y2=${y}></line>`);
  return html`<div class="bridge" aria-hidden="true">
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" fill="none" stroke-linecap="round">
      <defs>
        <radialGradient id="fade" cx="0.5" cy="0.5" r="0.6">
          <stop offset="0.3" stop-color="#fff"></stop>
          <stop offset="1" stop-color="#000"></stop>
        </radialGradient>
        <mask id="soft"><rect width=${WIDTH} height=${HEIGHT} fill="url(#fade)"></rect></mask>
      </defs>
      <g mask="url(#soft)">${lines}</g>
      <path class="ground" d=${path}></path>
      <line class="deck" x1="8" x2=${WIDTH - 8} y1=${DECK - 8} y2=${DECK - 8}></line>
      <line class="leg" x1="8" x2=${WIDTH - 8} y1=${DECK} y2=${DECK}></line>
      ${BENTS.map(bent)}
    </svg>
  </div>`;
}
