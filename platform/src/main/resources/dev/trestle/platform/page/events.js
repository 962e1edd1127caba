// Server-sent events.
import { reconnecting } from './reconnect.js';
import { readEvents } from './sse.js';

/** Statuses that repeating the request does not change. */
const FINAL = [204, 401, 403, 404];

/**
 * Listens to the events of a path, and reconnects when the connection is lost.
 *
 *   const stop = events('/home-events', {
 *     message: (data, type) => …,      // the JSON of each event, and its type
 *     open: () => …,                   // after every connection: catch up on what was missed
 *     state: (state, detail) => …,     // 'connecting', 'live', 'lost' or 'closed'
 *     headers: () => ({…}),            // of each request, such as a key; or a promise of them
 *   });
 *
 * The state is 'closed', with the status as detail, when the server refuses for good. An
 * EventSource can neither send headers nor survive an error status, so the stream is read by hand.
 */
export function events(path, { message, open, state, headers = () => ({}) }) {
  let lastId = '';

  function receive(type, text, id) {
    lastId = id;
    let data = text;
    try {
      data = JSON.parse(text);
    } catch {
      // Not JSON: the text itself is the data.
    }
    message(data, type);
  }

  function connect({ opened, lost, ended }) {
    const aborter = new AbortController();
    listen(aborter.signal, opened).then(
      (status) => (FINAL.includes(status) ? ended({ status }) : lost({ status })),
      () => lost({ status: 0 }),
    );
    return () => aborter.abort();
  }

  async function listen(signal, opened) {
    const all = { Accept: 'text/event-stream', ...(await headers()) };
    if (lastId) all['Last-Event-ID'] = lastId;
    const response = await fetch(path, { headers: all, signal, cache: 'no-store' });
    if (response.status !== 200) {
      await response.body?.cancel();
      return response.status;
    }
    opened();
    await readEvents(response.body, (...event) => signal.aborted || receive(...event));
    return response.status;
  }

  const connection = reconnecting({ connect, open, state });
  return () => connection.close();
}
