import { html, nothing } from 'lit';
import { format } from '/shared/trestle.js';
import { Section, noEngine } from '../section.js';

class Streams extends Section {
  every = 3;

  get path() {
    return 'api/streams';
  }

  render() {
    return html`${this.head('Streams', 'The change streams of tables, and how far their consumer groups have read.')}
    ${this.body()}`;
  }

  content({ engine, streams, feeds }) {
    return html`<div class="stack loose">
      ${feeds.map((feed) => this.feed(feed))} ${engine ? this.streams(streams) : noEngine('streams')}
    </div>`;
  }

  feed({ name, table, positions, lag_seconds: lag }) {
    return html`<section class="card flush" aria-label=${`Consumer group ${name}`}>
      <div class="card-head">
        <h2 class="row tight">${name} <span class="badge accent">consumer group</span></h2>
        <p>reads ${table}${lag === undefined ? nothing : html`, lag <b class="number">${format.duration(lag)}</b>`}</p>
      </div>
      <t-table
        caption=${`Positions of ${name}`}
        empty="Not started"
        .rows=${positions}
        .rowKey=${({ shard }) => shard}
        .columns=${[
          { key: 'shard', label: 'Shard', head: true, cell: ({ shard }) => short(shard) },
          { key: 'owner', label: 'Server', cell: ({ owner }) => owner ?? '–' },
          { key: 'checkpoint', label: 'Checkpoint', look: 'mono', cell: ({ checkpoint }) => checkpoint ?? '–' },
          { key: 'changes', label: 'Changes', align: 'end', cell: ({ changes }) => format.number(changes) },
          {
            key: 'failures',
            label: 'Failures',
            align: 'end',
            cell: ({ failures }) => (failures ? html`<span class="badge bad">${format.number(failures)}</span>` : '0'),
          },
          {
            key: 'lag_seconds',
            label: 'Lag',
            align: 'end',
            cell: (row) => (row.done ? 'finished' : format.duration(row.lag_seconds)),
          },
        ]}
      ></t-table>
    </section>`;
  }

  streams(streams) {
    if (streams.length === 0) {
      return html`<div class="card"><t-state kind="empty" icon="stream" heading="No table has a stream"></t-state></div>`;
    }
    return streams.map((stream) => {
      const open = stream.shards.filter((shard) => !shard.last_sequence_number).length;
      return html`<section class="card flush" aria-label=${stream.table}>
        <div class="card-head">
          <h2 class="row tight">
            ${stream.table}
            <span class="badge ${stream.status === 'ENABLED' ? 'good' : ''}">${stream.status.toLowerCase()}</span>
          </h2>
          <p>
            ${stream.view.toLowerCase().replaceAll('_', ' ')}, ${open} of ${stream.shards.length} shards open, since
            <t-ago at=${stream.created}></t-ago>
          </p>
        </div>
        <t-table
          caption=${`Shards of ${stream.table}`}
          .rows=${stream.shards}
          .rowKey=${({ id }) => id}
          .columns=${[
            { key: 'id', label: 'Shard', head: true, cell: ({ id }) => short(id) },
            { key: 'parent_id', label: 'Parent', cell: ({ parent_id: parent }) => (parent ? short(parent) : '–') },
            { key: 'first_sequence_number', label: 'First sequence number', look: 'mono' },
            { key: 'last_sequence_number', label: 'Last sequence number', look: 'mono', cell: (row) => row.last_sequence_number ?? html`<span class="badge good">open</span>` },
          ]}
        ></t-table>
      </section>`;
    });
  }
}

/** The end of a shard's id is enough to tell it apart. */
function short(id) {
  return html`<span class="mono" title=${id}>…${id.slice(-8)}</span>`;
}

customElements.define('c-streams', Streams);
