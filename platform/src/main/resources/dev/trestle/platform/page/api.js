// Calls the JSON APIs.

/** An error response of an API. */
export class ApiError extends Error {
  constructor(status, code, message, fields, requestId) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    /** Messages by field name. */
    this.fields = fields;
    this.requestId = requestId;
  }

  /** Whether there was no response: the server or the network is down. */
  get offline() {
    return this.status === 0;
  }
}

const TRIES_MAX = 4;
const WAIT_MS = 400;
const WAIT_MS_MAX = 10_000;

/**
 * Calls a path and returns the JSON of the response, or undefined if it has none.
 *
 * 429 and 503 are retried after Retry-After. A network error is retried only if that is safe: for
 * GET, PUT, DELETE, or a call with an idempotency key.
 *
 * @param {string} path
 * @param {{method?: string, body?: unknown, headers?: Record<string,string>, token?: string,
 *          idempotencyKey?: string, signal?: AbortSignal, tries?: number}} options
 */
export async function api(path, options = {}) {
  const method = options.method ?? (options.body === undefined ? 'GET' : 'POST');
  const tries = options.tries ?? TRIES_MAX;
  const repeatable = method !== 'POST' && method !== 'PATCH' ? true : !!options.idempotencyKey;
  for (let attempt = 1; ; attempt++) {
    let response;
    try {
      response = await fetch(path, request(method, options));
    } catch (fault) {
      if (fault.name === 'AbortError') throw fault;
      if (repeatable && attempt < tries && !options.signal?.aborted) {
        await pause(backoff(attempt), options.signal);
        continue;
      }
      throw new ApiError(0, 'OFFLINE', 'The server cannot be reached.', {}, '');
    }
    const busy = response.status === 429 || response.status === 503;
    if (busy && attempt < tries) {
      await response.body?.cancel();
      await pause(retryAfter(response) ?? backoff(attempt), options.signal);
      continue;
    }
    if (!response.ok) throw await refusal(response);
    if (response.status === 204) return undefined;
    const type = response.headers.get('content-type') ?? '';
    return type.includes('json') ? response.json() : response.text();
  }
}

for (const method of ['get', 'post', 'put', 'patch', 'delete']) {
  api[method] = (path, body, options = {}) =>
    method === 'get'
      ? api(path, { ...body, method: 'GET' })
      : api(path, { ...options, body, method: method.toUpperCase() });
}

/** A key for a call that must be done once, however often it is sent. */
export function idempotencyKey() {
  return crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint32Array(4))).join('-');
}

function request(method, { body, headers, token, idempotencyKey, signal }) {
  const all = { Accept: 'application/json', ...headers };
  if (body !== undefined) all['Content-Type'] = 'application/json';
  if (token) all.Authorization = `Bearer ${token}`;
  if (idempotencyKey) all['Idempotency-Key'] = idempotencyKey;
  return {
    method,
    headers: all,
    body: body === undefined ? undefined : JSON.stringify(body),
    credentials: 'same-origin',
    signal,
  };
}

async function refusal(response) {
  let error = {};
  try {
    error = (await response.json()).error ?? {};
  } catch {
    // Not JSON: something between the page and the server responded.
  }
  const fields = {};
  for (const { field, message } of error.details?.field_errors ?? []) fields[field] = message;
  return new ApiError(
    response.status,
    error.code ?? `HTTP_${response.status}`,
    error.message ?? 'The server returned an error.',
    fields,
    error.request_id ?? response.headers.get('x-request-id') ?? '',
  );
}

function retryAfter(response) {
  const text = response.headers.get('retry-after');
  if (!text) return undefined;
  const seconds = Number(text);
  const ms = Number.isNaN(seconds) ? Date.parse(text) - Date.now() : seconds * 1000;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), WAIT_MS_MAX);
}

/** A pause that grows with each attempt; half of it is random, so that clients spread out. */
export function backoff(attempt, first = WAIT_MS, max = WAIT_MS_MAX) {
  const most = Math.min(max, first * 2 ** (attempt - 1));
  return most / 2 + Math.random() * (most / 2);
}

function pause(ms, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new DOMException('aborted', 'AbortError'));
    });
  });
}
