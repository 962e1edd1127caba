// One's own load and share. Nobody else sees them, and nobody else's are here.
import { html, nothing } from 'lit';
import { home } from './home.js';
import { HomeSection } from './home-section.js';
import { count, number, percent, t } from './language.js';
import { effortName } from './words.js';

const HEAVY = 2.5;
const LIGHT = 1.5;

class Mine extends HomeSection {
  get kinds() {
    return ['activity'];
  }

  async fetch() {
    const [{ balances }, { summaries }, { effort }] = await Promise.all([
      home.get('/me/balance'),
      home.get('/me/summary'),
      home.get(`${home.chat}/effort`),
    ]);
    const own = ({ household_id: id }) => id === home.household.id;
    return { balance: balances.find(own), summary: summaries.find(own), effort };
  }

  render() {
    return html`<div class="page narrow">
      ${this.head(
        t.tabs.mine,
        t.mine.about(home.household.name),
        html`<span class="badge"><t-icon name="lock"></t-icon>${t.mine.private}</span>`,
      )}
      <div class="stack loose">${this.body()}</div>
    </div>`;
  }

  content({ balance, summary, effort }) {
    const [now] = balance.weeks;
    const hasAny = balance.weeks.some(({ chores, recoveries }) => chores + recoveries > 0);
    if (!hasAny) {
      return html`<div class="card">
        <t-state icon="lock" heading=${t.mine.empty} text=${t.mine.emptyMore}></t-state>
      </div>`;
    }
    return html`<section aria-label=${t.mine.thisWeek} class="stats">
        <t-stat label=${t.mine.load} .value=${number(balance.load)} note=${t.mine.loadNote}></t-stat>
        <t-stat label=${t.mine.chores} .value=${number(now.chores)}></t-stat>
        <t-stat label=${t.mine.rests} .value=${number(now.recoveries)}></t-stat>
        <t-stat
          label=${t.mine.share}
          .value=${balance.share === undefined || balance.share === null ? '–' : percent(balance.share)}
          note=${t.mine.shareNote}
        ></t-stat>
      </section>
      ${this.chart(balance.weeks)} ${summary ? this.lastWeek(summary) : nothing} ${effort.length ? this.efforts(effort) : nothing}`;
  }

  chart(weeks) {
    const past = [...weeks].reverse();
    return html`<section class="card stack" aria-labelledby="h-weeks">
      <h2 id="h-weeks">${t.mine.weeks}</h2>
      <t-chart
        kind="bars"
        label=${t.mine.chart}
        .format=${number}
        .times=${past.map(({ week }) => t.mine.week(Number(week.split('-W')[1])))}
        .series=${[
          { label: t.mine.effort, values: past.map(({ effort }) => effort) },
          { label: t.mine.rest, values: past.map(({ recovery }) => recovery) },
        ]}
      ></t-chart>
    </section>`;
  }

  lastWeek(summary) {
    return html`<section class="card stack tight" aria-labelledby="h-last">
      <h2 id="h-last">${t.mine.lastWeek}</h2>
      <p>
        ${t.mine.summary(
          count(summary.chores, t.mine.choreCount),
          count(summary.recoveries, t.mine.restCount),
          number(summary.load),
        )}
      </p>
    </section>`;
  }

  efforts(effort) {
    return html`<section class="card flush" aria-labelledby="h-effort">
      <div class="card-head">
        <div><h2 id="h-effort">${t.mine.efforts}</h2><p>${t.mine.aboutEfforts}</p></div>
      </div>
      <ul class="list">
        ${[...effort]
          .sort((one, other) => other.effort - one.effort)
          .map(
            (each) => html`<li class="plain">
              <span class="grow">${home.activity(each.activity)}</span>
              <span class="muted small">${count(each.samples, t.page.times)}</span>
              <span class="badge">${effortName(each.effort >= HEAVY ? 'high' : each.effort <= LIGHT ? 'low' : 'medium')}</span>
            </li>`,
          )}
      </ul>
    </section>`;
  }
}

customElements.define('h-mine', Mine);
