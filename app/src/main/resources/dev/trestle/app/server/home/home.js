import { html, nothing } from 'lit';
import { Part, api, events, format } from '/shared/trestle.js';
import { bridge } from '/bridge.js';

const SYSTEMS = [
  { id: 'messenger', name: 'Messenger', icon: 'chat', hue: 0, text: 'Chats and groups, in order on every device, and back in sync after any outage.' },
  { id: 'stak', name: 'Stak', icon: 'inbox', hue: 4, text: 'An inbox for any application: messages to some users or to everyone, with exact counts.' },
  { id: 'ecobid', name: 'EcoBid', icon: 'gavel', hue: 2, text: 'Give things away or auction them, to people nearby.' },
  { id: 'homeops', name: 'HomeOps', icon: 'leaf', hue: 1, text: 'A quiet assistant in the family chat that keeps track of who did what.' },
];

const KEPT = 60;

/** The page at /: what this is, what runs here, and how busy it is. */
class Home extends Part {
  static properties = {
    facts: { state: true },
    fault: { state: true },
    now: { state: true },
    link: { state: true },
  };

  constructor() {
    super();
    this.link = 'connecting';
    this.past = { requests: [], reads: [], writes: [] };
  }

  connectedCallback() {
    super.connectedCallback();
    this.load();
    this.stop = events('/home-events', {
      message: (load) => this.take(load),
      state: (state) => (this.link = state),
    });
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.stop();
  }

  async load() {
    this.fault = undefined;
    try {
      this.facts = await api('/home.json');
    } catch (fault) {
      this.fault = fault;
    }
  }

  take(load) {
    this.past.requests = [...this.past.requests, load.requests_per_second].slice(-KEPT);
    this.past.reads = [...this.past.reads, load.read_units_per_second].slice(-KEPT);
    this.past.writes = [...this.past.writes, load.write_units_per_second].slice(-KEPT);
    this.now = load;
  }

  render() {
    return html`${this.hero()} ${this.figures()} ${this.systems()} ${this.engine()}`;
  }

  hero() {
    return html`<div class="hero">
      <div>
        <h1>DynamoDB designs you can check, cost and run.</h1>
        <p class="lead">
          Declare access patterns once, in Java. Trestle derives tables, checks, costs and the code
          that runs them: on the embedded engine, or on DynamoDB.
        </p>
        <div class="row wrap">
          ${this.facts?.console === false ? nothing : html`<a class="button primary" href="/console/">Open the console</a>`}
          <a class="button" href="#engine">Connect a client</a>
        </div>
      </div>
      ${bridge()}
    </div>`;
  }

  figures() {
    const { now, past } = this;
    const value = (figure) => (now ? (now[figure] ?? null) : this.link === 'lost' ? null : undefined);
    return html`<section class="figures" aria-labelledby="h-figures">
      <div class="section-head">
        <h2 id="h-figures">Right now</h2>
        ${this.liveness()}
      </div>
      <div class="grid small">
        <t-stat label="Requests" unit="/s" .value=${value('requests_per_second')} .series=${past.requests}></t-stat>
        <t-stat label="Reads" unit="RCU/s" .value=${value('read_units_per_second')} .series=${past.reads}></t-stat>
        <t-stat label="Writes" unit="WCU/s" .value=${value('write_units_per_second')} .series=${past.writes}></t-stat>
        <t-stat
          label="Items"
          .value=${value('items')}
          note=${now ? this.extent(now) : nothing}
        ></t-stat>
      </div>
    </section>`;
  }

  /** Tables are counted only if the engine runs here. */
  extent({ tables, uptime_seconds: uptime }) {
    const where = tables === undefined ? [] : [`in ${tables} ${tables === 1 ? 'table' : 'tables'}`];
    return [...where, `up ${format.duration(uptime)}`].join(', ');
  }

  liveness() {
    const [look, words] = {
      live: ['good', this.facts?.demo ? 'live, with simulated users' : 'live'],
      connecting: ['', 'connecting'],
      lost: ['warn', this.now ? 'connection lost, reconnecting' : 'no live data'],
    }[this.link];
    return html`<span class="badge ${look}" role="status"><i class="dot ${look}"></i>${words}</span>`;
  }

  systems() {
    return html`<section aria-labelledby="h-systems">
      <div class="section-head"><h2 id="h-systems">Four systems built on it</h2></div>
      ${
        this.fault
          ? html`<div class="card flush">
              <t-state
                kind="error"
                heading="Could not load the systems"
                text=${this.fault.message}
                action="Try again"
                @action=${this.load}
              ></t-state>
            </div>`
          : html`<ul class="systems">
              ${SYSTEMS.map((system) => html`<li>${this.system(system)}</li>`)}
            </ul>`
      }
    </section>`;
  }

  system({ id, name, icon, hue, text }) {
    const said = this.facts?.systems?.find((each) => each.id === id);
    const inside = html`<span class="system-head">
        <span class="tile hue-${hue}"><t-icon name=${icon}></t-icon></span>
        ${
          !this.facts
            ? html`<span class="skeleton badge-place"></span>`
            : said?.state === 'ready'
              ? html`<span class="badge good"><i class="dot good"></i>running</span>`
              : html`<span class="badge">${said?.note || 'coming later'}</span>`
        }
      </span>
      <h3>${name}</h3>
      <p>${text}</p>
      ${said?.state === 'ready' && said.note ? html`<p class="small muted">${said.note}</p>` : nothing}
      ${said?.state === 'ready' ? html`<span class="go">Open<t-icon name="arrow-right"></t-icon></span>` : nothing}`;
    return said?.state === 'ready'
      ? html`<a class="card system" href=${said.href ?? `/${id}/`}>${inside}</a>`
      : html`<div class="card system ${this.facts ? 'later' : ''}">${inside}</div>`;
  }

  engine() {
    const endpoint = this.facts?.endpoint;
    return html`<section id="engine" aria-labelledby="h-engine">
      <div class="pair">
        <div class="card">
          <h2 id="h-engine">Use it with any DynamoDB client</h2>
          <p>
            The engine serves DynamoDB's API. Point an AWS SDK or the AWS CLI at its endpoint.
          </p>
          ${
            endpoint
              ? html`<t-code prompt="$" label="List the tables" text=${`aws dynamodb list-tables --endpoint-url ${endpoint}`}></t-code>`
              : this.facts
                ? html`<p class="notice"><t-icon name="info"></t-icon><span>This server uses another DynamoDB endpoint.</span></p>`
                : this.fault
                  ? nothing
                  : html`<span class="skeleton code-place"></span>`
          }
        </div>
        <div class="card">
          <h2>See what every pattern does</h2>
          <p>
            Calls, capacity and latency of each access pattern, live. Hot keys, checks, costs,
            queues and streams.
          </p>
          ${
            this.facts?.console === false
              ? html`<span class="badge">coming later</span>`
              : html`<a class="button" href="/console/"><t-icon name="chart"></t-icon>Console</a>`
          }
        </div>
      </div>
    </section>`;
  }
}

customElements.define('trestle-home', Home);
