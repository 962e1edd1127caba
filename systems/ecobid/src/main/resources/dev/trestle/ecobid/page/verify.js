// Recomputes a draw from what was published, with the browser's own cryptography.
const encoder = new TextEncoder();
const TWO_64 = 1n << 64n;
const ROUNDS_MAX = 1000n;

/**
 * Checks a draw that has taken place.
 *
 * @param {string} item the item's id
 * @param {{seed: string, commitment: string, winner?: string, entries: {id: string, nonce: string, withdrawn: boolean}[]}} draw
 * @returns {Promise<{isCommitted: boolean, winner: string|undefined, isSame: boolean, entries: number}>}
 */
export async function verify(item, draw) {
  const seed = bytesOf(draw.seed);
  const hash = await crypto.subtle.digest('SHA-256', joined(seed, encoder.encode(item)));
  const isCommitted = hexOf(hash) === draw.commitment;
  const entries = draw.entries.filter(({ withdrawn }) => !withdrawn);
  const winner = entries.length ? entries[await index(item, seed, entries)].id : undefined;
  return { isCommitted, winner, isSame: winner === draw.winner, entries: entries.length };
}

/** The first number that falls into a whole multiple of the entries, so that none is favoured. */
async function index(item, seed, entries) {
  const key = await crypto.subtle.importKey('raw', seed, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const message = `${item}\n${entries.map(({ id, nonce }) => `${id} ${nonce}\n`).join('')}`;
  const count = BigInt(entries.length);
  const below = TWO_64 - (TWO_64 % count);
  for (let k = 0n; k < ROUNDS_MAX; k++) {
    const code = await crypto.subtle.sign('HMAC', key, encoder.encode(`${message}#${k}`));
    const number = new DataView(code).getBigUint64(0);
    if (number < below) return Number(number % count);
  }
  throw new Error('No number was found.');
}

function joined(one, other) {
  const all = new Uint8Array(one.length + other.length);
  all.set(one);
  all.set(other, one.length);
  return all;
}

function bytesOf(hex) {
  return Uint8Array.from(hex.match(/../g) ?? [], (two) => Number.parseInt(two, 16));
}

function hexOf(buffer) {
  return Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
