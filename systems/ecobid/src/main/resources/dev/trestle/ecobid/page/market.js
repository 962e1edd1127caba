// What the whole page shares: the session, the API, the server's time, the place, notifications.
import { api, idempotencyKey } from '/shared/api.js';
import { SessionLive } from '/shared/session-live.js';
import { Session } from '/shared/session.js';

const ROOT = '/ecobid/v1';
const PLACE = 'ecobid.place';
const PHOTO_TRIES = 2;

/** Live events about what is shown now. */
class MarketLive extends SessionLive {
  #query = '';

  /** What the page shows: {lat, lon, radius} or {item}. Notifications come anyway. */
  watch(interest) {
    const query = new URLSearchParams(interest).toString();
    if (query === this.#query && this.state !== 'closed') return;
    this.#query = query;
    this.start();
  }

  get address() {
    return `${ROOT}/events?${this.#query}`;
  }

  get session() {
    return market.session;
  }

  authorization() {
    return market.authorization();
  }

  received(data, type) {
    if (type === 'ready') market.offset = new Date(data.now) - Date.now();
    if (type === 'notifications' || type === 'ready') market.loadNotifications();
  }
}

/** Fires "change" when something that several parts show has changed. */
class Market extends EventTarget {
  session = new Session();
  live = new MarketLive();
  /** The server's time minus this device's. */
  offset = 0;
  facts;
  me;
  unread = 0;
  favourites = new Set();
  #place = stored(PLACE);
  /** The latest request for the unread notifications. Answers to earlier ones are too late. */
  #counting;
  /** What is loaded after somebody has signed in. */
  #arriving;

  constructor() {
    super();
    this.session.addEventListener('ended', () => {
      this.me = undefined;
      this.unread = 0;
      this.#counting = undefined;
      this.favourites = new Set();
      this.live.start();
      this.changed();
    });
  }

  changed() {
    this.dispatchEvent(new CustomEvent('change'));
  }

  now() {
    return Date.now() + this.offset;
  }

  async start() {
    this.facts = await this.call('/market');
    this.offset = new Date(this.facts.now) - Date.now();
    if (this.session.isKnown) await this.arrive().catch(() => {});
    this.changed();
  }

  /** After somebody has signed in. */
  arrive() {
    this.#arriving = this.#load();
    return this.#arriving;
  }

  async #load() {
    this.me = (await this.call('/users/me')).user;
    const { items } = await this.call('/me/favourites');
    this.favourites = new Set(items);
    await this.loadNotifications();
    this.live.start();
    this.changed();
  }

  get isSignedIn() {
    return this.session.isKnown;
  }

  async loadNotifications() {
    if (!this.isSignedIn) return;
    const counting = (this.#counting = {});
    try {
      const { unread } = await this.call('/notifications');
      if (counting !== this.#counting) return;
      this.unread = unread;
      this.changed();
    } catch {
      // The next event asks again.
    }
  }

  async readNotifications() {
    await this.call('/notifications/read', { method: 'POST' });
    await this.loadNotifications();
  }

  async authorization() {
    if (!this.isSignedIn) return {};
    try {
      return { Authorization: `Bearer ${await this.session.token()}` };
    } catch {
      return {}; // Signed out meanwhile: a stranger may listen, too.
    }
  }

  /** Calls the API; as a stranger while nobody is signed in. */
  async call(path, options = {}, attempt = 1) {
    const token = this.isSignedIn ? await this.session.token() : undefined;
    try {
      return await api(ROOT + path, { ...options, token });
    } catch (error) {
      if (error.status !== 401 || !token) throw error;
      // By the server's clock the token may have expired before this device thinks so.
      if (attempt === 1) {
        this.session.expire();
        return this.call(path, options, 2);
      }
      this.session.end('revoked');
      throw error;
    }
  }

  get(path, query = {}) {
    const text = new URLSearchParams(query).toString();
    return this.call(text ? `${path}?${text}` : path);
  }

  /** Does something once, however often the network makes it be sent. */
  post(path, body) {
    return this.call(path, { method: 'POST', body, idempotencyKey: idempotencyKey() });
  }

  async upload(file) {
    const headers = { 'Content-Type': file.type || 'image/jpeg', ...(await this.authorization()) };
    for (let attempt = 1; ; attempt++) {
      const response = await fetch(`${ROOT}/photos`, { method: 'POST', headers, body: file });
      if (response.ok) return (await response.json()).photo;
      if (response.status === 503 && attempt < PHOTO_TRIES) continue;
      const { error } = await response.json().catch(() => ({}));
      throw new Error(error?.message ?? 'The photo could not be sent.');
    }
  }

  async favour(item, isOne) {
    await this.#arriving?.catch(() => {}); // The favourites that are loaded may lack it.
    await this.call(`/items/${item}/favourite`, { method: isOne ? 'POST' : 'DELETE' });
    if (isOne) this.favourites.add(item);
    else this.favourites.delete(item);
    this.changed();
  }

  /** Where somebody searches: {lat, lon, label}, or undefined while they have not said. */
  get place() {
    if (this.#place) return this.#place;
    const start = this.facts?.start;
    return start ? { ...start, label: 'Town centre' } : undefined;
  }

  set place(place) {
    this.#place = place;
    try {
      localStorage.setItem(PLACE, JSON.stringify(place));
    } catch {
      // It holds until the page is closed, then.
    }
    this.changed();
  }
}

function stored(name) {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? undefined;
  } catch {
    return undefined;
  }
}

export const market = new Market();
