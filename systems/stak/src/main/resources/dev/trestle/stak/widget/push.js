// Push messages to this browser, also while the site is closed. Mixed into the element.

const PUSH_OWNER = 'stak-push';
const PUSH_SCOPE = 'stak-push/';

/** The registration of the site's worker, which serves no page: its scope is a folder of its own. */
function pushScope(worker) {
  return new URL(PUSH_SCOPE, new URL(worker, location.href)).href;
}

async function pushSubscription(worker) {
  const registration = await navigator.serviceWorker?.getRegistration(pushScope(worker));
  return registration?.scope === pushScope(worker) ? registration.pushManager.getSubscription() : undefined;
}

/** Resolves once a worker runs, without which a browser does not subscribe. */
async function activeWorker(worker) {
  const registration = await navigator.serviceWorker.register(worker, { scope: pushScope(worker) });
  const next = registration.installing ?? registration.waiting;
  if (!registration.active && next) {
    await new Promise((resolve) => {
      next.addEventListener('statechange', () => next.state === 'activated' && resolve());
    });
  }
  return registration;
}

function pushOwner(value) {
  try {
    if (value === undefined) return localStorage.getItem(PUSH_OWNER);
    if (value) localStorage.setItem(PUSH_OWNER, value);
    else localStorage.removeItem(PUSH_OWNER);
  } catch {
    // No storage allowed: then the site must call Stak.stopPush itself.
  }
  return value;
}

/** Ends push messages to this browser. Sites call it when their user signs out. */
async function stopPush(worker) {
  pushOwner('');
  const known = await pushSubscription(worker);
  await known?.unsubscribe();
  return known?.endpoint;
}

Object.assign(StakInbox.prototype, {
  pushWorker() {
    return this.getAttribute('push-worker') || undefined;
  },

  /** Whose inbox this is, from the token. */
  async user() {
    this.client.token ??= await this.client.getToken(false);
    const [, claims] = (this.client.token ?? '').split('.');
    if (!claims) return undefined;
    const { sub } = JSON.parse(atob(claims.replace(/-/g, '+').replace(/_/g, '/')));
    return `${this.getAttribute('tenant')}/${this.getAttribute('inbox') ?? 'DEFAULT'}/${sub}`;
  },

  /** Another user of this browser must not see what is pushed for the one before. */
  async dropOthersPush() {
    const owner = this.pushWorker() && pushOwner();
    if (owner && owner !== (await this.user())) await stopPush(this.pushWorker());
  },

  /** What this browser can do, if the server pushes: {key, device}. */
  async pushState() {
    const { data } = await this.client.get('push');
    const key = data.public_key;
    if (!key) return undefined;
    const isAble = this.pushWorker() && navigator.serviceWorker && 'PushManager' in window && 'Notification' in window;
    if (!isAble) return { key, devices: data.devices };
    if (Notification.permission === 'denied') return { key, devices: data.devices, device: 'blocked' };
    const known = await pushSubscription(this.pushWorker());
    return { key, devices: data.devices, device: known ? 'on' : 'off' };
  },

  /** The browser asks its user, which it does only after a click. */
  async switchPush(isOn) {
    const { choices } = this;
    try {
      const words = isOn ? await this.startPush(choices.push.key) : await this.endPush();
      this.note = { words };
      choices.push = await this.pushState();
    } catch (fault) {
      this.note = { words: fault.name === 'AbortError' ? 'The browser cannot reach its push service.' : fault.message };
    }
    this.draw();
  },

  async startPush(key) {
    if ((await Notification.requestPermission()) !== 'granted') return 'Your browser blocks notifications of this site.';
    const { pushManager } = await activeWorker(this.pushWorker());
    const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const { endpoint, keys } = made.toJSON();
    await this.client.put('push', { endpoint, ...keys, subscribed: true });
    pushOwner(await this.user());
    return 'You get push messages on this device.';
  },

  async endPush() {
    const endpoint = await stopPush(this.pushWorker());
    if (endpoint) await this.client.put('push', { endpoint, subscribed: false });
    return 'Push notifications are off on this device.';
  },

  /** The settings of this device; none if it cannot have push messages. */
  pushChoices() {
    const { device } = this.choices.push ?? {};
    if (!device) return [];
    if (device === 'blocked') return [h('p', {}, 'Your browser blocks notifications of this site.')];
    return [this.toggle('push-device', 'Push messages on this device', device === 'on', (isOn) => this.switchPush(isOn))];
  },
});
