// What a user wants to hear of, and how: open topics, categories, e-mails and push messages. Mixed into the element, which has its state.

const TOPIC_PAGES_MAX = 5;
const QUIET_HOURS = '22:00-07:00';
const EMAIL_CHOICES = [
  ['off', 'No e-mail'],
  ['immediately', 'E-mail at once'],
  ['daily', 'Daily digest'],
  ['weekly', 'Weekly digest'],
];

Object.assign(StakInbox.prototype, {
  /** Shows the settings instead of the messages, or the messages again. */
  async choose() {
    this.isChoosing = !this.isChoosing;
    this.choices = undefined;
    this.note = undefined;
    this.draw();
    const opening = (this.opening = {});
    if (!this.isChoosing) return this.load();
    try {
      await this.saving;
      const [preferences, topics, push] = await Promise.all([
        this.client.preferences(),
        this.openTopics(),
        this.pushState(),
      ]);
      if (opening !== this.opening) return;
      this.choices = { ...chosen(preferences), topics, push, saves: 0 };
    } catch (fault) {
      if (opening !== this.opening) return;
      this.isChoosing = false;
      this.note = { words: fault.message };
    }
    this.draw();
  },

  async openTopics() {
    const all = [];
    let next;
    for (let page = 0; page < TOPIC_PAGES_MAX && (page === 0 || next); page++) {
      const found = await this.client.topics({ next });
      all.push(...found.topics);
      next = found.next;
    }
    return all;
  },

  settings() {
    if (!this.choices) return [h('div', { class: 'wait', 'aria-hidden': 'true' }, h('i'), h('i'), h('i'))];
    const { topics, muted, channels } = this.choices;
    const categories = [...new Set([...this.categories, ...muted, ...channels.keys()])].sort();
    const hasEmails = [...channels.values()].some(({ email }) => email);
    const groups = [
      this.group('Topics', topics.map((each) =>
        this.toggle(`topic-${each.topic}`, each.title, each.subscribed, (isOn) => this.subscribe(each, isOn)),
      )),
      this.group('Categories', categories.map((name) => this.channels(name))),
      this.group('Push', this.pushChoices()),
      this.choices.address && hasEmails && this.group('E-mail', this.emailAddress()),
      this.isPushed() || (this.choices.address && hasEmails) ? this.group('Quiet hours', this.quietHours()) : undefined,
    ].filter(Boolean);
    if (groups.length) return groups;
    return [
      h('div', { class: 'state' }, icon('gear'), h('p', { class: 'strong' }, 'Nothing to choose yet'),
        h('p', {}, 'Categories appear here with your first messages.')),
    ];
  },

  group(label, toggles) {
    return toggles.length > 0 && h('fieldset', { class: 'choices' }, h('legend', {}, label), toggles);
  },

  toggle(name, label, isOn, change, isFixed = false, spoken = false) {
    const box = h('input', {
      type: 'checkbox',
      'data-name': name,
      'aria-label': spoken,
      disabled: isFixed,
      onchange: (event) => change(event.target.checked),
    });
    box.checked = isOn;
    return h('label', {}, box, h('span', {}, label));
  },

  select(name, label, options, value, change, isFixed = false) {
    const made = h(
      'select',
      { 'data-name': name, 'aria-label': label, disabled: isFixed, onchange: (event) => change(event.target.value) },
      options.map(([each, words]) => h('option', { value: each }, words)),
    );
    made.value = value;
    return made;
  },

  /** Whether any browser of the user gets push messages. */
  isPushed() {
    const { push } = this.choices;
    return Boolean(push && (push.devices > 0 || push.device === 'on'));
  },

  /** Whether the inbox shows a category, and how its e-mails and push messages come. */
  channels(name) {
    const { muted, channels, address } = this.choices;
    const { required, email, push } = channels.get(name) ?? {};
    const isMuted = muted.has(name) && !required;
    return h(
      'div',
      { class: 'channels' },
      this.toggle(`wanted-${name}`, name, !isMuted, (isOn) => this.want(name, isOn), required),
      Boolean(address && email) &&
        this.select(
          `email-${name}`,
          `E-mails about ${name}`,
          EMAIL_CHOICES,
          isMuted ? 'off' : email,
          (value) => this.prefer(() => ({ email: { [name]: value } }), 'Saved.'),
          isMuted || required,
        ),
      push !== undefined &&
        this.isPushed() &&
        this.toggle(
          `push-${name}`,
          'Push',
          push && !isMuted,
          (isOn) => this.prefer(() => ({ push: { [name]: isOn } }), 'Saved.'),
          isMuted,
          `Push messages about ${name}`,
        ),
    );
  },

  emailAddress() {
    const { address, refused, hour } = this.choices;
    const hours = Array.from({ length: 24 }, (_, each) => [String(each), `${String(each).padStart(2, '0')}:00`]);
    return [
      h('p', {}, refused ? `The mail server refuses ${address}.` : `E-mails go to ${address}.`),
      h(
        'div',
        { class: 'times' },
        'Digests at',
        this.select('digest-hour', 'Hour of digests', hours, String(hour), (value) =>
          this.preferTimes({ digest_hour: Number(value) }),
        ),
      ),
    ];
  },

  quietHours() {
    const { quiet, zone } = this.choices;
    const [from, to] = (quiet ?? QUIET_HOURS).split('-');
    const time = (name, label, value, change) => {
      const box = h('input', {
        type: 'time',
        'data-name': name,
        'aria-label': label,
        onchange: (event) => event.target.value && change(event.target.value),
      });
      box.value = value;
      return box;
    };
    const save = (hours) => this.preferTimes({ quiet_hours: hours });
    return [
      this.toggle('quiet', 'Quiet hours for e-mail and push', Boolean(quiet), (isOn) => save(isOn ? QUIET_HOURS : '')),
      Boolean(quiet) && h(
        'div',
        { class: 'times' },
        time('quiet-from', 'Quiet from', from, (value) => save(`${value}-${to}`)),
        '–',
        time('quiet-to', 'Quiet until', to, (value) => save(`${from}-${value}`)),
      ),
      h('p', { class: 'zone' }, `Times are in ${zone}.`),
    ];
  },

  /** Times are meant where the user is now. */
  preferTimes(changes) {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    return this.prefer(() => ({ ...changes, time_zone: timeZone }), 'Saved.');
  },

  /** Changes are made one after the other: each builds on the one before. */
  save(change) {
    const { choices } = this;
    choices.saves++;
    this.saving = (this.saving ?? Promise.resolve()).then(async () => {
      try {
        this.note = { words: await change() };
      } catch (fault) {
        this.note = { words: fault.message };
      }
      choices.saves--;
      this.draw();
    });
    return this.saving;
  },

  /** Changes what the function returns for the preferences as they are then. */
  prefer(changes, words) {
    const { choices, client } = this;
    return this.save(async () => {
      Object.assign(choices, chosen(await client.changePreferences(changes(choices))));
      return words;
    });
  },

  subscribe(topic, isWanted) {
    const { client } = this;
    return this.save(async () => {
      await client.subscribe(topic.topic, isWanted);
      topic.subscribed = isWanted;
      return isWanted ? `Subscribed: ${topic.title}.` : `Unsubscribed: ${topic.title}.`;
    });
  },

  want(category, isWanted) {
    const words = isWanted ? `You get ${category} again.` : `You get no more ${category}.`;
    return this.prefer(({ muted }) => {
      const others = [...muted].filter((each) => each !== category);
      return { muted: isWanted ? others : [...others, category] };
    }, words);
  },
});

/** What a user has chosen, from the server's preferences. */
function chosen(data) {
  return {
    muted: new Set(data.muted),
    channels: new Map(data.categories.map((each) => [each.category, each])),
    address: data.address,
    refused: data.refused,
    quiet: data.quiet_hours,
    hour: data.digest_hour,
    zone: data.time_zone,
  };
}
