// Who is signed in: an administrator's key lives in this tab and nowhere else.
import { api } from '/shared/trestle.js';

const KEY = 'stak.session';
const NAMES = 'stak.names';

function stored(storage, name) {
  try {
    return JSON.parse(storage.getItem(name)) ?? undefined;
  } catch {
    return undefined; // No storage allowed, or something else's.
  }
}

function store(storage, name, value) {
  try {
    if (value === undefined) storage.removeItem(name);
    else storage.setItem(name, JSON.stringify(value));
  } catch {
    // It holds until the page is left then.
  }
}

class Session extends EventTarget {
  /** {tenant, inbox, admin, key}, or undefined. */
  who = stored(sessionStorage, KEY);
  reason = '';

  /** What was typed last, without the key. */
  get names() {
    return stored(localStorage, NAMES) ?? { tenant: '', inbox: 'DEFAULT', admin: '' };
  }

  /** Signs in if the key opens the tenant. */
  async open(who) {
    await this.send(who, `${encodeURIComponent(who.tenant)}/settings`, { tries: 1 });
    const { key: _, ...names } = who;
    store(localStorage, NAMES, names);
    this.become(who, '');
  }

  close(reason = '') {
    this.become(undefined, reason);
  }

  switchTo(inbox) {
    this.become({ ...this.who, inbox }, '');
  }

  become(who, reason) {
    this.who = who;
    this.reason = reason;
    store(sessionStorage, KEY, who);
    this.dispatchEvent(new Event('change'));
  }

  send(who, path, options) {
    const headers = { 'X-Api-Key': who.key, 'X-Admin-Id': who.admin };
    return api(`/stack/admin/v1/${path}`, { ...options, headers });
  }

  /** Opens a stream of the inbox's events. */
  stream(path, signal) {
    const { tenant, inbox, key, admin } = this.who;
    const names = [tenant, inbox].map(encodeURIComponent).join('/');
    const headers = { 'X-Api-Key': key, 'X-Admin-Id': admin, Accept: 'text/event-stream' };
    return fetch(`/stack/admin/v1/${names}/${path}`, { headers, signal, cache: 'no-store' });
  }

  /** Calls something of the inbox. */
  call(path, options = {}) {
    return this.known(`${encodeURIComponent(this.who.inbox)}/${path}`, options);
  }

  /** Calls something of the tenant. */
  async known(path, options = {}) {
    const { who } = this;
    try {
      return await this.send(who, `${encodeURIComponent(who.tenant)}/${path}`, options);
    } catch (fault) {
      if (fault.status === 401 && this.who === who) this.close('This key is no longer valid.');
      throw fault;
    }
  }
}

export const session = new Session();
