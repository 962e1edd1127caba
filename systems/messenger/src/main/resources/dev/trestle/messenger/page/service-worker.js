// A service worker. It keeps the files of the page, so that the page opens without a network, and
// nothing of what the API answers. It shows push messages while the page is closed.
const KEPT = 'messenger-files';
const FILES = /^\/(messenger|shared|lib)\//;

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

/** The page tells which files it has loaded; others are of an earlier version. */
self.addEventListener('message', (event) => event.waitUntil(keep(event.data)));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method === 'GET' && origin === location.origin && FILES.test(pathname)) {
    event.respondWith(newest(request));
  }
});

/** The server's, or the one that was kept if the server cannot be reached. */
async function newest(request) {
  const kept = await caches.open(KEPT);
  try {
    const response = await fetch(request);
    if (response.status === 200) await kept.put(request.url, response.clone());
    return response;
  } catch (error) {
    const found = await kept.match(request.url, { ignoreVary: true });
    if (found) return found;
    throw error;
  }
}

async function keep(addresses) {
  const kept = await caches.open(KEPT);
  for (const { url } of await kept.keys()) if (!addresses.includes(url)) await kept.delete(url);
  const missing = [];
  for (const each of addresses) if (!(await kept.match(each, { ignoreVary: true }))) missing.push(each);
  await kept.addAll(missing);
}

self.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(show(event.data.json()));
});

/** Shows a message, unless the page is in front, which shows it itself. One for each chat. */
async function show({ chat_id: chat, sequence, title, body }) {
  const pages = await self.clients.matchAll({ type: 'window' });
  if (pages.some(({ focused }) => focused)) return;
  const shown = await self.registration.getNotifications({ tag: chat });
  if (shown.some(({ data }) => data?.sequence >= sequence)) return;
  const icon = '/shared/sign.svg';
  await self.registration.showNotification(title, { body, icon, tag: chat, renotify: true, data: { chat, sequence } });
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.chat));
});

/** Opens the chat in the page that is open, or in a new one. */
async function open(chat) {
  const [page] = await self.clients.matchAll({ type: 'window' });
  if (!page) return self.clients.openWindow(`/messenger/#/chat/${chat}`);
  page.postMessage({ chat });
  return page.focus();
}
