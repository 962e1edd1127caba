// Calls the user API from a page of another origin: with a token, never with a key or a cookie.

const RETRY_MS = 1000;
const RETRY_MS_MAX = 30_000;

/** An error of the server, or no response at all (status 0). */
class CallError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

class Client {
  /** @param renew returns a token; a new one if called with true */
  constructor({ base, tenant, inbox, renew, fetch }) {
    const names = [tenant, inbox].map(encodeURIComponent).join('/');
    this.base = `${base}/stack/users/v1/${names}/`;
    this.renew = renew;
    this.fetch = fetch ?? ((...given) => window.fetch(...given));
  }

  /** Sends a request. If the token is refused, repeats it with a new one. */
  async send(path, options, isFresh = false) {
    this.token = isFresh || !this.token ? await this.renew(isFresh) : this.token;
    if (!this.token) throw new CallError(401, 'There is no token.');
    const headers = { ...options.headers, Authorization: `Bearer ${this.token}` };
    let response;
    try {
      response = await this.fetch(this.base + path, { credentials: 'omit', ...options, headers });
    } catch (fault) {
      if (fault.name === 'AbortError') throw fault;
      throw new CallError(0, 'The server cannot be reached.');
    }
    if (response.status === 401 && !isFresh) return this.send(path, options, true);
    if (response.ok) return response;
    const body = await response.json().catch(() => ({}));
    throw new CallError(response.status, body.error?.message ?? 'Something went wrong.');
  }

  async get(path) {
    return (await this.send(path, {})).json();
  }

  async put(path, body) {
    const headers = { 'Content-Type': 'application/json' };
    return (await this.send(path, { method: 'PUT', headers, body: JSON.stringify(body) })).json();
  }

  /**
   * Receives events until it is aborted, and reconnects when the connection is lost. EventSource
   * cannot send a token, so the stream is read with fetch.
   */
  async listen(signal, received, state) {
    for (let attempt = 0; !signal.aborted; attempt++) {
      if (attempt > 0) {
        await pause(Math.min(RETRY_MS_MAX, RETRY_MS * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2), signal);
      }
      if (signal.aborted) return;
      try {
        const options = { signal, headers: { Accept: 'text/event-stream' }, cache: 'no-store' };
        const response = await this.send('events', options);
        attempt = 0;
        state('live');
        await readEvents(response.body, (type, text) => received(type, JSON.parse(text)));
        state('lost');
      } catch (fault) {
        if (signal.aborted) return;
        state('lost');
        if ([401, 403, 404].includes(fault.status)) throw fault;
      }
    }
  }
}

function pause(ms, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/**
 * Gets tokens: first the given one, then from what the host page names: a function of the page, or
 * a URL of its server that returns {"token": …}.
 */
function renewal({ token, tokenUrl, tokenCallback, getToken }) {
  let given = token;
  return async (isFresh) => {
    if (given && !isFresh) return given;
    given = undefined;
    const ask = getToken ?? (tokenCallback && window[tokenCallback]);
    if (typeof ask === 'function') return ask();
    if (!tokenUrl) return undefined;
    const response = await window
      .fetch(tokenUrl, { credentials: 'same-origin', cache: 'no-store' })
      .catch(() => undefined);
    if (!response?.ok) return undefined;
    const body = await response.json().catch(() => ({}));
    return body.token ?? body.data?.token;
  };
}
