import { html } from 'lit';
import { format } from '/shared/trestle.js';
import { Section } from '../section.js';

class Servers extends Section {
  every = 3;

  get path() {
    return 'api/servers';
  }

  render() {
    return html`${this.head('Servers', 'The servers that share these tables, by their heartbeats.')} ${this.body()}`;
  }

  content({ shared, servers, services }) {
    return html`<div class="stack loose">${this.#servers(shared, servers)} ${this.#services(services)}</div>`;
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
    const running = servers.filter((server) => server.running).length;
    return html`<div class="card flush">
      <div class="card-head"><h2>${running === 1 ? '1 server is running' : `${running} servers are running`}</h2></div>
      <t-table
        caption="Servers"
        empty="No servers"
        .rows=${servers}
        .rowKey=${({ id }) => id}
        .columns=${[
          { key: 'host', label: 'Host', head: true, cell: ({ host, self }) => (self ? `${host} (this one)` : host) },
          { key: 'id', label: 'Server', cell: ({ id }) => html`<code>${id}</code>` },
          { key: 'version', label: 'Version' },
          { key: 'started_at', label: 'Started', cell: (row) => format.moment(row.started_at) },
          { key: 'beat_at', label: 'Last heartbeat', cell: (row) => format.ago(row.beat_at) },
          { key: 'connections', label: 'Connections', align: 'end', cell: (row) => format.number(row.connections) },
          {
            key: 'running',
            label: 'State',
            cell: ({ running: fresh }) =>
              fresh
                ? html`<span class="badge good">running</span>`
                : html`<span class="badge warn">no heartbeat</span>`,
          },
        ]}
      ></t-table>
    </div>`;
  }
}

customElements.define('c-servers', Servers);
