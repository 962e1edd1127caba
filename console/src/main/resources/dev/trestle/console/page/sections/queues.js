import { html, nothing } from 'lit';
import { api, confirm, format, toast } from '/shared/trestle.js';
import { Section } from '../section.js';

class Queues extends Section {
  every = 3;

  get path() {
    return 'api/queues';
  }

  async act(queue, letter, what, done) {
    try {
      await api.post(`api/queues/${encodeURIComponent(queue)}/${what}`, { id: letter.id });
      toast(done, { kind: 'good' });
    } catch (fault) {
      toast(fault.message, { kind: 'bad' });
    }
    await this.load();
  }

  async drop(queue, letter) {
    const sure = await confirm({
      heading: 'Drop this job?',
      text: `${letter.id} failed after ${attempts(letter)}. A dropped job cannot be restored.`,
      action: 'Drop',
      danger: true,
    });
    if (sure) await this.act(queue, letter, 'drop', 'Job dropped.');
  }

  render() {
    return html`${this.head('Queues', 'Jobs that wait, run, or failed.')} ${this.body()}`;
  }

  content({ queues }) {
    if (queues.length === 0) {
      return html`<div class="card"><t-state kind="empty" icon="queue" heading="No queues"></t-state></div>`;
    }
    return html`<div class="stack loose">${queues.map((queue) => this.queue(queue))}</div>`;
  }

  queue({ name, state, dead_letters: dead }) {
    const count = (value) => `${state.complete ? '' : '≥ '}${format.number(value)}`;
    return html`<section class="stack" aria-label=${name}>
      <h2>${name}</h2>
      <div class="tiles">
        <t-stat
          label="Waiting"
          .value=${count(state.waiting)}
          note=${state.oldest_due ? `oldest due ${format.ago(state.oldest_due)}` : 'none due'}
        ></t-stat>
        <t-stat label="Running" .value=${count(state.claimed)}></t-stat>
        <t-stat label="Scheduled" .value=${count(state.later)}></t-stat>
        <t-stat label="Failed" .value=${count(state.dead)} note=${state.complete ? nothing : 'not all counted'}></t-stat>
      </div>
      <div class="card flush">
        <div class="card-head">
          <h3>Dead letters</h3>
          ${state.dead > dead.length ? html`<p>the first ${dead.length} of ${count(state.dead)}</p>` : nothing}
        </div>
        ${
          dead.length
            ? html`<ul class="findings">${dead.map((letter) => this.letter(name, letter))}</ul>`
            : html`<p class="plain-line muted">No dead letters.</p>`
        }
      </div>
    </section>`;
  }

  letter(queue, letter) {
    return html`<li class="letter">
      <div class="stack tight grow">
        <div class="row wrap tight">
          <span class="mono strong">${letter.id}</span>
          <span class="small muted">${attempts(letter)}, <t-ago at=${letter.since}></t-ago></span>
        </div>
        <p class="wrong small">${letter.error}</p>
        <p class="value">${letter.body}</p>
      </div>
      <div class="row tight">
        <button
          type="button"
          class="button small"
          aria-label=${`Replay ${letter.id}`}
          @click=${() => this.act(queue, letter, 'replay', 'The job will run again.')}
        >
          <t-icon name="refresh"></t-icon>Replay
        </button>
        <button
          type="button"
          class="button small quiet"
          aria-label=${`Drop ${letter.id}`}
          @click=${() => this.drop(queue, letter)}
        >
          <t-icon name="trash"></t-icon>Drop
        </button>
      </div>
    </li>`;
  }
}

function attempts({ attempts: count }) {
  return `${count} ${count === 1 ? 'attempt' : 'attempts'}`;
}

customElements.define('c-queues', Queues);
