// The signed-in administrator. The key is kept in this tab and nowhere else.
import { api } from '/shared/trestle.js';

const KEY = 'stak.session';
const NAMES = 'stak.names';
const PREFIX = '/stack/admin/v1';

function stored(storage, name) {
  try {
    return JSON.parse(storage.getItem(name)) ?? undefined;
  } catch {
    return undefined; // Storage is not allowed, or holds something else.
  }
}

function store(storage, name, value) {
  try {
    if (value === undefined) storage.removeItem(name);
    else storage.setItem(name, JSON.stringify(value));
  } catch {
    // Then it lasts until the page is closed.
  }
}

function headersOf({ key, admin }) {
  return { 'X-Api-Key': key, 'X-Admin-Id': admin };
}

class Session extends EventTarget {
  /** {tenant, inbox, admin, key}, or undefined. */
  who = stored(sessionStorage, KEY);
  reason = '';

  /** What was typed at the last sign-in, without the key. */
  get names() {
    return stored(localStorage, NAMES) ?? { tenant: '', inbox: 'DEFAULT', admin: '' };
  }

  /** Signs in, if the key is valid for the tenant and the tenant has the inbox. */
  async open(who) {
    const inbox = [who.tenant, who.inbox].map(encodeURIComponent).join('/');
    await this.send(who, `${inbox}/messages?limit=1`, { tries: 1 });
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

  expire() {
    this.close('This key is no longer valid.');
  }

  get headers() {
    return headersOf(this.who);
  }

  /** The address of something in the inbox. */
  inboxPath(path) {
    return `${PREFIX}/${[this.who.tenant, this.who.inbox].map(encodeURIComponent).join('/')}/${path}`;
  }

  send(who, path, options) {
    return api(`${PREFIX}/${path}`, { ...options, headers: headersOf(who) });
  }

  /** Calls the API of the inbox. */
  call(path, options = {}) {
    return this.callTenant(`${encodeURIComponent(this.who.inbox)}/${path}`, options);
  }

  /** Calls the API of the tenant. */
  async callTenant(path, options = {}) {
    const { who } = this;
    try {
      return await this.send(who, `${encodeURIComponent(who.tenant)}/${path}`, options);
    } catch (fault) {
      if (fault.status === 401 && this.who === who) this.expire();
      throw fault;
    }
  }
}

export const session = new Session();
