// The shop's own server: the page, and a token for whoever is signed in. The admin key stays here.

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';

const { STAK = 'http://127.0.0.1:8080', TENANT = 'acme', ADMIN_KEY = '', PORT = '9000' } = process.env;

const FILES = new Map([
  ['/', { name: 'index.html', type: 'text/html; charset=utf-8' }],
  ['/main.js', { name: 'dist/main.js', type: 'text/javascript' }],
  ['/main.css', { name: 'dist/main.css', type: 'text/css' }],
]);

/** A real shop knows its user from a cookie. Here it is always ann. */
async function session() {
  const response = await fetch(`${STAK}/stack/admin/v1/${TENANT}/DEFAULT/tokens`, {
    method: 'POST',
    headers: { 'X-Api-Key': ADMIN_KEY, 'X-Admin-Id': 'shop', 'Content-Type': 'application/json' },
    body: JSON.stringify({ user_id: 'ann' }),
  });
  if (!response.ok) throw new Error(`Stak refuses: ${response.status}`);
  const { data } = await response.json();
  return { stak: STAK, tenant: TENANT, token: data.token };
}

const server = createServer(async ({ url = '/' }, response) => {
  const reply = (type = '', body = /** @type {string | Buffer} */ ('')) =>
    response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body);
  try {
    const file = FILES.get(url);
    if (file) reply(file.type, await readFile(new URL(file.name, import.meta.url)));
    else if (url === '/session') reply('application/json', JSON.stringify(await session()));
    else response.writeHead(404).end();
  } catch (fault) {
    console.error(fault);
    response.writeHead(502).end();
  }
});
server.listen(Number(PORT), '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  console.log(`http://127.0.0.1:${port}`);
});
