// A section that shows something of the household and follows its changes.
import { LiveSection } from '/shared/parts/section.js';
import { home } from './home.js';

/** Several events in a row cause one load. */
const SETTLE_MS = 120;

export class HomeSection extends LiveSection {
  get live() {
    return home.live;
  }

  /** The kinds of changes after which to load again. */
  get kinds() {
    return [];
  }

  connectedCallback() {
    super.connectedCallback();
    // Also while the first load is under way: what it reads may be older than the change.
    this.followed = ({ detail }) => this.follow(detail.data.kind);
    this.renamed = () => this.requestUpdate();
    home.live.addEventListener('received', this.followed);
    home.addEventListener('change', this.renamed);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.soon);
    home.live.removeEventListener('received', this.followed);
    home.removeEventListener('change', this.renamed);
  }

  follow(kind) {
    if (kind === 'missed' || this.kinds.includes(kind)) this.loadSoon();
  }

  loadSoon() {
    clearTimeout(this.soon);
    this.soon = setTimeout(() => this.isHere && home.household && this.load(), SETTLE_MS);
  }
}
