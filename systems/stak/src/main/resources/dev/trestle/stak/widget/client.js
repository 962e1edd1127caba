// Calls of the user API, from a page of another origin: a token, never a key and never a cookie.

const RETRY_MS = 1000;
const RETRY_MS_MAX = 30_000;

/** A refusal, or that nobody answered (status 0). */
class Refusal extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

class Client {
  /** @param renew gives a token, a fresh one when it is asked with true */
  constructor({ base, tenant, inbox, renew, fetch }) {
    const names = [tenant, inbox].map(encodeURIComponent).join('/');
    this.base = `${base}/stack/users/v1/${names}/`;
    this.renew = renew;
    this.fetch = fetch ?? ((...given) => window.fetch(...given));
  }

  /** Sends a request; where the token is refused, once more with a fresh one. */
  async send(path, options, isFresh = false) {
    this.token = isFresh || !this.token ? await this.renew(isFresh) : this.token;
    if (!this.token) throw new Refusal(401, 'There is no token.');
    const headers = { ...options.headers, Authorization: `Bearer ${this.token}` };
    let response;
    try {
      response = await this.fetch(this.base + path, { credentials: 'omit', ...options, headers });
    } catch (fault) {
      if (fault.name === 'AbortError') throw fault;
      throw new Refusal(0, 'The server cannot be reached.');
    }
    if (response.status === 401 && !isFresh) return this.send(path, options, true);
    if (response.ok) return response;
    const answer = await response.json().catch(() => ({}));
    throw new Refusal(response.status, answer.error?.message ?? 'This did not work.');
  }

  async get(path) {
    return (await this.send(path, {})).json();
  }

  async put(path, body) {
    const headers = { 'Content-Type': 'application/json' };
    return (await this.send(path, { method: 'PUT', headers, body: JSON.stringify(body) })).json();
  }

  /**
   * Hears events until it is aborted, and comes back when the connection is lost. EventSource
   * cannot send a token, so the stream is read by hand.
   */
  async listen(signal, heard, state) {
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
        await read(response.body.getReader(), heard);
        state('lost');
      } catch (fault) {
        if (signal.aborted) return;
        state('lost');
        if ([401, 403, 404].includes(fault.status)) throw fault;
      }
    }
  }
}

async function read(reader, heard) {
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += decoder.decode(value, { stream: true });
    const blocks = text.split(/\r?\n\r?\n/);
    text = blocks.pop();
    for (const block of blocks) {
      let type = 'message';
      let data = '';
      for (const line of block.split(/\r?\n/)) {
        if (line.startsWith('event:')) type = line.slice(6).trim();
        if (line.startsWith('data:')) data += line.slice(5).trim();
      }
      if (data) heard(type, JSON.parse(data));
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
 * Where tokens come from: the one that was given, then whatever the host named: a function of the
 * page, or an address of its server that answers {"token": …}.
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
    const answer = await response.json().catch(() => ({}));
    return answer.token ?? answer.data?.token;
  };
}
