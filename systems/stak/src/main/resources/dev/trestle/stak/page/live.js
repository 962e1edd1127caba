// What is told as it happens: one connection for the whole page. EventSource cannot send the key,
// so the stream is read by hand.
import { backoff } from '/shared/api.js';
import { Section } from '/shared/trestle.js';
import { session } from './session.js';

class Live extends EventTarget {
  isLive = false;

  constructor() {
    super();
    document.addEventListener('visibilitychange', () => this.follow());
    session.addEventListener('change', () => this.follow());
  }

  /** Begins anew, as whoever is signed in; a page that nobody looks at has no connection. */
  follow() {
    this.aborter?.abort();
    this.become(false);
    if (!session.who || document.hidden) return;
    this.aborter = new AbortController();
    this.listen(this.aborter.signal);
  }

  async listen(signal) {
    for (let attempt = 0; !signal.aborted; attempt++) {
      if (attempt > 0) await new Promise((resolve) => setTimeout(resolve, backoff(attempt, 1000, 30_000)));
      if (signal.aborted) return;
      try {
        const response = await session.stream('events', signal);
        if (response.status === 401) session.close('This key is no longer valid.');
        if ([401, 403, 404].includes(response.status)) return;
        if (!response.ok) continue;
        attempt = 0;
        this.become(true);
        await this.read(response.body.getReader(), signal);
      } catch {
        // Lost: once more, after a while.
      }
      if (!signal.aborted) this.become(false);
    }
  }

  async read(reader, signal) {
    const decoder = new TextDecoder();
    let text = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done || signal.aborted) return;
      text += decoder.decode(value, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop();
      for (const block of blocks) {
        const type = /^event: ?(.*)$/m.exec(block)?.[1];
        const data = /^data: ?(.*)$/m.exec(block)?.[1];
        if (type && data) this.dispatchEvent(new CustomEvent('news', { detail: { type, data: JSON.parse(data) } }));
      }
    }
  }

  become(isLive) {
    if (isLive === this.isLive) return;
    this.isLive = isLive;
    this.dispatchEvent(new Event('state'));
  }
}

export const live = new Live();

/** A section that is told what changes; it asks from time to time only while nobody tells it. */
export class Followed extends Section {
  /** After how many seconds to ask, without a connection. */
  get unheard() {
    return 5;
  }

  get every() {
    return live.isLive ? 0 : this.unheard;
  }

  connectedCallback() {
    super.connectedCallback();
    this.hear = ({ detail: { type, data } }) => this.data && this.heard(type, data);
    this.turned = () => this.load();
    live.addEventListener('news', this.hear);
    live.addEventListener('state', this.turned);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    live.removeEventListener('news', this.hear);
    live.removeEventListener('state', this.turned);
  }
}

/** The messages with one as it is now; nothing if it is not among them. */
export function updated(messages, sent) {
  if (!messages.some(({ id }) => id === sent.id)) return undefined;
  return messages.map((each) => (each.id === sent.id ? sent : each));
}
