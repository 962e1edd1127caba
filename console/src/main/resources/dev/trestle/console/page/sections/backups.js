import { html, nothing } from 'lit';
import { api, format, toast } from '/shared/trestle.js';
import { Section } from '../section.js';

class Backups extends Section {
  every = 3;

  get path() {
    return 'api/backups';
  }

  render() {
    const folder = this.data?.folder;
    const words = folder
      ? html`Copies of all tables, files and secrets, in <code>${folder}</code>.`
      : 'Copies of all tables, files and secrets.';
    return html`${this.head('Backups', words)} ${this.body()}`;
  }

  async start() {
    try {
      await api.post('api/backups', {});
      toast('The backup has started.', { kind: 'good' });
    } catch (fault) {
      toast(fault.message, { kind: 'bad' });
    }
    await this.load();
  }

  content(data) {
    if (!data.folder) {
      return html`<div class="stack loose">
        <div class="card">
          <t-state
            kind="empty"
            icon="shield"
            heading="No backups are made"
            text="The data is in memory or at another endpoint, or backups are switched off."
          ></t-state>
        </div>
        ${this.drills(data)}
        <c-restore-points></c-restore-points>
      </div>`;
    }
    const last = data.backups[0];
    return html`<div class="stack loose">
      ${
        data.problem
          ? html`<p class="notice warn" role="status"><t-icon name="alert"></t-icon>The last backup failed: ${data.problem}</p>`
          : nothing
      }
      <div class="tiles">
        <t-stat
          label="Age of the newest"
          .value=${last ? format.duration(secondsTo(Date.now(), last.taken)) : 'none yet'}
          note=${last ? `${format.bytes(last.bytes)} in ${format.duration(last.seconds)}` : nothing}
        ></t-stat>
        <t-stat
          label="Next in"
          .value=${data.running ? 'running' : format.duration(secondsTo(data.next, Date.now()))}
          note=${`every ${format.duration(data.every_seconds)}`}
        ></t-stat>
        <t-stat label="Backups" .value=${data.backups.length} note=${`kept for ${format.duration(data.kept_seconds)}`}></t-stat>
        ${this.lastDrill(data.drills)}
      </div>
      ${this.list(data)} ${this.drills(data)}
      <c-restore-points></c-restore-points>
    </div>`;
  }

  lastDrill([drill]) {
    return html`<t-stat
      label="Last drill"
      .value=${drill ? (drill.passed ? 'passed' : 'failed') : 'none yet'}
      note=${drill ? `${format.ago(drill.at)}; usable after ${format.duration(drill.restore_seconds)}` : './trestle drill'}
    ></t-stat>`;
  }

  list({ backups, running }) {
    return html`<div class="card flush">
      <div class="card-head">
        <h2>Backups</h2>
        <button type="button" class="button small" ?disabled=${running} @click=${this.start}>
          <t-icon name="refresh"></t-icon>${running ? 'Backing up' : 'Back up now'}
        </button>
      </div>
      <t-table
        caption="Backups"
        empty="No backups yet"
        .rows=${backups}
        .rowKey=${({ id }) => id}
        .columns=${[
          { key: 'id', label: 'Number', head: true },
          { key: 'taken', label: 'Taken', cell: ({ taken }) => format.moment(taken) },
          { key: 'seconds', label: 'Took', align: 'end', cell: ({ seconds }) => format.duration(seconds) },
          { key: 'bytes', label: 'Size', align: 'end', cell: ({ bytes }) => format.bytes(bytes) },
        ]}
      ></t-table>
    </div>`;
  }

  drills({ drills }) {
    return html`<div class="card flush">
      <div class="card-head"><h2>Drills</h2><p>Restores that show that backups work</p></div>
      <t-table
        caption="Drills"
        empty="No drills yet. Run ./trestle drill."
        .rows=${drills}
        .rowKey=${({ at }) => at}
        .columns=${[
          { key: 'at', label: 'When', head: true, cell: ({ at }) => format.moment(at) },
          { key: 'passed', label: 'Result', cell: ({ passed, problems }) => (passed ? 'passed' : `failed: ${problems[0]}`) },
          { key: 'restore_seconds', label: 'Usable after', align: 'end', cell: (row) => format.duration(row.restore_seconds) },
          { key: 'verify_seconds', label: 'Verified in', align: 'end', cell: (row) => format.duration(row.verify_seconds) },
          { key: 'tables', label: 'Tables', align: 'end' },
          { key: 'items', label: 'Items', align: 'end', cell: ({ items }) => format.number(items) },
          { key: 'compared', label: 'Compared', align: 'end' },
        ]}
      ></t-table>
    </div>`;
  }
}

/** Single tables: recovery to any second, and their own backups. */
class RestorePoints extends Section {
  every = 3;

  get path() {
    return 'api/restore-points';
  }

  render() {
    return this.body();
  }

  content({ engine, tables, unprotected, backups, more }) {
    if (!engine) return nothing;
    return html`<div class="stack loose">
      <div class="card flush">
        <div class="card-head">
          <h2>Recovery to any second</h2>
          ${unprotected > 0 ? html`<p>${unprotected === 1 ? '1 table' : `${unprotected} tables`} without it</p>` : nothing}
        </div>
        <t-table
          caption="Recovery to any second"
          empty="No table has point-in-time recovery."
          .rows=${tables}
          .rowKey=${({ table }) => table}
          .columns=${[
            { key: 'table', label: 'Table', head: true },
            { key: 'earliest', label: 'From', cell: ({ earliest }) => format.moment(earliest) },
            { key: 'latest', label: 'To', cell: ({ latest }) => format.moment(latest) },
          ]}
        ></t-table>
      </div>
      <div class="card flush">
        <div class="card-head">
          <h2>Backups of single tables</h2>
          ${more ? html`<p>The newest ${backups.length}</p>` : nothing}
        </div>
        <t-table
          caption="Backups of single tables"
          empty="No backups of single tables"
          .rows=${backups}
          .rowKey=${({ arn }) => arn}
          .columns=${[
            { key: 'name', label: 'Name', head: true },
            { key: 'table', label: 'Table', cell: ({ table, of_deleted_table: gone }) => (gone ? `${table} (deleted)` : table) },
            { key: 'created', label: 'Created', cell: ({ created, available }) => (available ? format.moment(created) : 'being created') },
            { key: 'expires', label: 'Kept until', cell: ({ expires }) => (expires ? format.moment(expires) : 'deleted by hand') },
            { key: 'items', label: 'Items', align: 'end', cell: ({ items }) => format.number(items) },
            { key: 'bytes', label: 'Size', align: 'end', cell: ({ bytes }) => format.bytes(bytes) },
          ]}
        ></t-table>
      </div>
    </div>`;
  }
}

/** From the second time to the first, at least 0. */
function secondsTo(time, from) {
  return Math.max(0, Math.round((new Date(time) - new Date(from)) / 1000));
}

customElements.define('c-backups', Backups);
customElements.define('c-restore-points', RestorePoints);
