// The log of who did what, with corrections and undo; and the household's habits.
import { html, nothing } from 'lit';
import { toast } from '/shared/parts/toast.js';
import { correct, undo } from './activity.js';
import { habits } from './habits.js';
import { home } from './home.js';
import { HomeSection } from './home-section.js';
import { capital, t } from './language.js';
import { PAGE, PagedList } from './paged-list.js';
import { clock, day, dayName } from './times.js';
import { effortName } from './words.js';

class Log extends HomeSection {
  list = new PagedList(({ id }) => id);

  get kinds() {
    return ['activity'];
  }

  async fetch() {
    const [activities, { habits: found }] = await Promise.all([
      this.list.readAgain((before) => this.read(before)),
      home.get(`${home.chat}/habits`),
    ]);
    return { activities, habits: found };
  }

  /** A page of the log, the newest one without an id. */
  async read(before) {
    const { activities } = await home.get(`${home.chat}/activities`, { limit: PAGE, ...(before && { before }) });
    return activities;
  }

  loaded() {
    super.loaded();
    const { entries, isWhole } = this.data.activities;
    this.list.renew(entries, isWhole);
  }

  async showEarlier() {
    if (this.isReading) return;
    this.isReading = true;
    try {
      await this.list.older((before) => this.read(before));
      this.requestUpdate();
    } catch (error) {
      toast(error.message, { kind: 'bad' });
    } finally {
      this.isReading = false;
    }
  }

  render() {
    return html`<div class="page narrow">
      ${this.head(t.tabs.log, t.log.about)}
      <div class="stack loose">${this.body()}</div>
    </div>`;
  }

  /** What the user changes is shown at once, before the log is read again. */
  async correct(activity) {
    const corrected = await correct(activity);
    if (corrected) this.list.replace(corrected);
    this.requestUpdate();
  }

  async undo(activity) {
    if (await undo(activity)) this.list.remove(activity);
    this.requestUpdate();
  }

  content({ habits: found }) {
    const { entries, hasOlder } = this.list;
    if (entries.length === 0) {
      return html`<div class="card">
        <t-state
          icon="list"
          heading=${t.log.empty}
          text=${t.log.emptyMore}
        ></t-state>
      </div>`;
    }
    return html`${habits(found)}
      ${this.days(entries).map(
        ([name, lines]) => html`<section class="card flush" aria-label=${name}>
          <div class="card-head"><h2>${name}</h2></div>
          <ul class="list">
            ${lines.map((activity) => this.line(activity))}
          </ul>
        </section>`,
      )}
      ${
        hasOlder
          ? html`<p class="centre"><button type="button" class="button" @click=${this.showEarlier}>${t.page.showEarlier}</button></p>`
          : nothing
      }`;
  }

  days(all) {
    const days = new Map();
    const byTime = [...all].sort((one, other) => other.at.localeCompare(one.at));
    for (const activity of byTime) {
      const key = day(activity.at);
      if (!days.has(key)) days.set(key, [capital(dayName(activity.at)), []]);
      days.get(key)[1].push(activity);
    }
    return [...days.values()];
  }

  line(activity) {
    const name = home.activity(activity.activity);
    return html`<li class="plain activity" data-activity=${activity.activity}>
      <t-avatar name=${activity.member_name} size="small"></t-avatar>
      <span class="grow">
        <span class="strong">${name}</span>
        ${activity.type === 'recovery' ? html`<span class="badge good">${t.log.rest}</span>` : nothing}
        <br />
        <span class="muted small">${activity.member_name}, ${clock(activity.at)}, ${effortName(activity.effort)}</span>
      </span>
      <span class="line-actions"><button
        type="button"
        class="button small"
        aria-label=${t.log.correctOne(name)}
        @click=${() => this.correct(activity)}
      >
        ${t.log.correct}
      </button>
      <button
        type="button"
        class="button small"
        aria-label=${t.log.undoOne(name)}
        @click=${() => this.undo(activity)}
      >
        ${t.page.undo}
      </button></span>
    </li>`;
  }
}

customElements.define('h-log', Log);
