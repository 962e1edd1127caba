// The figures that move, kept for as long as the page is open.
import { api, events } from '/shared/trestle.js';

/** As many seconds as a chart shows. */
const KEPT = 300;
const METRICS = ['calls', 'read_units', 'write_units', 'errors'];

class Live extends EventTarget {
  state = 'connecting';
  times = [];
  /** Columns of all systems together, by metric. */
  total = Object.fromEntries(METRICS.map((metric) => [metric, []]));
  /** Calls of each system. */
  systems = new Map();
  /** The last figures of each pattern that was used, by system and id. */
  patterns = new Map();

  async start() {
    this.end = events('api/events', {
      types: ['tick'],
      message: (tick) => this.take(tick),
      state: (state) => {
        if (state === 'live') this.recall();
        this.state = state;
        this.dispatchEvent(new Event('state'));
      },
    });
  }

  stop() {
    this.end?.();
  }

  /** What happened before the page was opened, or while the connection was lost. */
  async recall() {
    try {
      const history = await api.get(`api/history?seconds=${KEPT}`);
      this.times = history.times.map(Date.parse);
      for (const metric of METRICS) this.total[metric] = history[metric];
      this.systems = new Map(history.systems.map(({ name, calls }) => [name, calls]));
      this.tell();
    } catch {
      // The chart then begins with the next second.
    }
  }

  take(tick) {
    const at = Date.parse(tick.at);
    for (const pattern of tick.patterns) this.patterns.set(key(pattern.system, pattern.id), pattern);
    if (at > (this.times.at(-1) ?? 0)) {
      this.times = last(this.times, at);
      for (const metric of METRICS) this.total[metric] = last(this.total[metric], tick.total[metric]);
      for (const { name, rates } of tick.systems) {
        this.systems.set(name, last(this.systems.get(name) ?? [], rates.calls));
      }
    }
    this.tell();
  }

  pattern(system, id) {
    return this.patterns.get(key(system, id));
  }

  tell() {
    this.dispatchEvent(new Event('tick'));
  }
}

function key(system, id) {
  return `${system}/${id}`;
}

function last(values, value) {
  return [...values, value].slice(-KEPT);
}

export const live = new Live();
