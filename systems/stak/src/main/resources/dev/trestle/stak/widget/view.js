// Draws the inbox. Mixed into the element, which has its state.

Object.assign(StakInbox.prototype, {
  build() {
    this.root = dress(this);
    this.bell = h('button', { class: 'bell', type: 'button', 'aria-haspopup': 'dialog', 'aria-expanded': 'false' });
    this.said = h('span', { class: 'unseen', role: 'status' });
    this.head = h('div', { class: 'head' });
    this.list = h('div', { class: 'list' });
    this.foot = h('div', { class: 'foot', role: 'status' });
    this.panel = h(
      'section',
      {
        class: 'panel',
        popover: 'auto',
        role: 'dialog',
        'aria-label': this.label,
        onbeforetoggle: (event) => this.toggling(event.newState === 'open'),
        ontoggle: (event) => this.toggled(event.newState === 'open'),
        onkeydown: (event) => this.key(event),
      },
      this.head,
      this.list,
      this.foot,
    );
    this.bell.popoverTargetElement = this.panel;
    this.root.append(this.bell, this.panel, this.said);
    this.drawBell();
  },

  /** Returns the focus to the bell; browsers do that only for elements of the page itself. */
  toggling(isOpening) {
    if (isOpening) return this.place(true);
    if (this.panel.contains(this.shadowRoot.activeElement)) queueMicrotask(() => this.bell.focus());
  },

  say(words) {
    this.said.textContent = words;
  },

  /** Places the panel below or above the bell, wherever there is more room. Phones use the style sheet. */
  place(isOpening) {
    if (!this.isOpen && !isOpening) return;
    const at = this.bell.getBoundingClientRect();
    const { style } = this.panel;
    const width = Math.min(400, innerWidth - 2 * EDGE);
    const below = innerHeight - at.bottom;
    const isBelow = below > 420 || below > at.top;
    style.setProperty('--left', `${Math.max(EDGE, Math.min(at.right - width, innerWidth - width - EDGE))}px`);
    style.setProperty('--width', `${width}px`);
    style.setProperty('--top', isBelow ? `${at.bottom + EDGE}px` : 'auto');
    style.setProperty('--bottom', isBelow ? 'auto' : `${innerHeight - at.top + EDGE}px`);
    style.setProperty('--room', `${(isBelow ? below : at.top) - 2 * EDGE}px`);
  },

  /** The arrow keys move between messages. */
  key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    const all = [...this.list.querySelectorAll('.title')];
    const now = all.indexOf(this.shadowRoot.activeElement?.closest('li')?.querySelector('.title'));
    all[Math.max(0, Math.min(all.length - 1, now + step))]?.focus();
    event.preventDefault();
  },

  drawBell() {
    const { total } = this.state.counts;
    const words = total ? `${this.label}, ${total} unread` : this.label;
    this.bell.setAttribute('aria-label', words);
    this.bell.replaceChildren(icon('bell'));
    if (total) this.bell.append(h('span', { class: 'badge' }, total > 99 ? '99+' : String(total)));
  },

  /** Draws everything again and restores the focus. */
  draw() {
    const name = this.shadowRoot.activeElement?.dataset.name;
    this.drawHead();
    // While changes are saved, the settings stay as the user has left them.
    const isSaving = this.isChoosing && this.choices?.saves > 0;
    if (!isSaving) this.list.replaceChildren(...this.content());
    this.list.setAttribute('aria-busy', String(this.isChoosing ? !this.choices : !this.state.messages && !this.state.error));
    this.drawFoot();
    if (!name || this.shadowRoot.activeElement) return;
    const again = this.root.querySelector(`[data-name="${CSS.escape(name)}"]`);
    (again ?? this.panel.querySelector('h2')).focus();
  },

  choice(name, label, isOn, choose) {
    return h(
      'button',
      { type: 'button', 'data-name': name, 'aria-pressed': String(isOn), onclick: choose },
      label,
    );
  },

  drawHead() {
    const name = this.shadowRoot.activeElement?.dataset.name;
    const { total, categories } = this.state.counts;
    const folders = FOLDERS.map(({ id, label }) =>
      this.choice(`folder-${id}`, label, id === this.folder, () => this.show(id, this.category)),
    );
    const names = [...this.categories].sort();
    const chips = names.map((each) =>
      this.choice(
        `category-${each}`,
        h('span', {}, each, categories[each] ? h('b', {}, ` ${categories[each]}`) : ''),
        each === this.category,
        () => this.show(this.folder, each === this.category ? '' : each),
      ),
    );
    const heading = h('h2', { tabindex: '-1', 'data-name': 'heading' }, this.label);
    this.head.replaceChildren(
      h(
        'div',
        { class: 'bar' },
        heading,
        total > 0 &&
          !this.isChoosing &&
          h(
            'button',
            { type: 'button', class: 'link', 'data-name': 'all', onclick: () => this.markAll() },
            icon('checks'),
            'Mark all read',
          ),
        h(
          'button',
          {
            type: 'button',
            class: 'small',
            'data-name': 'settings',
            'aria-label': 'Settings',
            'aria-pressed': String(Boolean(this.isChoosing)),
            title: 'Settings',
            onclick: () => this.choose(),
          },
          icon('gear'),
        ),
        h(
          'button',
          { type: 'button', class: 'small', 'data-name': 'close', 'aria-label': 'Close', onclick: () => this.panel.hidePopover() },
          icon('close'),
        ),
      ),
      ...(this.isChoosing ? [] : [h('div', { class: 'folders', role: 'group', 'aria-label': 'Show' }, folders)]),
      ...(names.length > 1 && !this.isChoosing ? [h('div', { class: 'chips', role: 'group', 'aria-label': 'Category' }, chips)] : []),
    );
    if (name && !this.shadowRoot.activeElement) {
      this.head.querySelector(`[data-name="${CSS.escape(name)}"]`)?.focus();
    }
  },

  content() {
    if (this.isChoosing) return this.settings();
    const { messages, hasOlder, error } = this.state;
    if (error && !messages) return [this.trouble(error)];
    if (!messages) return [1, 2, 3].map(() => h('div', { class: 'wait', 'aria-hidden': 'true' }, h('i'), h('i'), h('i')));
    const older = hasOlder
      ? [h('button', { type: 'button', class: 'older', 'data-name': 'older', onclick: () => this.live.older() }, 'Show older')]
      : [];
    if (messages.length === 0) {
      const { empty, words } = hasOlder
        ? { empty: 'No recent matches', words: 'There may be more among older messages.' }
        : FOLDERS.find(({ id }) => id === this.folder);
      return [
        h('div', { class: 'state' }, icon('inbox'), h('p', { class: 'strong' }, empty), h('p', {}, words)),
        ...older,
      ];
    }
    return [h('ul', { 'aria-label': this.label }, messages.map((item) => this.item(item))), ...older];
  },

  trouble(error) {
    const isOut = error.status === 401;
    return h(
      'div',
      { class: 'state', role: 'alert' },
      icon('alert'),
      h('p', { class: 'strong' }, isOut ? 'You are signed out' : 'Could not load messages'),
      h('p', {}, isOut ? 'Sign in again to see your messages.' : error.message),
      h('button', { type: 'button', class: 'older', onclick: () => this.again() }, 'Try again'),
    );
  },

  again() {
    this.live.start();
    this.load();
  },

  drawFoot() {
    const { note } = this;
    this.foot.replaceChildren();
    if (!note) return;
    this.foot.append(h('span', {}, note.words));
    if (note.undo) {
      this.foot.append(
        h('button', { type: 'button', class: 'link', 'data-name': 'undo', onclick: () => note.undo() }, 'Undo'),
      );
    }
  },

  item(item) {
    const isOpen = this.opened.has(item.id);
    const title = h(
      'h3',
      {},
      h(
        'button',
        {
          type: 'button',
          class: 'title',
          'data-name': `open-${item.id}`,
          'aria-expanded': String(isOpen),
          onclick: () => this.open(item),
        },
        !item.read && h('span', { class: 'unseen' }, 'Unread: '),
        // The words for screen readers before it would make every title run from left to right.
        h('span', { class: 'words', dir: 'auto' }, item.message.title),
      ),
    );
    const pressed = ({ target }) => target.closest('button, a, .actions, .snoozes') || this.open(item);
    return h(
      'li',
      { class: `item${item.read ? '' : ' new'}${isOpen ? ' open' : ''}`, 'data-id': item.id, onclick: pressed },
      contentOf(item, title),
      this.snoozing === item.id ? this.snoozes(item) : this.actions(item),
    );
  },

  button(item, name, words, act) {
    return h(
      'button',
      {
        type: 'button',
        class: 'small',
        'data-name': `${name}-${item.id}`,
        'aria-label': `${words}: ${item.message.title}`,
        title: words,
        onclick: act,
      },
      icon(name),
    );
  },

  actions(item) {
    const isAway = this.folder === 'archive' || this.folder === 'snoozed';
    const { live } = this;
    const back = () => (this.folder === 'archive' ? live.unarchive(item.id) : live.wake(item.id));
    const all = isAway
      ? [this.button(item, 'inbox', 'Move to inbox', () => this.act(back, 'Moved to the inbox.'))]
      : [
          item.read
            ? this.button(item, 'dot', 'Mark as unread', () => this.mark(item, false))
            : this.button(item, 'check', 'Mark as read', () => this.mark(item, true)),
          this.button(item, 'clock', 'Snooze', () => {
            this.snoozing = item.id;
            this.draw();
            this.list.querySelector('.snoozes button').focus();
          }),
          this.button(item, 'archive', 'Archive', () =>
            this.act(() => live.archive(item.id), 'Archived.', () => live.unarchive(item.id)),
          ),
        ];
    return h('div', { class: 'actions' }, all);
  },

  snoozes(item) {
    const choices = SNOOZES.map(([label, until]) =>
      h(
        'button',
        {
          type: 'button',
          'data-name': `snooze-${label}`,
          onclick: () =>
            this.act(
              () => this.live.snooze(item.id, until()),
              `Snoozed: ${label.toLowerCase()}.`,
              () => this.live.wake(item.id),
            ),
        },
        label,
      ),
    );
    const leave = () => {
      this.snoozing = undefined;
      this.draw();
    };
    const no = h('button', { type: 'button', class: 'small', 'aria-label': 'Cancel', onclick: leave }, icon('close'));
    return h('div', { class: 'snoozes', role: 'group', 'aria-label': 'Snooze for' }, choices, no);
  },
});
