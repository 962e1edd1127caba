// What members have said they will do.
import { html, nothing } from 'lit';
import { home } from './home.js';
import { HomeSection } from './home-section.js';
import { t } from './language.js';
import { moment } from './times.js';
import { PROMISE_LOOKS } from './words.js';

const PAST_MAX = 30;

class PromiseList extends HomeSection {
  get kinds() {
    return ['promise', 'activity'];
  }

  async fetch() {
    return (await home.get(`${home.chat}/promises`)).promises;
  }

  render() {
    return html`<div class="page narrow">
      ${this.head(t.tabs.promises, t.promises.about)}
      <div class="stack loose">${this.body()}</div>
    </div>`;
  }

  content(promises) {
    const open = promises
      .filter(({ status }) => status === 'active')
      .sort((one, other) => one.deadline.localeCompare(other.deadline));
    const past = promises
      .filter(({ status }) => status !== 'active')
      .sort((one, other) => other.made.localeCompare(one.made))
      .slice(0, PAST_MAX);
    if (promises.length === 0) {
      return html`<div class="card">
        <t-state
          icon="clock"
          heading=${t.promises.empty}
          text=${t.promises.emptyMore}
        ></t-state>
      </div>`;
    }
    return html`${this.group(t.promises.open, open, t.promises.noneOpen)} ${past.length ? this.group(t.promises.past, past) : nothing}`;
  }

  group(heading, promises, empty) {
    return html`<section class="card flush" aria-label=${heading}>
      <div class="card-head"><h2>${heading}</h2></div>
      ${
        promises.length
          ? html`<ul class="list">
              ${promises.map((promise) => this.line(promise))}
            </ul>`
          : html`<p class="muted aside-empty">${empty}</p>`
      }
    </section>`;
  }

  line(promise) {
    return html`<li class="plain">
      <t-avatar name=${promise.member_name} size="small"></t-avatar>
      <span class="grow">
        <span class="strong">${home.activity(promise.activity)}</span><br />
        <span class="muted small">${t.promises.line(promise.member_name, moment(promise.deadline), promise.text)}</span>
      </span>
      <span class="badge ${PROMISE_LOOKS[promise.status]}">${t.promises.states[promise.status]}</span>
    </li>`;
  }
}

customElements.define('h-promises', PromiseList);
