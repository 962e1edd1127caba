// The console's page: its sections, and who may see them.
import { html, nothing } from 'lit';
import { Shell, api } from '/shared/trestle.js';
import { live } from './live.js';
import './sections/alarms.js';
import './sections/backups.js';
import './sections/checks.js';
import './sections/cost.js';
import './sections/engine.js';
import './sections/heat.js';
import './sections/overview.js';
import './sections/patterns.js';
import './sections/queues.js';
import './sections/servers.js';
import './sections/streams.js';
import './sections/table.js';
import './sections/tables.js';
import './sections/throttles.js';
import './sign-in.js';

class Console extends Shell {
  static properties = { access: { state: true } };
  static current = 'console';
  static heading = 'Console';
  static sections = [
    { id: 'overview', label: 'Overview', icon: 'chart', render: () => html`<c-overview></c-overview>` },
    {
      id: 'patterns',
      label: 'Patterns',
      icon: 'list',
      render: (system, id) => html`<c-patterns .system=${system} .pattern=${id}></c-patterns>`,
    },
    {
      id: 'tables',
      label: 'Tables',
      icon: 'table',
      perRoute: true,
      render: (system, name) =>
        name ? html`<c-table .system=${system} .name=${name}></c-table>` : html`<c-tables></c-tables>`,
    },
    { id: 'heat', label: 'Heat', icon: 'flame', render: () => html`<c-heat></c-heat>` },
    { id: 'throttles', label: 'Throttling', icon: 'clock', render: () => html`<c-throttles></c-throttles>` },
    { id: 'alarms', label: 'Alarms', icon: 'bell', render: () => html`<c-alarms></c-alarms>` },
    { id: 'checks', label: 'Checks', icon: 'shield', render: () => html`<c-checks></c-checks>` },
    { id: 'cost', label: 'Cost', icon: 'tag', render: () => html`<c-cost></c-cost>` },
    { id: 'streams', label: 'Streams', icon: 'stream', render: () => html`<c-streams></c-streams>` },
    { id: 'queues', label: 'Queues', icon: 'queue', render: () => html`<c-queues></c-queues>` },
    { id: 'servers', label: 'Servers', icon: 'layers', render: () => html`<c-servers></c-servers>` },
    { id: 'backups', label: 'Backups', icon: 'archive', render: () => html`<c-backups></c-backups>` },
    { id: 'engine', label: 'Engine', icon: 'cpu', render: () => html`<c-engine></c-engine>` },
  ];

  get live() {
    return live;
  }

  get isSignedIn() {
    return this.access?.signed_in;
  }

  connectedCallback() {
    super.connectedCallback();
    this.enter();
  }

  async enter() {
    this.access = await api.get('access').catch(() => ({ signed_in: true }));
    if (this.access.signed_in) live.start();
  }

  signIn() {
    return html`<c-sign-in @entered=${this.enter}></c-sign-in>`;
  }

  actions() {
    if (!this.access.login) return nothing;
    return html`<button class="button" @click=${this.leave}>Sign out</button>`;
  }

  async leave() {
    await api.delete('/operator/session');
    location.reload();
  }
}

customElements.define('c-console', Console);
