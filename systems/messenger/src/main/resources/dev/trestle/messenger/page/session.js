// Who is logged in on this device, and calls in their name.
import { ApiError, api, idempotencyKey } from '/shared/api.js';

export const ROOT = '/api/v1';
const DEVICE = 'trestle.messenger.device';
const REFRESH = 'trestle.messenger.refresh';
const LOCK = 'trestle.messenger.refresh';

/** An access token is renewed this long before it ends. */
const EARLY_MS = 60_000;

/**
 * The access token lives in memory only. The refresh token and the device's id are kept by the
 * browser, for all tabs: the server has one session for a device, so that a tab with a session of
 * its own would end that of the others.
 */
export class Session extends EventTarget {
  #access;
  #endsAt = 0;
  #renewal;
  /** What is to be said once the account is closed, or could not be. */
  #said;
  #isClosing = false;

  constructor() {
    super();
    this.device = kept(DEVICE) ?? keep(DEVICE, deviceId());
    addEventListener('storage', (event) => {
      if (event.key === REFRESH && !event.newValue) this.end('logged-out');
    });
  }

  /** Whether somebody was logged in here when the page was last open. */
  get isKnown() {
    return !!kept(REFRESH);
  }

  askForCode(phone) {
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

  /** A token that holds for a while yet. */
  async token() {
    if (this.#access && Date.now() < this.#endsAt - EARLY_MS) return this.#access;
    this.#renewal ??= this.#renew().finally(() => (this.#renewal = undefined));
    await this.#renewal;
    return this.#access;
  }

  /** A refresh token may be used once: of several tabs one goes after the other. */
  #renew() {
    const locks = navigator.locks;
    return locks ? locks.request(LOCK, () => this.#refresh()) : this.#refresh();
  }

  async #refresh() {
    const refresh = kept(REFRESH);
    if (!refresh) throw new ApiError(401, 'UNAUTHORIZED', 'Log in again.', {}, '');
    try {
      this.#take((await this.#bare('/auth/refresh', { refresh_token: refresh })).tokens);
    } catch (fault) {
      if (fault.status === 401 || fault.status === 403) this.end('revoked');
      throw fault;
    }
  }

  /** Calls the API. */
  async call(path, options = {}) {
    const headers = { 'X-Device-ID': this.device, ...options.headers };
    try {
      return await api(ROOT + path, { ...options, headers, token: await this.token() });
    } catch (fault) {
      // The only 401 of a call with a token: the session has ended elsewhere.
      if (fault.status === 401 && fault.code === 'UNAUTHORIZED') this.end('revoked');
      throw fault;
    }
  }

  /** The data of an answer that has one thing. */
  async one(path, options) {
    return (await this.call(path, options))?.data;
  }

  /** Streams what the server keeps of somebody into a file. */
  async download(path) {
    const response = await fetch(ROOT + path, {
      headers: { Authorization: `Bearer ${await this.token()}`, 'X-Device-ID': this.device },
    });
    if (!response.ok) throw new ApiError(response.status, 'FAILED', 'The export failed.', {}, '');
    return response.blob();
  }

  async logOut() {
    try {
      await this.call('/auth/logout', { method: 'POST', tries: 1 });
    } catch {
      // Offline, or ended already: this device forgets it all the same.
    }
    this.end('logged-out');
  }

  /** Deletes the account. Its socket is closed before that is done: until then nothing is said. */
  async close() {
    this.#isClosing = true;
    try {
      await this.call('/users/me', { method: 'DELETE' });
      this.#said = 'deleted';
    } finally {
      this.#isClosing = false;
      if (this.#said) this.end(this.#said);
    }
  }

  /** Forgets who is logged in. why: logged-out, revoked, deleted. */
  end(why) {
    this.#said = this.#isClosing ? why : undefined;
    if (this.#isClosing) return;
    const wasKnown = this.isKnown || this.#access;
    this.#access = undefined;
    this.#endsAt = 0;
    drop(REFRESH);
    if (wasKnown) this.dispatchEvent(new CustomEvent('ended', { detail: why }));
  }
}

/** Says what it is, so that people know their devices apart. */
function deviceId() {
  const said = navigator.userAgent;
  const find = (names) => names.find((name) => said.includes(name)) ?? 'other';
  const browser = find(['Firefox', 'Edg', 'Chrome', 'Safari']).replace('Edg', 'Edge');
  const system = find(['Android', 'iPhone', 'iPad', 'Windows', 'Mac', 'Linux']);
  return `web.${browser}.${system}.${idempotencyKey()}`;
}

function kept(name) {
  try {
    return localStorage.getItem(name) ?? undefined;
  } catch {
    return undefined; // No storage allowed: a reload logs out.
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
