// The user API over an array, so that the example works without a server.
const HOUR = 3600;

function sample(id, ago, category, title, body, more = {}) {
  const received = Math.floor(Date.now() / 1000) - ago;
  return { id, category, received, read: false, archived: false, message: { title, body, ...more } };
}

const SAMPLES = [
  ['orders', 'Your parcel is on its way', 'It should be with you on Thursday, before noon.'],
  ['team', 'Grace mentioned you', '“Can you have a look at the second chart?”'],
  ['billing', 'Payment received', { invoice: 'INV-1204', amount: '49.00 €', paid: 'by card' }],
  ['product', 'Dark mode has arrived', 'Follow your system, or choose it in the settings.'],
];

export class Sample {
  muted = [];
  topics = [
    { topic: 'releases', title: 'New releases', subscribed: true },
    { topic: 'tips', title: 'Tips for teams', subscribed: false },
  ];
  messages = [
    sample('m4', 120, 'billing', 'Your invoice is ready', { invoice: 'INV-1204', amount: '49.00 €', due: 'in 14 days' }, { cta_uri: 'https://example.com/invoices/1204' }),
    sample('m3', 2 * HOUR, 'team', 'Ada invited you to Bridges', 'You can now see the drawings and comment on them.', { cta_uri: 'https://example.com/bridges' }),
    sample('m2', 26 * HOUR, 'product', 'Search is faster', 'Results appear while you type, also on slow connections.'),
    { ...sample('m1', 80 * HOUR, 'orders', 'Your order was delivered', 'Handed over at the reception.'), read: true },
  ];
  streams = new Set();
  arrived = 0;

  counts() {
    const unread = this.messages.filter((each) => !each.read && !each.archived && !each.snoozed_until);
    const categories = {};
    for (const { category } of unread) categories[category] = (categories[category] ?? 0) + 1;
    return { success: true, total: unread.length, unseen: 0, categories };
  }

  send(type, data) {
    const text = new TextEncoder().encode(`event: ${type}\ndata: ${JSON.stringify(data)}\n\n`);
    for (const stream of this.streams) stream.enqueue(text);
  }

  /** A new message arrives, as from a server. */
  arrive() {
    const [category, title, body] = SAMPLES[this.arrived % SAMPLES.length];
    const id = `n${++this.arrived}`;
    this.messages = [sample(id, 0, category, title, body), ...this.messages];
    this.send('new', { id, category });
    this.send('counts', this.counts());
  }

  /** Replaces fetch. */
  fetch = async (address, { method = 'GET', body, signal } = {}) => {
    const url = new URL(address);
    const path = url.pathname.split('/DEFAULT/')[1];
    if (path === 'events') return this.open(signal);
    if (path.startsWith('topics') || path === 'preferences') return json(this.settings(path, body));
    if (path === 'push') return json({ success: true, data: { public_key: null, devices: 0 } });
    if (method === 'PUT') return json(this.change(path, JSON.parse(body)));
    return json(this.list(url.searchParams));
  };

  /** The topics and muted categories of the sample user. */
  settings(path, body) {
    const given = body && JSON.parse(body);
    if (path === 'preferences') return { success: true, data: this.preferences(given) };
    const topic = this.topics.find((each) => path === `topics/${each.topic}`);
    if (topic) return { success: true, data: Object.assign(topic, given) };
    return { success: true, paging: { count: this.topics.length, next_token: null }, topics: this.topics };
  }

  /** A tenant without e-mails and push messages. */
  preferences(given) {
    this.muted = given?.muted ?? this.muted;
    return { muted: this.muted, address: null, refused: false, categories: [], time_zone: 'UTC', digest_hour: 8 };
  }

  open(signal) {
    let mine;
    const stream = new ReadableStream({
      start: (controller) => {
        mine = controller;
        this.streams.add(controller);
        queueMicrotask(() => this.send('counts', this.counts()));
      },
    });
    signal.addEventListener('abort', () => {
      this.streams.delete(mine);
      mine.error(new DOMException('aborted', 'AbortError'));
    });
    return new Response(stream);
  }

  list(asked) {
    const folder = asked.get('folder') ?? 'inbox';
    const category = asked.get('category');
    const messages = this.messages.filter(
      (each) =>
        (each.archived ? 'archive' : each.snoozed_until ? 'snoozed' : 'inbox') === folder &&
        (!category || each.category === category) &&
        !(asked.get('unread') && each.read),
    );
    return { success: true, paging: { count: messages.length, next_token: null }, messages };
  }

  change(path, { messages, until }) {
    const what = path.replace('messages/', '');
    const soon = Math.floor(Date.now() / 1000) + HOUR;
    const changes = {
      read: { read: true },
      unread: { read: false },
      archive: { archived: true },
      unarchive: { archived: false },
      snooze: { snoozed_until: until ?? soon },
      wake: { snoozed_until: undefined },
    }[what];
    this.messages = this.messages.map((each) =>
      changes && (!messages || messages.includes(each.id)) ? { ...each, ...changes } : each,
    );
    return this.counts();
  }
}

function json(value) {
  return new Response(JSON.stringify(value), { headers: { 'Content-Type': 'application/json' } });
}
