// Web Push: notifications of messages that come while no page is open.
const WORKER_MS = 10_000;

/** Subscribing and unsubscribing take turns, so that what the user chose last is what holds. */
let turn = Promise.resolve();

function inTurn(act) {
  turn = turn.then(act, act);
  return turn;
}

/**
 * Subscribes this browser and tells the server. Returns what notifications are possible now: closed
 * (also while the page is closed), open (only while it is open) or unreachable (the same, because
 * the browser cannot reach its push service).
 */
export function startPush(session) {
  return inTurn(() => start(session));
}

/** Ends push messages to this browser. */
export function endPush(session) {
  return inTurn(async () => {
    await stopPush();
    await session.call('/push-subscription', { method: 'DELETE' });
  });
}

async function start(session) {
  if (!navigator.serviceWorker || !('PushManager' in window)) return 'open';
  const { public_key: key } = await session.one('/push-subscription');
  if (!key) return 'open';
  const { endpoint, keys } = (await subscription(key)) ?? {};
  if (!endpoint) return 'unreachable';
  await session.call('/push-subscription', { method: 'PUT', body: { endpoint, ...keys } });
  return 'closed';
}

async function subscription(key) {
  try {
    await navigator.serviceWorker.register('service-worker.js');
    const { pushManager } = await within(WORKER_MS, navigator.serviceWorker.ready);
    const known = await pushManager.getSubscription();
    if (known && keyOf(known) === key) return known.toJSON();
    await known?.unsubscribe();
    const options = { userVisibleOnly: true, applicationServerKey: key };
    return (await pushManager.subscribe(options)).toJSON();
  } catch (error) {
    console.info('No push messages', error);
    return undefined;
  }
}

function within(ms, promise) {
  const late = new Promise((_, fail) => setTimeout(() => fail(new Error('No service worker runs')), ms));
  return Promise.race([promise, late]);
}

/** The server's key that a subscription was made with. */
function keyOf({ options }) {
  const bytes = new Uint8Array(options.applicationServerKey ?? []);
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

/** Ends the subscription, so that nothing reaches this browser, whatever the server knows. */
export async function stopPush() {
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    const known = await registration?.pushManager?.getSubscription();
    await known?.unsubscribe();
  } catch (error) {
    console.info('Push messages did not end', error);
  }
}

/** Removes the notifications of a chat that is being looked at. */
export async function clearShown(chat) {
  const registration = await navigator.serviceWorker?.getRegistration();
  const shown = (await registration?.getNotifications({ tag: chat })) ?? [];
  for (const each of shown) each.close();
}
