// <stak-inbox tenant="acme" inbox="DEFAULT" token="…">: the bell and its panel.

const EDGE = 8;
const FOLDERS = [
  { id: 'inbox', label: 'All', empty: 'You are all caught up', words: 'New messages appear here.' },
  { id: 'unread', label: 'Unread', empty: 'Nothing unread', words: 'You have read everything.' },
  { id: 'snoozed', label: 'Snoozed', empty: 'Nothing snoozed', words: 'Snoozed messages come back here.' },
  { id: 'archive', label: 'Archive', empty: 'The archive is empty', words: 'Archived messages appear here.' },
];

/** How long a message can be snoozed. */
const SNOOZES = [
  ['1 hour', () => '1h'],
  ['4 hours', () => '4h'],
  ['Tomorrow', () => morning(1)],
  ['Next week', () => morning(7 - ((new Date().getDay() + 6) % 7))],
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

  categories = new Set();
  folder = 'inbox';
  category = '';
  opened = new Set();

  get label() {
    return this.getAttribute('label') || 'Notifications';
  }

  connectedCallback() {
    this.start();
    this.shown = () => (document.hidden ? this.live.stop() : this.live.start());
    this.moved = () => this.place();
    document.addEventListener('visibilitychange', this.shown);
    addEventListener('resize', this.moved);
    addEventListener('scroll', this.moved, { passive: true, capture: true });
  }

  disconnectedCallback() {
    this.live.stop();
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
    this.live?.stop();
    this.client = new StakClient({
      url: text('base') ?? BASE,
      tenant: text('tenant') ?? '',
      inbox: text('inbox') ?? 'DEFAULT',
      fetch: this.fetch,
      token: renewal({
        token: text('token'),
        tokenUrl: text('token-url'),
        tokenCallback: text('token-callback'),
        getToken: this.getToken,
      }),
    });
    this.isOpen = false;
    const live = new LiveInbox(this.client, {
      onNew: (message) => {
        this.say('A new message has arrived.');
        this.tell('stak-new', message);
      },
    });
    this.live = live;
    this.state = live.state;
    live.subscribe(() => live === this.live && this.changed(live.state));
    this.build();
    // Only visible pages keep a connection: browsers allow few of them per server.
    if (!document.hidden) live.start();
  }

  changed(state) {
    const before = this.state;
    this.state = state;
    const isLive = state.connection === 'live';
    // Only now is it certain whose inbox this is.
    if (isLive && before.connection !== 'live') this.dropOthersPush().catch(() => {});
    this.toggleAttribute('live', isLive);
    if (state.counts !== before.counts) this.count(before.counts.total);
    for (const { category } of state.messages ?? []) this.categories.add(category);
    if (state.error && state.error !== before.error) {
      this.tell('stak-error', { status: state.error.status, message: state.error.message });
    }
    const drawn = ['messages', 'hasOlder', 'error'];
    if (drawn.some((name) => state[name] !== before[name])) this.draw();
  }

  tell(name, detail) {
    return this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable: true }));
  }

  count(totalBefore) {
    const { total, categories } = this.state.counts;
    for (const name of Object.keys(categories)) this.categories.add(name);
    this.drawBell();
    if (this.isOpen) this.drawHead();
    this.look();
    if (total !== totalBefore) this.tell('stak-count', { total });
  }

  /** Whoever has the list open sees what is there, and what arrives. */
  look() {
    if (this.isOpen && !this.isChoosing) this.live.markSeen().catch(() => {});
  }

  /** Keeps the list of the chosen folder and category up to date. */
  load() {
    this.look();
    const { folder, category } = this;
    return this.live.show(folder === 'unread' ? { unread: true, category } : { folder, category });
  }

  show(folder, category) {
    this.folder = folder;
    this.category = category;
    this.snoozing = undefined;
    this.drawHead();
    this.load();
  }

  /** Applies an action here at once and on the server, and offers to undo it. */
  async act(action, words, undo) {
    this.snoozing = undefined;
    this.note = words && { words, undo: undo && (() => this.act(undo)) };
    try {
      const done = action();
      this.draw();
      await done;
    } catch (fault) {
      this.note = { words: fault.message };
      this.draw();
    }
  }

  mark(item, isRead) {
    return this.act(() => (isRead ? this.live.markRead(item.id) : this.live.markUnread(item.id)));
  }

  async markAll() {
    try {
      await this.live.markAllRead();
      this.note = { words: 'All messages marked as read.' };
    } catch (fault) {
      this.note = { words: fault.message };
    }
    this.draw();
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
    if (!isOpen) return this.live.hide();
    this.note = undefined;
    this.draw();
    this.load();
    this.panel.querySelector('h2').focus();
  }
}
