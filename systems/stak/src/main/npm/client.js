// Calls the user API: with a token, never with a key or a cookie. The widget includes this file.

import { readEvents } from './sse.js';

const RETRY_MS = 1000;
const RETRY_MS_MAX = 30_000;

/** The server sends something every 15 seconds; after this silence the connection is dead. */
const SILENCE_MS_MAX = 45_000;

/** How long a connection lasts before it counts as one that works. */
const STABLE_MS = 5000;

/** A request that failed: a refusal of the server, or no response at all (status 0). */
export class StakError extends Error {
  constructor(message, { code, status = 0, retryAfter, fieldErrors = [], requestId }) {
    super(message);
    this.name = 'StakError';
    this.code = code;
    this.status = status;
    this.retryAfter = retryAfter;
    this.fieldErrors = fieldErrors;
    this.requestId = requestId;
  }
}

/** The inbox of one user, whom the token names. */
export class StakClient {
  /** @param token a token, or a function that returns one; it is called with true for a new one */
  constructor({ url, tenant, inbox = 'DEFAULT', token, fetch }) {
    const names = [tenant, inbox].map(encodeURIComponent).join('/');
    this.base = `${String(url).replace(/\/$/, '')}/stack/users/v1/${names}/`;
    this.getToken = typeof token === 'function' ? token : () => token;
    this.fetch = fetch ?? ((...given) => globalThis.fetch(...given));
  }

  /** Sends a request. If the token is refused, repeats it with a new one, if there is a new one. */
  async send(path, options, isRepeated = false) {
    const token = (this.token ??= await this.getToken(false));
    if (!token) throw new StakError('There is no token.', { code: 'NO_TOKEN', status: 401 });
    const headers = { ...options.headers, Authorization: `Bearer ${token}` };
    let response;
    try {
      response = await this.fetch(this.base + path, { credentials: 'omit', ...options, headers });
    } catch (fault) {
      if (options.signal?.aborted) throw fault;
      throw new StakError('The server cannot be reached.', { code: 'UNREACHABLE' });
    }
    if (response.ok) return response;
    const error = await errorOf(response);
    if (error.status !== 401 || isRepeated) throw error;
    const renewed = await this.getToken(true);
    if (!renewed || renewed === token) throw error;
    this.token = renewed;
    return this.send(path, options, true);
  }

  async get(path, { signal } = {}) {
    return read(await this.send(path, { signal }), signal);
  }

  async put(path, body, { signal } = {}) {
    const headers = { 'Content-Type': 'application/json' };
    return read(await this.send(path, { method: 'PUT', headers, body: JSON.stringify(body), signal }), signal);
  }

  /** A page of messages, newest first, and where the next page begins. */
  async list({ folder, category, unread, limit = 20, next } = {}, options) {
    const asked = new URLSearchParams();
    if (folder && folder !== 'inbox') asked.set('folder', folder);
    if (category) asked.set('category', category);
    if (unread) asked.set('unread', 'true');
    if (next) asked.set('next', next);
    const { messages, paging } = await this.get(`messages/last/${limit}?${asked}`, options);
    return { messages, next: paging.next_token ?? undefined };
  }

  /** All messages, newest first, a page at a time. */
  async *messages(filter = {}, options) {
    let next;
    do {
      const page = await this.list({ ...filter, next }, options);
      yield* page.messages;
      next = page.next;
    } while (next);
  }

  async message(id, options) {
    return (await this.get(`messages/${encodeURIComponent(id)}`, options)).data;
  }

  async counts(options) {
    return counts(await this.get('messages/unread', options));
  }

  markRead(ids, options) {
    return this.#mark('read', { messages: [ids].flat() }, options);
  }

  /** Marks everything read that was received up to a time, in seconds or as a Date; by default now. */
  markAllRead(upTo = new Date(), options) {
    return this.#mark('read', { after: seconds(upTo) }, options);
  }

  markUnread(ids, options) {
    return this.#mark('unread', { messages: [ids].flat() }, options);
  }

  archive(ids, options) {
    return this.#mark('archive', { messages: [ids].flat() }, options);
  }

  unarchive(ids, options) {
    return this.#mark('unarchive', { messages: [ids].flat() }, options);
  }

  /** Hides messages until a time, in seconds or as a Date, or for a duration such as '2h'. */
  snooze(ids, until, options) {
    const time = typeof until === 'string' ? { duration: until } : { until: seconds(until) };
    return this.#mark('snooze', { messages: [ids].flat(), ...time }, options);
  }

  wake(ids, options) {
    return this.#mark('wake', { messages: [ids].flat() }, options);
  }

  /** The user has looked: nothing is new any more. */
  markSeen(options) {
    return this.#mark('seen', {}, options);
  }

  async #mark(how, body, options) {
    return counts(await this.put(`messages/${how}`, body, options));
  }

  async preferences(options) {
    return (await this.get('preferences', options)).data;
  }

  /** Changes the preferences that are given, and returns all. */
  async changePreferences(changes, options) {
    return (await this.put('preferences', changes, options)).data;
  }

  /** A page of the topics that users may choose, and where the next page begins. */
  async topics({ next } = {}, options) {
    const found = await this.get(next ? `topics?next=${encodeURIComponent(next)}` : 'topics', options);
    return { topics: found.topics, next: found.paging.next_token ?? undefined };
  }

  async subscribe(topic, isSubscribed = true, options) {
    return (await this.put(`topics/${encodeURIComponent(topic)}`, { subscribed: isSubscribed }, options)).data;
  }

  /**
   * Receives events until it is aborted, and reconnects when the connection is lost. What happened
   * in between is not repeated: read the list again at each state 'live'. EventSource cannot send a
   * token, so the stream is read with fetch.
   */
  async listen({ onEvent, onState = () => {}, signal }) {
    for (let attempt = 0; !signal?.aborted; attempt++) {
      let retryAfter = 0;
      let since = Infinity;
      try {
        await this.#stream(signal, onEvent, () => {
          since = Date.now();
          onState('live');
        });
      } catch (fault) {
        if (signal?.aborted) return;
        if ([401, 403, 404].includes(fault.status)) {
          onState('lost');
          throw fault;
        }
        retryAfter = (fault.retryAfter ?? 0) * 1000;
      }
      if (signal?.aborted) return;
      onState('lost');
      if (Date.now() - since > STABLE_MS) attempt = 0;
      const backoff = Math.min(RETRY_MS_MAX, RETRY_MS * 2 ** attempt) * (0.5 + Math.random() / 2);
      await pause(Math.max(retryAfter, backoff), signal);
    }
  }

  /** Reads one stream to its end. */
  async #stream(signal, onEvent, opened) {
    const connection = new AbortController();
    const abort = () => connection.abort();
    signal?.addEventListener('abort', abort);
    let timer;
    const heard = () => {
      clearTimeout(timer);
      timer = setTimeout(abort, SILENCE_MS_MAX);
    };
    try {
      heard();
      const response = await this.send('events', {
        signal: connection.signal,
        headers: { Accept: 'text/event-stream' },
        cache: 'no-store',
      });
      opened();
      const listening = new TransformStream({
        transform(chunk, rest) {
          heard();
          rest.enqueue(chunk);
        },
      });
      await readEvents(response.body.pipeThrough(listening), (type, text) => {
        if (!signal?.aborted) onEvent({ type, data: JSON.parse(text) });
      });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      connection.abort();
    }
  }
}

async function read(response, signal) {
  try {
    return await response.json();
  } catch (fault) {
    if (signal?.aborted) throw fault;
    throw new StakError('The response could not be read.', { code: 'UNREADABLE', status: response.status });
  }
}

async function errorOf(response) {
  const { error = {} } = await response.json().catch(() => ({}));
  return new StakError(error.message ?? 'Something went wrong.', {
    code: error.code ?? `HTTP_${response.status}`,
    status: response.status,
    retryAfter: Number(response.headers.get('Retry-After')) || undefined,
    fieldErrors: error.details?.field_errors,
    requestId: error.request_id,
  });
}

function counts({ total, unseen, categories }) {
  return { total, unseen, categories };
}

function seconds(time) {
  return typeof time === 'number' ? Math.floor(time) : Math.floor(time.getTime() / 1000);
}

function pause(ms, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    }
    signal?.addEventListener('abort', done);
  });
}
