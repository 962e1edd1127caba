// Server-sent events, with the state of the connection for people to see.
import { backoff } from './api.js';

/**
 * Listens to a path.
 *
 *   const stop = events('/home-events', {
 *     message: (data, type) => …,      // the JSON of each event
 *     types: ['figures'],              // named events to hear, beside unnamed ones
 *     state: (state) => …,             // 'connecting', 'live' or 'lost'
 *   });
 *
 * A lost connection comes back by itself, also when the server refused for a while, which a bare
 * EventSource takes as final.
 */
export function events(path, { message, types = [], state = () => {} }) {
  let source;
  let timer;
  let attempt = 0;
  let stopped = false;

  function hear(event) {
    let data;
    try {
      data = JSON.parse(event.data);
    } catch {
      data = event.data;
    }
    message(data, event.type, event.lastEventId);
  }

  function open() {
    state('connecting');
    source = new EventSource(path);
    source.addEventListener('open', () => {
      attempt = 0;
      state('live');
    });
    for (const type of ['message', ...types]) source.addEventListener(type, hear);
    source.addEventListener('error', () => {
      if (stopped) return;
      state('lost');
      if (source.readyState !== EventSource.CLOSED) return; // It tries again by itself.
      clearTimeout(timer);
      timer = setTimeout(open, backoff(++attempt, 1000, 30_000));
    });
  }

  open();
  return () => {
    stopped = true;
    clearTimeout(timer);
    source.close();
  };
}
