// The session of the person who is signed in on this device, shared by the pages of all systems.
import { ApiError, api, idempotencyKey } from './api.js';

export const ROOT = '/api/v1';
const DEVICE = 'trestle.device';
const REFRESH = 'trestle.refresh';
const LOCK = 'trestle.refresh';

/** An access token is renewed this long before it expires. */
const EARLY_MS = 60_000;

/**
 * The access token is kept in memory only. The refresh token and the device id are kept by the
 * browser, for all tabs and pages: a device has one session, so a tab with a session of its own
 * would end that of the others. Fires "ended" with the reason: signed-out, revoked or deleted.
 */
export class Session extends EventTarget {
  #access;
  #endsAt = 0;
  #renewal;
  /** Why the session ended while the account was being deleted. */
  #endedWhileClosing;
  #isClosing = false;

  constructor() {
    super();
    this.device = kept(DEVICE) ?? keep(DEVICE, deviceId());
    addEventListener('storage', (event) => {
      if (event.key === REFRESH && !event.newValue) this.end('signed-out');
    });
  }

  /** Whether someone was signed in here when the page was last open. */
  get isKnown() {
    return !!kept(REFRESH);
  }

  /** Whom visitors of a demo may be; nobody on any other server. */
  async demoPeople() {
    return (await api(`${ROOT}/auth/demo-people`)).data;
  }

  requestCode(phone) {
    return this.#bare('/auth/request-otp', { phone_number: phone });
  }

  async verify(phone, otp) {
    const data = await this.#bare('/auth/verify-otp', {
      phone_number: phone,
      otp,
      device_id: this.device,
    });
    this.#take(data.tokens);
    return data;
  }

  async #bare(path, body) {
    const headers = { 'X-Device-ID': this.device };
    return (await api(ROOT + path, { body, headers, tries: 1 })).data;
  }

  #take(tokens) {
    this.#access = tokens.access_token;
    this.#endsAt = Date.now() + tokens.expires_in * 1000;
    keep(REFRESH, tokens.refresh_token);
  }

  /** An access token that is valid for a while. */
  async token() {
    if (this.#access && Date.now() < this.#endsAt - EARLY_MS) return this.#access;
    this.#renewal ??= this.#renew().finally(() => (this.#renewal = undefined));
    await this.#renewal;
    return this.#access;
  }

  /** The server refuses the access token: the next call asks for another. */
  expire() {
    this.#endsAt = 0;
  }

  /** A refresh token works once, so tabs take turns. */
  #renew() {
    const locks = navigator.locks;
    return locks ? locks.request(LOCK, () => this.#refresh()) : this.#refresh();
  }

  async #refresh() {
    const refresh = kept(REFRESH);
    if (!refresh) throw new ApiError(401, 'UNAUTHORIZED', 'Sign in again.', {}, '');
    try {
      this.#take((await this.#bare('/auth/refresh', { refresh_token: refresh })).tokens);
    } catch (error) {
      if (error.status === 401 || error.status === 403) this.end('revoked');
      throw error;
    }
  }

  /** Calls the API, below /api/v1. */
  async call(path, options = {}) {
    const headers = { 'X-Device-ID': this.device, ...options.headers };
    try {
      return await api(ROOT + path, { ...options, headers, token: await this.token() });
    } catch (error) {
      // The session was ended on another device.
      if (error.status === 401 && error.code === 'UNAUTHORIZED') this.end('revoked');
      throw error;
    }
  }

  /** Calls the API and returns the data of the response. */
  async one(path, options) {
    return (await this.call(path, options))?.data;
  }

  /** Downloads a file. */
  async download(path) {
    const response = await fetch(ROOT + path, {
      headers: { Authorization: `Bearer ${await this.token()}`, 'X-Device-ID': this.device },
    });
    if (!response.ok) throw new ApiError(response.status, 'FAILED', 'The export failed.', {}, '');
    return response.blob();
  }

  async signOut() {
    try {
      await this.call('/auth/logout', { method: 'POST', tries: 1 });
    } catch {
      // Offline, or ended already: this device forgets the session anyway.
    }
    this.end('signed-out');
  }

  /** Deletes the account. Its socket closes before that is done, which is not reported on its own. */
  async close() {
    this.#isClosing = true;
    try {
      await this.call('/users/me', { method: 'DELETE' });
      this.#endedWhileClosing = 'deleted';
    } finally {
      this.#isClosing = false;
      if (this.#endedWhileClosing) this.end(this.#endedWhileClosing);
    }
  }

  /** Forgets the session. why: signed-out, revoked or deleted. */
  end(why) {
    this.#endedWhileClosing = this.#isClosing ? why : undefined;
    if (this.#isClosing) return;
    const wasKnown = this.isKnown || this.#access;
    this.#access = undefined;
    this.#endsAt = 0;
    drop(REFRESH);
    if (wasKnown) this.dispatchEvent(new CustomEvent('ended', { detail: why }));
  }
}

/** Names browser and system, so that people can tell their devices apart. */
function deviceId() {
  const agent = navigator.userAgent;
  const find = (names) => names.find((name) => agent.includes(name)) ?? 'other';
  const browser = find(['Firefox', 'Edg', 'Chrome', 'Safari']).replace('Edg', 'Edge');
  const system = find(['Android', 'iPhone', 'iPad', 'Windows', 'Mac', 'Linux']);
  return `web.${browser}.${system}.${idempotencyKey()}`;
}

function kept(name) {
  try {
    return localStorage.getItem(name) ?? undefined;
  } catch {
    return undefined; // No storage allowed: a reload signs out.
  }
}

function keep(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // As above.
  }
  return value;
}

function drop(name) {
  try {
    localStorage.removeItem(name);
  } catch {
    // As above.
  }
}
