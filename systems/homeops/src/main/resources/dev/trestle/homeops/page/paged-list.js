// A list that begins with its newest page, goes on with older ones, and is read again after changes.

/** How many entries a page has. */
export const PAGE = 50;

/** How many pages are read again at most. Entries below them stay as they are. */
const PAGES_MAX = 20;

export class PagedList {
  /** What is shown, the newest first. */
  entries = [];
  hasOlder = false;
  #idOf;
  #isOlderWanted = false;

  constructor(idOf) {
    this.#idOf = idOf;
  }

  /**
   * Reads again what is shown: the newest page, and the older ones that were asked for. `read` is
   * called with the id before which a page ends, if it is not the newest. Returns what `renew` takes.
   */
  async readAgain(read) {
    const entries = [];
    for (let pages = 0; pages < PAGES_MAX; pages++) {
      const page = await read(entries.length ? this.#idOf(entries.at(-1)) : undefined);
      entries.push(...page);
      if (page.length < PAGE) return { entries, isWhole: true };
      if (!this.#isOlderWanted || this.#idOf(page.at(-1)) <= this.#oldest) break;
    }
    return { entries, isWhole: false };
  }

  /**
   * Takes what was read: the newest page, or several. Once older ones were asked for, what was shown
   * below stays, unless there may be a gap between the two: then the list begins anew.
   */
  renew(found, isWhole = found.length < PAGE) {
    const last = isWhole ? undefined : this.#idOf(found.at(-1));
    const isJoined = this.#isOlderWanted && !isWhole && this.entries.some((each) => this.#idOf(each) >= last);
    const below = isJoined ? this.entries.filter((each) => this.#idOf(each) < last) : [];
    this.entries = [...found, ...below];
    if (below.length === 0) this.hasOlder = !isWhole;
    if (!isWhole) this.#isOlderWanted = isJoined;
  }

  /** Adds an older page. `read` is called with the id before which it ends. */
  async older(read) {
    const before = this.#oldest;
    this.#isOlderWanted = true;
    const page = await read(before);
    const oldest = this.#oldest;
    if (before < oldest) return; // The list has begun anew meanwhile.
    const added = page.filter((each) => this.#idOf(each) < oldest);
    this.entries = [...this.entries, ...added];
    if (before === oldest || added.length) this.hasOlder = page.length === PAGE;
  }

  get #oldest() {
    const last = this.entries.at(-1);
    return last && this.#idOf(last);
  }

  replace(entry) {
    this.entries = this.entries.map((each) => (this.#idOf(each) === this.#idOf(entry) ? entry : each));
  }

  remove(entry) {
    this.entries = this.entries.filter((each) => this.#idOf(each) !== this.#idOf(entry));
  }
}
