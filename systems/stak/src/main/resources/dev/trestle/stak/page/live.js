// The events of the inbox that the administrator is signed in to.
import { Live, LiveSection as SharedLiveSection, events } from '/shared/trestle.js';
import { session } from './session.js';

class InboxEvents extends Live {
  constructor() {
    super();
    document.addEventListener('visibilitychange', () => this.follow());
    session.addEventListener('change', () => this.follow());
  }

  /** Reconnects as the signed-in administrator. A hidden page has no connection. */
  follow() {
    if (session.who && !document.hidden) this.start();
    else this.stop();
  }

  connect(handlers) {
    const { headers } = session;
    return events(session.inboxPath('events'), {
      ...handlers,
      headers: () => headers,
      state: (state, detail) => {
        handlers.state(state, detail);
        if (detail.status === 401) session.expire();
      },
    });
  }
}

export const live = new InboxEvents();

/** A section that the inbox's events keep current. */
export class LiveSection extends SharedLiveSection {
  get live() {
    return live;
  }
}

/** The messages with one of them replaced; undefined if it is not among them. */
export function updated(messages, sent) {
  if (!messages.some(({ id }) => id === sent.id)) return undefined;
  return messages.map((each) => (each.id === sent.id ? sent : each));
}
