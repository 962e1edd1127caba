import { html, nothing } from 'lit';
import { Section, toast } from '/shared/trestle.js';
import { showErrors } from '/shared/parts/field.js';
import { session } from '../session.js';

const PAGE = 50;
const TYPING_MS = 250;

/**
 * A list that is searched by the beginning of a name and read in pages. A subclass names its
 * `resource`, which is also the field of the answer; `data` has the first page, `older` the rest.
 */
export class SearchSection extends Section {
  static properties = {
    ...Section.properties,
    prefix: { state: true },
    older: { state: true },
    shown: { state: true },
  };

  constructor() {
    super();
    this.prefix = '';
    this.older = [];
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.typing);
  }

  path(next) {
    const query = new URLSearchParams({ limit: PAGE, prefix: this.prefix, ...(next ? { next } : {}) });
    return `${this.resource}?${query}`;
  }

  fetch() {
    return session.call(this.path());
  }

  loaded() {
    this.older = [];
    this.next = this.data.paging.next_token;
  }

  search(event) {
    this.prefix = event.target.value.trim();
    clearTimeout(this.typing);
    this.typing = setTimeout(() => this.load(), TYPING_MS);
  }

  more() {
    const { next } = this;
    return this.attempt(async () => {
      const page = await session.call(this.path(next));
      if (next !== this.next) return; // Another search has begun.
      this.older = [...this.older, ...page[this.resource]];
      this.next = page.paging.next_token;
    });
  }

  /** Loads the next page, if there is one. */
  moreButton() {
    if (!this.next) return nothing;
    return html`<p class="center">
      <button type="button" class="button" aria-busy=${this.busy ? 'true' : 'false'} @click=${this.more}>Show more</button>
    </p>`;
  }

  /** The user ids in the form's field `uids`; if there are none, the form says so. */
  uidsOf(form) {
    const uids = new FormData(form).get('uids').split(/[\s,;]+/).filter(Boolean);
    showErrors(form, { fields: uids.length ? {} : { uids: 'Enter at least one user.' } });
    return uids;
  }

  /** Says in the form which of the user ids was refused. */
  showWrongUid(form, uids, error) {
    const [path, words] = Object.entries(error.fields ?? {})[0] ?? ['', error.message];
    const at = /\[(\d+)\]/.exec(path);
    showErrors(form, { fields: { uids: at ? `“${uids[at[1]]}”: ${words}` : words } });
  }

  /** Shows an error as a notification. */
  async attempt(act) {
    this.busy = true;
    try {
      await act();
    } catch (fault) {
      toast(fault.message, { kind: 'bad' });
    } finally {
      this.busy = false;
    }
  }
}
