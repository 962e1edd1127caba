// <stak-inbox tenant="acme" inbox="DEFAULT" token="…">: the bell and its panel.

const PAGE = 20;
const EDGE = 8;
const FOLDERS = [
  { id: 'inbox', label: 'All', empty: 'You are all caught up', words: 'New messages appear here.' },
  { id: 'unread', label: 'Unread', empty: 'Nothing unread', words: 'You have read everything.' },
  { id: 'snoozed', label: 'Snoozed', empty: 'Nothing snoozed', words: 'Snoozed messages come back here.' },
  { id: 'archive', label: 'Archive', empty: 'The archive is empty', words: 'Archived messages appear here.' },
];

/** How long a message can be snoozed. */
const SNOOZES = [
  ['1 hour', () => ({ duration: '1h' })],
  ['4 hours', () => ({ duration: '4h' })],
  ['Tomorrow', () => ({ until: morning(1) })],
  ['Next week', () => ({ until: morning(7 - ((new Date().getDay() + 6) % 7)) })],
];

/** Nine o'clock local time, in some days. */
function morning(days) {
  const at = new Date();
  at.setDate(at.getDate() + days);
  at.setHours(9, 0, 0, 0);
  return Math.floor(at / 1000);
}

class StakInbox extends HTMLElement {
  static observedAttributes = ['tenant', 'inbox', 'token', 'token-url', 'base', 'accent'];

  counts = { total: 0, unseen: 0, categories: {} };
  categories = new Set();
  folder = 'inbox';
  category = '';
  opened = new Set();

  get label() {
    return this.getAttribute('label') || 'Notifications';
  }

  connectedCallback() {
    this.start();
    this.shown = () => (document.hidden ? this.aborter?.abort() : this.listen());
    this.moved = () => this.place();
    document.addEventListener('visibilitychange', this.shown);
    addEventListener('resize', this.moved);
    addEventListener('scroll', this.moved, { passive: true, capture: true });
  }

  disconnectedCallback() {
    this.aborter?.abort();
    document.removeEventListener('visibilitychange', this.shown);
    removeEventListener('resize', this.moved);
    removeEventListener('scroll', this.moved, { capture: true });
  }

  attributeChangedCallback(name, before, now) {
    if (!this.root || before === now) return;
    if (name === 'accent') colour(this, this.root);
    else this.start();
  }

  /** Starts again, for another user or inbox. */
  start() {
    const text = (name) => this.getAttribute(name) || undefined;
    this.aborter?.abort();
    this.client = new Client({
      base: (text('base') ?? BASE).replace(/\/$/, ''),
      tenant: text('tenant') ?? '',
      inbox: text('inbox') ?? 'DEFAULT',
      fetch: this.fetch,
      renew: renewal({
        token: text('token'),
        tokenUrl: text('token-url'),
        tokenCallback: text('token-callback'),
        getToken: this.getToken,
      }),
    });
    this.items = undefined;
    this.fault = undefined;
    this.isOpen = false;
    this.build();
    if (!document.hidden) this.listen();
  }

  /** Only visible pages keep a connection: browsers allow few of them per server. */
  async listen() {
    this.aborter?.abort();
    this.aborter = new AbortController();
    const { signal } = this.aborter;
    try {
      await this.client.listen(
        signal,
        (type, data) => !signal.aborted && this.hear(type, data),
        (state) => {
          this.toggleAttribute('live', state === 'live');
          if (state === 'live' && this.items) this.load();
        },
      );
    } catch (fault) {
      this.fail(fault);
    }
  }

  hear(type, data) {
    if (type === 'counts') return this.count(data);
    if (type === 'new') {
      this.say('A new message has arrived.');
      this.tell('stak-new', data);
    }
    if (type === 'redacted') this.items = this.items?.filter(({ id }) => id !== data.id);
    if (type === 'read') {
      const isRead = (each) => data.messages?.includes(each.id) || each.received <= data.after;
      this.items = this.items?.map((each) => (isRead(each) ? { ...each, read: true } : each));
    }
    if (this.isOpen) this.load();
    else this.items = undefined;
  }

  tell(name, detail) {
    return this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable: true }));
  }

  fail(fault) {
    if (fault.name === 'AbortError') return;
    this.fault = fault;
    this.tell('stak-error', { status: fault.status, message: fault.message });
    this.draw();
  }

  count(counts) {
    const isNews = counts.total !== this.counts.total;
    this.counts = counts;
    for (const name of Object.keys(counts.categories)) this.categories.add(name);
    this.drawBell();
    if (this.isOpen) this.drawHead();
    if (isNews) this.tell('stak-count', { total: counts.total });
  }

  query(next) {
    const asked = new URLSearchParams();
    if (this.folder === 'unread') asked.set('unread', 'true');
    else if (this.folder !== 'inbox') asked.set('folder', this.folder);
    if (this.category) asked.set('category', this.category);
    if (next) asked.set('next', next);
    return `messages/last/${PAGE}?${asked}`;
  }

  /** Loads the first page again, or the next one. */
  async load(next) {
    const path = this.query(next);
    const turn = (this.turn = {});
    try {
      const { messages, paging } = await this.client.get(path);
      if (turn !== this.turn) return; // Superseded by another load.
      const shown = (next || path === this.filled ? this.items : undefined) ?? [];
      if (next) this.wantsOlder = false;
      else this.filled = path;
      const below = next ? undefined : this.below(shown, messages, paging.next_token);
      this.items = next ? [...shown, ...messages] : [...messages, ...(below ?? [])];
      if (!below) this.next = paging.next_token;
      this.fault = undefined;
      for (const { category } of messages) this.categories.add(category);
      this.draw();
      if (this.wantsOlder && this.next) await this.load(this.next);
    } catch (fault) {
      if (turn !== this.turn) return;
      this.wantsOlder = false;
      this.fail(fault);
    }
  }

  /** Loads older messages, even if a new message interrupts it. */
  older() {
    this.wantsOlder = true;
    return this.load(this.next);
  }

  /**
   * The messages shown below a first page that was loaded again. None if there may be a gap between
   * the two: if more arrived than fits a page, the list continues from this page.
   */
  below(shown, messages, more) {
    const last = messages.at(-1)?.id;
    if (!more || !last || !shown.some(({ id }) => id >= last)) return undefined;
    const rest = shown.filter(({ id }) => id < last);
    return rest.length ? rest : undefined;
  }

  show(folder, category) {
    this.folder = folder;
    this.category = category;
    this.items = undefined;
    this.wantsOlder = false;
    this.snoozing = undefined;
    this.draw();
    this.load();
  }

  /** Applies an action here at once and on the server, and offers to undo it. */
  async act(item, path, { change, words, back, more } = {}) {
    const before = this.items;
    this.snoozing = undefined;
    this.items = (this.items ?? [])
      .map((each) => (each.id === item.id ? (change ? { ...each, ...change } : undefined) : each))
      .filter(Boolean);
    this.note = words && { words, undo: back && (() => this.act(item, back)) };
    this.draw();
    try {
      this.count(await this.client.put(path, { messages: [item.id], ...more }));
      if (!words && !change) await this.load();
    } catch (fault) {
      this.items = before;
      this.note = { words: fault.message };
      this.draw();
    }
  }

  mark(item, isRead) {
    return this.act(item, isRead ? 'messages/read' : 'messages/unread', { change: { read: isRead } });
  }

  async markAll() {
    const newest = Math.max(0, ...(this.items ?? []).map(({ received }) => received));
    const after = Math.max(newest, Math.floor(Date.now() / 1000));
    try {
      this.count(await this.client.put('messages/read', { after }));
      this.note = { words: 'All messages marked as read.' };
      await this.load();
    } catch (fault) {
      this.note = { words: fault.message };
      this.draw();
    }
  }

  /** Opens a message, which marks it read. The host page may handle it instead. */
  open(item) {
    if (!item.read) this.mark(item, true);
    if (!this.tell('stak-open', item)) return this.panel.hidePopover();
    if (!this.opened.delete(item.id)) this.opened.add(item.id);
    this.draw();
  }

  toggled(isOpen) {
    this.isOpen = isOpen;
    this.bell.setAttribute('aria-expanded', isOpen);
    this.isChoosing = false;
    if (!isOpen) return;
    this.note = undefined;
    this.draw();
    this.load();
    if (this.counts.unseen > 0) {
      this.client.put('messages/seen', {}).then((counts) => this.count(counts), () => {});
    }
    this.panel.querySelector('h2').focus();
  }
}
