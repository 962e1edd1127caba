// A user's messages and counts, kept up to date. The widget includes this file.

const EMPTY = { total: 0, unseen: 0, categories: {} };

/** The most messages that the server sends at once. */
const PAGE_MAX = 100;

/** How many messages are read again at most. Those below them stay as they are. */
const RELOADED_MAX = 500;

/**
 * The state of an inbox, for an interface to show. It connects with `start()`, reads the list again
 * after every connection and event, and applies what the user does at once. Each change makes a new
 * `state` and calls the listeners, so that `subscribe` and `state` fit React's useSyncExternalStore.
 */
export class LiveInbox {
  #client;
  #options;
  #listeners = new Set();
  #filter = {};
  #isShown = false;
  #wantsOlder = false;
  #next;
  #connection;
  /** The read under way. It is stale if the user did something meanwhile. */
  #load;
  #actions = 0;
  #isReadDropped = false;

  state = { messages: undefined, hasOlder: false, counts: EMPTY, connection: 'closed', error: undefined };

  constructor(client, { pageSize = 20, onNew = () => {} } = {}) {
    this.#client = client;
    this.#options = { pageSize, onNew };
  }

  /** Calls the listener after each change; returns a function that ends it. */
  subscribe = (listener) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #become(changes) {
    this.state = { ...this.state, ...changes };
    for (const listener of this.#listeners) listener();
  }

  /** Connects. The counts come with the connection, the list is read while it is shown. */
  async start() {
    this.#connection?.abort();
    const connection = new AbortController();
    this.#connection = connection;
    const isMine = () => connection === this.#connection;
    this.#become({ connection: 'connecting', error: undefined });
    try {
      await this.#client.listen({
        signal: connection.signal,
        onEvent: (event) => isMine() && this.#hear(event),
        onState: (state) => {
          if (!isMine()) return;
          this.#become({ connection: state });
          if (state === 'live' && this.#isShown) this.reload();
        },
      });
    } catch (error) {
      if (isMine()) this.#become({ connection: 'closed', error });
    }
  }

  stop() {
    this.#connection?.abort();
    this.#connection = undefined;
    this.#load = undefined;
    if (this.state.connection !== 'closed') this.#become({ connection: 'closed' });
  }

  #hear({ type, data }) {
    const { total, unseen, categories } = data;
    if (type === 'counts') return this.#become({ counts: { total, unseen, categories } });
    if (type === 'new') this.#options.onNew(data);
    const { messages } = this.state;
    if (type === 'redacted') this.#become({ messages: messages?.filter(({ id }) => id !== data.id) });
    if (type === 'read') {
      const isRead = (each) => data.messages?.includes(each.id) || each.received <= data.after;
      this.#become({ messages: messages?.map((each) => (isRead(each) ? { ...each, read: true } : each)) });
    }
    if (this.#isShown) return this.reload();
    this.#load = undefined; // What is being read may lack this.
    this.#become({ messages: undefined });
  }

  /** Reads the list and keeps it up to date: {folder, category, unread}. */
  show(filter = this.#filter) {
    this.#isShown = true;
    const isSame = ['folder', 'category', 'unread'].every((name) => filter[name] === this.#filter[name]);
    this.#filter = { ...filter };
    if (!isSame) {
      this.#wantsOlder = false;
      this.#become({ messages: undefined, hasOlder: false });
    }
    return this.reload();
  }

  /** The list is forgotten at the next change. */
  hide() {
    this.#isShown = false;
  }

  /** Reads again what is shown: the newest messages, and the older ones that were added. */
  reload() {
    return this.#read();
  }

  /** Adds older messages to the list, even if a new message interrupts it. */
  older() {
    this.#wantsOlder = true;
    return this.#read(this.#next);
  }

  async #read(next) {
    const load = (this.#load = { isStale: this.#actions > 0 });
    const { pageSize: limit } = this.#options;
    try {
      const page = await (next ? this.#client.list({ ...this.#filter, limit, next }) : this.#newest(load));
      if (load !== this.#load) return; // Superseded by another load.
      if (load.isStale) {
        if (this.#actions === 0) return await this.#read(next);
        this.#isReadDropped = true;
        return;
      }
      const shown = this.state.messages ?? [];
      if (next) this.#wantsOlder = false;
      const below = next ? undefined : olderThan(page, shown);
      if (!below) this.#next = page.next;
      this.#become({
        messages: next ? [...shown, ...page.messages] : [...page.messages, ...(below ?? [])],
        hasOlder: Boolean(this.#next),
        error: undefined,
      });
      if (this.#wantsOlder && this.#next) await this.#read(this.#next);
    } catch (error) {
      if (load !== this.#load) return;
      this.#wantsOlder = false;
      this.#become({ error });
    }
  }

  /** As many of the newest messages as are shown, and a page at least. */
  async #newest(load) {
    const shown = this.state.messages?.length ?? 0;
    let left = Math.min(RELOADED_MAX, Math.max(this.#options.pageSize, shown));
    const found = { messages: [], next: undefined };
    do {
      const limit = Math.min(PAGE_MAX, left);
      const page = await this.#client.list({ ...this.#filter, limit, next: found.next });
      found.messages.push(...page.messages);
      found.next = page.next;
      left -= limit;
    } while (left > 0 && found.next && load === this.#load);
    return found;
  }

  markRead(id) {
    return this.#act(id, { read: true }, () => this.#client.markRead(id));
  }

  markUnread(id) {
    return this.#act(id, { read: false }, () => this.#client.markUnread(id));
  }

  archive(id) {
    return this.#act(id, undefined, () => this.#client.archive(id));
  }

  snooze(id, until) {
    return this.#act(id, undefined, () => this.#client.snooze(id, until));
  }

  async unarchive(id) {
    await this.#act(id, undefined, () => this.#client.unarchive(id));
    return this.reload();
  }

  async wake(id) {
    await this.#act(id, undefined, () => this.#client.wake(id));
    return this.reload();
  }

  /** Marks everything read, also if this machine's clock is behind the server's. */
  async markAllRead() {
    const received = (this.state.messages ?? []).map((each) => each.received);
    await this.#count(() => this.#client.markAllRead(Math.max(Date.now() / 1000, ...received)));
    return this.reload();
  }

  /** The user has looked, possibly before the first counts have come. */
  async markSeen() {
    const { counts } = this.state;
    if (counts === EMPTY || counts.unseen > 0) await this.#count(() => this.#client.markSeen());
  }

  /**
   * Takes the counts that a call returns, unless others came while it ran, which may be newer. While
   * the connection is live, an event brings the counts after each change; otherwise they are read.
   */
  async #count(call) {
    const before = this.state.counts;
    const counts = await call();
    if (this.state.counts === before) this.#become({ counts });
    else if (this.state.connection !== 'live') await this.#count(() => this.#client.counts()).catch(() => {});
  }

  /** Changes a message here, or removes it, before the server has answered. Undone if it refuses. */
  async #act(id, change, call) {
    const before = this.state.messages?.find((each) => each.id === id);
    const changed = change && { ...before, ...change };
    this.#become({ messages: this.state.messages?.flatMap((each) => (each === before ? (changed ?? []) : each)) });
    this.#acts(1);
    try {
      await this.#count(call);
    } catch (error) {
      if (before) this.#undo(before, changed);
      throw error;
    } finally {
      this.#acts(-1);
    }
  }

  /** Shows one message as before; others may have changed meanwhile. */
  #undo(before, changed) {
    const messages = this.state.messages?.map((each) => (each === changed ? before : each));
    if (!changed && messages?.every(({ id }) => id !== before.id)) {
      const below = messages.findIndex(({ id }) => id < before.id);
      messages.splice(below < 0 ? messages.length : below, 0, before);
    }
    this.#become({ messages });
  }

  /** What is read while an action begins, runs or ends may lack it, and is read again after it. */
  #acts(change) {
    this.#actions += change;
    if (this.#load) this.#load.isStale = true;
    if (this.#actions > 0 || !this.#isReadDropped) return;
    this.#isReadDropped = false;
    this.reload();
  }
}

/**
 * The messages that were shown below those that were read again. None if there may be a gap between
 * the two: if more arrived than were shown, the list continues from these.
 */
function olderThan(page, shown) {
  const last = page.messages.at(-1)?.id;
  if (!page.next || !last || !shown.some(({ id }) => id >= last)) return undefined;
  const rest = shown.filter(({ id }) => id < last);
  return rest.length ? rest : undefined;
}
