// What a user wants to hear of: open topics and categories. Mixed into the element, which has its state.

const TOPIC_PAGES_MAX = 5;

Object.assign(StakInbox.prototype, {
  /** Shows the settings instead of the messages, or the messages again. */
  async choose() {
    this.isChoosing = !this.isChoosing;
    this.choices = undefined;
    this.note = undefined;
    this.draw();
    if (!this.isChoosing) return this.load();
    try {
      const [{ data }, topics] = await Promise.all([this.client.get('preferences'), this.openTopics()]);
      this.choices = { muted: new Set(data.muted), topics };
    } catch (fault) {
      this.isChoosing = false;
      this.note = { words: fault.message };
    }
    this.draw();
  },

  async openTopics() {
    const all = [];
    let next;
    for (let page = 0; page < TOPIC_PAGES_MAX && (page === 0 || next); page++) {
      const found = await this.client.get(next ? `topics?next=${encodeURIComponent(next)}` : 'topics');
      all.push(...found.topics);
      next = found.paging.next_token;
    }
    return all;
  },

  settings() {
    if (!this.choices) return [h('div', { class: 'wait', 'aria-hidden': 'true' }, h('i'), h('i'), h('i'))];
    const { topics, muted } = this.choices;
    const categories = [...new Set([...this.categories, ...muted])].sort();
    const groups = [
      this.group('Topics', topics.map((each) =>
        this.toggle(`topic-${each.topic}`, each.title, each.subscribed, (isOn) => this.subscribe(each, isOn)),
      )),
      this.group('Categories', categories.map((name) =>
        this.toggle(`wanted-${name}`, name, !muted.has(name), (isOn) => this.want(name, isOn)),
      )),
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

  toggle(name, label, isOn, change) {
    const box = h('input', { type: 'checkbox', 'data-name': name, onchange: (event) => change(event.target.checked) });
    box.checked = isOn;
    return h('label', {}, box, h('span', {}, label));
  },

  async subscribe(topic, isWanted) {
    try {
      await this.client.put(`topics/${encodeURIComponent(topic.topic)}`, { subscribed: isWanted });
      topic.subscribed = isWanted;
      this.note = { words: isWanted ? `Subscribed: ${topic.title}.` : `Unsubscribed: ${topic.title}.` };
    } catch (fault) {
      this.note = { words: fault.message };
    }
    this.draw();
  },

  async want(category, isWanted) {
    const muted = new Set(this.choices.muted);
    if (isWanted) muted.delete(category);
    else muted.add(category);
    try {
      await this.client.put('preferences', { muted: [...muted] });
      this.choices.muted = muted;
      this.note = { words: isWanted ? `You get ${category} again.` : `You get no more ${category}.` };
    } catch (fault) {
      this.note = { words: fault.message };
    }
    this.draw();
  },
});
