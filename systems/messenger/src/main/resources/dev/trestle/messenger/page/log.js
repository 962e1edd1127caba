// The known entries of one chat.

const CHANGES = new Set(['edit', 'delete', 'reaction']);

/**
 * The entries of a chat, without gaps between the lowest and the highest known. Pages show texts in
 * their current state; entries that come afterwards, in order, change them.
 */
export class Log {
  /** Texts and system entries, by sequence; edits, deletions and reactions are not shown. */
  #shown = new Map();
  #changes = [];
  lowest;
  highest = 0;
  hasOlder = true;

  /** The shown entries in order. */
  get entries() {
    return [...this.#shown.values()].sort((a, b) => a.sequence - b.sequence);
  }

  get(sequence) {
    return this.#shown.get(sequence);
  }

  /** Replaces everything by the newest page. */
  start(page, hasOlder) {
    this.#shown.clear();
    this.#changes = [];
    this.lowest = undefined;
    this.highest = 0;
    for (const entry of page) {
      this.#keep(entry);
      this.highest = Math.max(this.highest, entry.sequence);
    }
    this.hasOlder = hasOlder;
  }

  /** Adds a page before the lowest entry. It was read later than the rest, so it is up to date. */
  prepend(page, hasOlder) {
    for (const entry of page) this.#keep(entry);
    // A change that came while the page was loading.
    for (const change of this.#changes) this.#apply(change);
    this.hasOlder = hasOlder && page.length > 0;
  }

  #keep(entry) {
    this.lowest = Math.min(this.lowest ?? entry.sequence, entry.sequence);
    if (!CHANGES.has(entry.kind)) this.#shown.set(entry.sequence, { ...entry });
  }

  /** Whether this is the next entry: neither known nor after a gap. */
  isNext(entry) {
    return entry.sequence === this.highest + 1;
  }

  /** Adds the next entry. */
  append(entry) {
    this.highest = entry.sequence;
    this.#keep(entry);
    if (!CHANGES.has(entry.kind)) return;
    this.#changes.push(entry);
    this.#apply(entry);
  }

  #apply(change) {
    const target = this.#shown.get(change.target_sequence);
    if (!target) return;
    const changed = { ...target };
    switch (change.kind) {
      case 'edit':
        if (!changed.deleted_at) {
          changed.content = change.content;
          changed.edited_at = change.created_at;
        }
        break;
      case 'delete':
        changed.content = '';
        changed.deleted_at = change.created_at;
        changed.reactions = undefined;
        changed.file = undefined;
        changed.mentions = undefined;
        break;
      case 'reaction':
        changed.reactions = { ...changed.reactions, [change.sender_id]: change.content };
        if (!change.content) delete changed.reactions[change.sender_id];
        break;
    }
    this.#shown.set(target.sequence, changed);
  }

  /** The texts of others above a sequence. */
  newerThan(sequence, me) {
    return this.entries.filter(
      (entry) => entry.kind === 'text' && entry.sequence > sequence && entry.sender_id !== me,
    );
  }
}

/** Whether the list of chats shows an entry as the last message. */
export function isText(entry) {
  return entry?.kind === 'text';
}
