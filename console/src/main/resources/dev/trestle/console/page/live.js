// The rates of the last minutes, kept while the page is open.
import { Live, api, events } from '/shared/trestle.js';

/** How many seconds a chart shows. */
const KEPT = 300;
const METRICS = ['calls', 'read_units', 'write_units', 'errors'];

class Rates extends Live {
  times = [];
  /** The rates of all systems together, by metric. */
  total = Object.fromEntries(METRICS.map((metric) => [metric, []]));
  /** The calls of each system. */
  systems = new Map();
  /** The latest rates of each pattern that was used, by system and id. */
  patterns = new Map();
  /** What was heard while the history is loaded, which may be older. */
  #early;

  connect(handlers) {
    return events('api/events', handlers);
  }

  /** Loads what happened before the page was opened, or while the connection was lost. */
  async connected() {
    const early = (this.#early = []);
    try {
      const history = await api.get(`api/history?seconds=${KEPT}`);
      if (early !== this.#early) return; // connected again meanwhile
      this.times = history.times.map(Date.parse);
      for (const metric of METRICS) this.total[metric] = history[metric];
      this.systems = new Map(history.systems.map(({ name, calls }) => [name, calls]));
      for (const tick of early) this.#take(tick);
      this.tell('history');
    } catch {
      // The charts start with the next second instead.
    }
    if (early === this.#early) this.#early = undefined;
  }

  received(tick) {
    this.#early?.push(tick);
    this.#take(tick);
  }

  #take(tick) {
    const at = Date.parse(tick.at);
    for (const pattern of tick.patterns) this.patterns.set(key(pattern.system, pattern.id), pattern);
    if (at > (this.times.at(-1) ?? 0)) {
      this.times = append(this.times, at);
      for (const metric of METRICS) this.total[metric] = append(this.total[metric], tick.total[metric]);
      for (const { name, rates } of tick.systems) {
        this.systems.set(name, append(this.systems.get(name) ?? [], rates.calls));
      }
    }
  }

  pattern(system, id) {
    return this.patterns.get(key(system, id));
  }
}

function key(system, id) {
  return `${system}/${id}`;
}

function append(values, value) {
  return [...values, value].slice(-KEPT);
}

export const live = new Rates();
