// A list whose newest page is read again after each change, and whose older pages are read once.

/** How many entries a page has. */
export const PAGE = 50;

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
   * Takes the newest page. Once older ones were asked for, what was shown below it stays, unless
   * there may be a gap between the two: then the list begins anew.
   */
  renew(page) {
    const last = page.length < PAGE ? undefined : this.#idOf(page.at(-1));
    const isJoined = this.#isOlderWanted && last !== undefined && this.entries.some((each) => this.#idOf(each) >= last);
    if (isJoined) {
      this.entries = [...page, ...this.entries.filter((each) => this.#idOf(each) < last)];
    } else {
      this.entries = page;
      this.hasOlder = last !== undefined;
      this.#isOlderWanted = false;
    }
  }

  /** Adds an older page. `read` is called with the id before which it ends. */
  async older(read) {
    const oldest = this.#oldest;
    this.#isOlderWanted = true;
    const page = await read(oldest);
    if (oldest !== this.#oldest) return; // The list has begun anew meanwhile.
    this.entries = [...this.entries, ...page];
    this.hasOlder = page.length === PAGE;
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
