// When things are usually done at home: activities by weekday and by time of day.
import { html, nothing } from 'lit';
import { home } from './home.js';
import { count, t, weekdays } from './language.js';

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const BANDS = ['0', '3', '6', '9', '12', '15', '18', '21'];
const BAND_HOURS = 3;
const ROWS_MAX = 8;
const SHADES = 4;

/** The household's habits; of all together, since nobody is compared. */
export function habits(found) {
  const rows = summed(found);
  if (rows.length === 0) return nothing;
  return html`<section class="card stack" aria-labelledby="h-habits">
    <div>
      <h2 id="h-habits">${t.log.habits}</h2>
      <p class="muted small">${t.log.aboutHabits}</p>
    </div>
    <div class="habits">
      ${grid(t.log.byWeekday, weekdays(), rows, ({ days }) => days)}
      ${grid(t.log.byTime, BANDS, rows, ({ bands }) => bands)}
    </div>
  </section>`;
}

function summed(found) {
  const rows = new Map();
  for (const { activity, days, hours, count: times } of found) {
    const row = rows.get(activity) ?? { activity, days: DAYS.map(() => 0), bands: BANDS.map(() => 0), times: 0 };
    DAYS.forEach((day, index) => (row.days[index] += days[day] ?? 0));
    for (const [hour, number] of Object.entries(hours)) row.bands[Math.floor(hour / BAND_HOURS)] += number;
    row.times += times;
    rows.set(activity, row);
  }
  return [...rows.values()].sort((one, other) => other.times - one.times).slice(0, ROWS_MAX);
}

/** A table whose cells are darker the more often something is done. */
function grid(caption, heads, rows, cells) {
  const most = Math.max(...rows.flatMap(cells));
  const shade = (value) => (value === 0 ? 0 : Math.ceil((value / most) * SHADES));
  return html`<table class="heat">
    <caption>${caption}</caption>
    <thead>
      <tr><td></td>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr>
    </thead>
    <tbody>
      ${rows.map(
        (row) => html`<tr>
          <th scope="row">${home.activity(row.activity)}</th>
          ${cells(row).map(
            (value) => html`<td class="shade-${shade(value)}" title=${count(value, t.page.times)}>
              <span class="unseen">${value}</span>
            </td>`,
          )}
        </tr>`,
      )}
    </tbody>
  </table>`;
}
