import { html, nothing } from 'lit';
import { Section } from '../section.js';
import { findings, severity } from '../text.js';

class Checks extends Section {
  get path() {
    return 'api/checks';
  }

  render() {
    return html`${this.head('Checks', 'What the design checks find: the problem, where it is, and how to fix it.')}
    ${this.body()}`;
  }

  content({ systems }) {
    return html`<div class="stack loose">${systems.map((system) => this.system(system))}</div>`;
  }

  system(system) {
    return html`<section class="card flush" aria-label=${system.name}>
      <div class="card-head">
        <h2>${system.name}</h2>
        <div class="row wrap tight">${findings(system)}</div>
      </div>
      ${
        system.findings.length
          ? html`<ul class="findings">
              ${system.findings.map((finding) => this.finding(finding))}
            </ul>`
          : html`<p class="plain-line muted">All checks pass.</p>`
      }
    </section>`;
  }

  finding({ check, severity: weight, subject, place, message, remedy }) {
    return html`<li class="stack tight">
      <div class="row wrap tight">
        ${severity(weight)}<span class="strong">${subject}</span>
        <span class="small muted mono">${check}</span>
        ${place ? html`<span class="small muted mono end">${place}</span>` : nothing}
      </div>
      <p>${message}</p>
      ${remedy ? html`<p class="small muted">Fix: ${remedy}</p>` : nothing}
    </li>`;
  }
}

customElements.define('c-checks', Checks);
