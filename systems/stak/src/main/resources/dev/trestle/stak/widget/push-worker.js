// Shows Stak's push messages. Service workers must come from the page's own origin, so the site has
// a file of its own that loads this one with importScripts.
(() => {
  self.addEventListener('install', () => self.skipWaiting());

  self.addEventListener('push', (event) => {
    if (event.data) event.waitUntil(show(event.data.json()));
  });

  const pages = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });

  /** Shows a message, unless the user is looking at the site, where the bell counts it. */
  async function show({ id, title, body, url }) {
    if ((await pages()).some(({ focused }) => focused)) return;
    await self.registration.showNotification(title, { body, tag: id, data: { url } });
  }

  self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(open(event.notification.data?.url));
  });

  /** Opens the message's link, or the site. */
  async function open(url) {
    if (url) return self.clients.openWindow(url);
    const [page] = await pages();
    return page ? page.focus() : self.clients.openWindow('/');
  }
})();
