// Calls of our JSON APIs.

/** A refusal, in the one error shape of the platform. */
export class ApiError extends Error {
  constructor(status, code, message, fields, requestId) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    /** Messages by the name of the field they are about. */
    this.fields = fields;
    this.requestId = requestId;
  }

  /** Whether nobody answered: the server is away, or the network is. */
  get offline() {
    return this.status === 0;
  }
}

const TRIES_MAX = 4;
const WAIT_MS = 400;
const WAIT_MS_MAX = 10_000;

/**
 * Calls a path and gives the JSON of its answer, or undefined where there is none.
 *
 * 429 and 503 are tried again after what Retry-After says. A network fault is tried again only
 * where a repetition is harmless: GET, PUT, DELETE, or a call with an idempotency key.
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

/** A key for a call that must happen once, however often it is sent. */
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
    // Not in our shape: something between us and the server answered.
  }
  const fields = {};
  for (const { field, message } of error.details?.field_errors ?? []) fields[field] = message;
  return new ApiError(
    response.status,
    error.code ?? `HTTP_${response.status}`,
    error.message ?? 'The server refused without saying why.',
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

/** Grows, and differs from client to client so that they do not come back all at once. */
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
