import { html, nothing } from 'lit';
import { format } from '/shared/trestle.js';
import { Section, noEngine } from '../section.js';
import { millis } from '../text.js';

const DURABILITY = {
  SYNC: 'writes are on disk before they are acknowledged',
  FAST: 'a power failure may lose the last writes',
};

class Engine extends Section {
  every = 2;

  get path() {
    return 'api/engine';
  }

  render() {
    const engine = this.data?.engine;
    const words = !engine
      ? 'Disk, memory and background work.'
      : engine.folder
        ? html`The data is in <code>${engine.folder}</code>.`
        : 'The data is in memory and is lost when the process ends.';
    return html`${this.head('Engine', words)} ${this.body()}`;
  }

  content({ process, engine }) {
    if (!engine) {
      return html`<div class="stack loose">
        ${noEngine('its state')}
        <div class="tiles">${this.process(process)}</div>
      </div>`;
    }
    const { memory, background, writes, disk } = engine;
    const stored = engine.families.reduce((sum, { file_bytes: bytes }) => sum + bytes, 0);
    return html`<div class="stack loose">
      ${
        writes.stopped || writes.delayed_bytes_per_second > 0
          ? html`<p class="notice warn" role="status">
              <t-icon name="alert"></t-icon>${
                writes.stopped
                  ? 'Writes are paused until compaction catches up.'
                  : `Writes are limited to ${format.bytes(writes.delayed_bytes_per_second)}/s until compaction catches up.`
              }
            </p>`
          : nothing
      }
      <div class="tiles">
        ${
          engine.folder
            ? html`<t-stat label="Durability" .value=${engine.durability.toLowerCase()} note=${DURABILITY[engine.durability]}></t-stat>`
            : nothing
        }
        <t-stat label="Uptime" .value=${format.duration(engine.uptime_seconds)} note=${`since ${format.moment(engine.opened)}`}></t-stat>
        <t-stat label="Pending writes" .value=${writes.pending} note=${`record ${format.exact(writes.committed_number)}`}></t-stat>
        <t-stat
          label="Compaction"
          .value=${background.compactions + background.flushes ? 'running' : 'idle'}
          note=${`${format.bytes(background.compaction_bytes_pending)} pending`}
        ></t-stat>
        <t-stat label="Files" .value=${format.bytes(stored)} note=${disk ? `${format.bytes(disk.free_bytes)} free` : nothing}></t-stat>
        ${disk ? html`<t-stat label="Write-ahead log" .value=${format.bytes(disk.log_bytes)}></t-stat>` : nothing}
        <t-stat
          label="Block cache"
          .value=${format.bytes(memory.cache_bytes)}
          note=${`of ${format.bytes(memory.cache_bytes_max)}`}
        ></t-stat>
        <t-stat label="Memtables" .value=${format.bytes(memory.memtable_bytes)}></t-stat>
        ${this.process(process)}
      </div>
      ${this.families(engine)} ${this.operations(engine)}
      ${engine.refusals.length ? this.refusals(engine) : nothing}
    </div>`;
  }

  process({ heap_bytes: heap, heap_bytes_max: max, processors, threads }) {
    return html`<t-stat label="Java heap" .value=${format.bytes(heap)} note=${`of ${format.bytes(max)}`}></t-stat>
      <t-stat label="Threads" .value=${threads} note=${`on ${processors} ${processors === 1 ? 'processor' : 'processors'}`}></t-stat>`;
  }

  families({ families }) {
    return html`<div class="card flush">
      <div class="card-head"><h2>Storage</h2></div>
      <t-table
        caption="Storage"
        .rows=${families}
        .rowKey=${({ name }) => name}
        .columns=${[
          { key: 'name', label: 'Kind', head: true },
          { key: 'entries', label: 'Entries (approx.)', align: 'end', cell: ({ entries }) => format.number(entries) },
          { key: 'files', label: 'Files', align: 'end' },
          { key: 'file_bytes', label: 'In files', align: 'end', cell: (row) => format.bytes(row.file_bytes) },
          { key: 'memory_bytes', label: 'In memory', align: 'end', cell: (row) => format.bytes(row.memory_bytes) },
        ]}
      ></t-table>
    </div>`;
  }

  operations({ operations }) {
    return html`<div class="card flush">
      <div class="card-head"><h2>Requests</h2><p>Since the engine was opened</p></div>
      <t-table
        caption="Requests"
        sort="-count"
        empty="No requests yet"
        .rows=${operations}
        .rowKey=${({ table, operation }) => `${table}/${operation}`}
        .columns=${[
          { key: 'operation', label: 'Operation', head: true },
          { key: 'table', label: 'Table' },
          { key: 'count', label: 'Count', align: 'end', cell: ({ count }) => format.number(count) },
          { key: 'p50', label: 'p50', align: 'end', cell: ({ p50 }) => millis(p50) },
          { key: 'p99', label: 'p99', align: 'end', cell: ({ p99 }) => millis(p99) },
          { key: 'p999', label: 'p99.9', align: 'end', cell: ({ p999 }) => millis(p999) },
        ]}
      ></t-table>
    </div>`;
  }

  refusals({ refusals }) {
    return html`<div class="card flush">
      <div class="card-head"><h2>Refusals</h2><p>By DynamoDB error code</p></div>
      <t-table
        caption="Refusals"
        sort="-count"
        .rows=${refusals}
        .rowKey=${({ table, code }) => `${table}/${code}`}
        .columns=${[
          { key: 'code', label: 'Code', head: true },
          { key: 'table', label: 'Table' },
          { key: 'count', label: 'Count', align: 'end', cell: ({ count }) => format.number(count) },
        ]}
      ></t-table>
    </div>`;
  }
}

customElements.define('c-engine', Engine);
