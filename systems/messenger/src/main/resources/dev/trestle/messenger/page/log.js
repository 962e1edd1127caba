// What was said in one chat, as far as it is known here.

const CHANGES = new Set(['edit', 'delete', 'reaction']);

/**
 * The entries of a chat without a hole between the lowest and the highest known. Pages of history
 * have texts as they are now; entries that come afterwards, in their order, change them.
 */
export class Log {
  /** Texts and events, by sequence; edits, deletions and reactions are not shown. */
  #shown = new Map();
  #changes = [];
  /** What is being sent, by client_message_id. */
  outbox = new Map();
  lowest;
  highest = 0;
  hasOlder = true;

  /** Shown entries in their order, those that are being sent last. */
  get entries() {
    return [...this.#shown.values()].sort((a, b) => a.sequence - b.sequence);
  }

  get(sequence) {
    return this.#shown.get(sequence);
  }

  /** The newest page; what was there before is replaced. */
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

  /** A page from before the lowest. It was read later than what is here, so it is as it is now. */
  prepend(page, hasOlder) {
    for (const entry of page) this.#keep(entry);
    // A change that came while the page was on its way.
    for (const change of this.#changes) this.#apply(change);
    this.hasOlder = hasOlder && page.length > 0;
  }

  #keep(entry) {
    this.lowest = Math.min(this.lowest ?? entry.sequence, entry.sequence);
    if (!CHANGES.has(entry.kind)) this.#shown.set(entry.sequence, { ...entry });
  }

  /** Whether this is the next one; one that is known is not, one after a hole neither. */
  isNext(entry) {
    return entry.sequence === this.highest + 1;
  }

  /** Takes the next entry. */
  append(entry) {
    this.highest = entry.sequence;
    this.#keep(entry);
    this.outbox.delete(entry.client_message_id);
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
        break;
      case 'reaction':
        changed.reactions = { ...changed.reactions, [change.sender_id]: change.content };
        if (!change.content) delete changed.reactions[change.sender_id];
        break;
    }
    this.#shown.set(target.sequence, changed);
  }

  /** Texts above a sequence that others wrote. */
  newerThan(sequence, me) {
    return this.entries.filter(
      (entry) => entry.kind === 'text' && entry.sequence > sequence && entry.sender_id !== me,
    );
  }
}

/** Whether an entry is shown in the list as the last thing said. */
export function isText(entry) {
  return entry?.kind === 'text';
}
