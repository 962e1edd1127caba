import { html } from 'lit';
import { format } from '/shared/trestle.js';
import { Section } from '../section.js';

/** What servers share, by the kind of its leases. */
const LEASED = { QUEUE: 'jobs', FEED: 'changes', SCHEDULE: 'due items' };

class Servers extends Section {
  every = 3;

  get path() {
    return 'api/servers';
  }

  render() {
    return html`${this.head('Servers', 'The servers that share these tables. If the heartbeats of one end, the others take over its work.')} ${this.body()}`;
  }

  content({ shared, servers, leases, services }) {
    return html`<div class="stack loose">
      ${this.#servers(shared, servers)} ${this.#leases(leases, servers)} ${this.#services(services)}
    </div>`;
  }

  #leases(leases, servers) {
    if (leases.length === 0) return '';
    const byId = new Map(servers.map((server) => [server.id, server]));
    return html`<div class="card flush">
      <div class="card-head"><h2>Leases</h2></div>
      <t-table
        caption="Shards of queues, of changes and of due items, by the server that works on them"
        .rows=${leases}
        .rowKey=${({ kind, work, server }) => `${kind} ${work} ${server}`}
        .columns=${[
          { key: 'work', label: 'Work', head: true },
          { key: 'kind', label: 'Kind', cell: ({ kind }) => LEASED[kind] },
          {
            key: 'server',
            label: 'Server',
            cell: ({ server }) =>
              server ? holder(server, byId.get(server)) : html`<span class="badge warn">nobody</span>`,
          },
          { key: 'shards', label: 'Shards', align: 'end', cell: ({ shards }) => format.number(shards) },
        ]}
      ></t-table>
    </div>`;
  }

  #services(services) {
    if (services.length === 0) return '';
    return html`<div class="card flush">
      <div class="card-head"><h2>Services</h2></div>
      <t-table
        caption="Services that servers share, as this one reaches them"
        .rows=${services}
        .rowKey=${({ name }) => name}
        .columns=${[
          { key: 'name', label: 'Service', head: true },
          { key: 'purpose', label: 'Used for' },
          {
            key: 'working',
            label: 'State',
            cell: ({ working }) =>
              working
                ? html`<span class="badge good">working</span>`
                : html`<span class="badge warn">not reached</span>`,
          },
        ]}
      ></t-table>
    </div>`;
  }

  #servers(shared, servers) {
    if (!shared) {
      return html`<div class="card">
        <t-state
          kind="empty"
          icon="cpu"
          heading="This server is alone"
          text="Its tables are in its own engine. Servers with the same --endpoint share theirs."
        ></t-state>
      </div>`;
    }
    return html`<div class="card flush">
      <div class="card-head"><h2>${summary(servers)}</h2></div>
      <t-table
        caption="Servers"
        empty="No servers"
        .rows=${servers}
        .rowKey=${({ id }) => id}
        .columns=${[
          {
            key: 'host',
            label: 'Server',
            head: true,
            cell: ({ host, id, self }) =>
              html`${host}${self ? html` <span class="badge">this one</span>` : ''}<br /><code>${id}</code>`,
          },
          { key: 'running', label: 'State', value: (row) => Date.parse(row.beat_at), cell: state },
          {
            key: 'connections',
            label: 'Connections',
            align: 'end',
            cell: ({ connections, running }) => (running ? format.number(connections) : '–'),
          },
          { key: 'started_at', label: 'Started', cell: (row) => format.moment(row.started_at) },
          { key: 'version', label: 'Version' },
        ]}
      ></t-table>
    </div>`;
  }
}

function summary(servers) {
  const running = servers.filter((server) => server.running).length;
  const gone = servers.length - running;
  const words = running === 1 ? '1 server is running' : `${running} servers are running`;
  return gone === 0 ? words : `${words}, ${gone} ${gone === 1 ? 'has' : 'have'} gone`;
}

function state({ running, beat_at: at }) {
  return running
    ? html`<span class="badge good">running</span>`
    : html`<span class="badge warn">no heartbeat</span><br /><span class="muted small">last one ${format.ago(at)}</span>`;
}

/** The server that holds a lease. A lease outlives its server until another one takes it. */
function holder(id, server) {
  return html`${server?.host} ${server?.running ? '' : html`<span class="badge warn">gone</span>`}<br /><code>${id}</code>`;
}

customElements.define('c-servers', Servers);
