// A WebSocket that reconnects.
import { reconnecting } from './reconnect.js';

/**
 * Keeps a WebSocket to a path open.
 *
 *   const link = socket('/v1/ws', {
 *     protocols: [],                       // or a function that returns them, or a promise of them
 *     message: (json) => …,
 *     open: (link) => link.send({…}),      // after every connection: catch up on what was missed
 *     state: (state, detail) => …,         // 'connecting', 'live', 'lost' or 'closed'
 *     final: (code) => code === 4001,      // close codes after which it does not reconnect
 *   });
 *   link.send({type: 'ping'})              // false without a connection: nothing is queued
 *   link.restart()                         // replaces a connection that is known to be dead
 *   link.close()
 */
export function socket(path, options) {
  const { message, open = () => {}, state, final = () => false } = options;
  let ws;

  function connect({ opened, lost, ended }) {
    let mine;
    let isClosed = false;
    protocols().then(
      (names) => {
        if (isClosed) return;
        const address = new URL(path, location.href);
        address.protocol = address.protocol.replace('http', 'ws');
        mine = new WebSocket(address, names);
        ws = mine;
        mine.addEventListener('open', opened);
        mine.addEventListener('message', (event) => message(JSON.parse(event.data)));
        mine.addEventListener('close', ({ code, reason }) =>
          (final(code) ? ended : lost)({ code, reason }),
        );
      },
      () => lost({ code: 0 }),
    );
    return () => {
      isClosed = true;
      mine?.close(1000);
    };
  }

  async function protocols() {
    return typeof options.protocols === 'function' ? options.protocols() : (options.protocols ?? []);
  }

  const connection = reconnecting({ connect, state, open: () => open(link) });

  const link = {
    get live() {
      return ws?.readyState === WebSocket.OPEN;
    },
    send(frame) {
      if (!link.live) return false;
      ws.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
      return true;
    },
    restart() {
      connection.restart({ code: 1006 });
    },
    close() {
      connection.close();
    },
  };
  return link;
}
