// What the assistant decided about each message, and a place to try sentences.
import { html, nothing } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { Part } from '/shared/parts/part.js';
import { toast } from '/shared/parts/toast.js';
import { explanation } from './explain.js';
import { home } from './home.js';
import { HomeSection } from './home-section.js';
import { language, t } from './language.js';
import { PAGE, PagedList } from './paged-list.js';
import { moment } from './times.js';
import { act, meant, reason, sentences } from './words.js';

class Why extends HomeSection {
  list = new PagedList(({ id }) => id);

  get kinds() {
    return ['decision'];
  }

  fetch() {
    return this.read();
  }

  /** A page of decisions, the newest one without an id. */
  async read(before) {
    const { decisions } = await home.get(`${home.chat}/decisions`, { limit: PAGE, ...(before && { before }) });
    return decisions;
  }

  loaded() {
    super.loaded();
    this.list.renew(this.data);
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
      ${this.head(t.tabs.why, t.why.about)}
      <div class="stack loose">${keyed(language, html`<h-try></h-try>`)}${this.body()}</div>
    </div>`;
  }

  content() {
    const { entries, hasOlder } = this.list;
    if (entries.length === 0) {
      return html`<div class="card">
        <t-state icon="info" heading=${t.why.empty} text=${t.why.emptyMore}></t-state>
      </div>`;
    }
    return html`<section class="card flush" aria-label=${t.why.decisions}>
        <ul class="list decisions">
          ${entries.map(
            (decision) => html`<li class="decision">
              <p class="row between"><strong class="cut">${t.page.quote(decision.text ?? '…')}</strong><span class="muted small number moment">${moment(decision.at)}</span></p>
              ${explanation(decision)}
            </li>`,
          )}
        </ul>
      </section>
      ${
        hasOlder
          ? html`<p class="centre"><button type="button" class="button" @click=${this.showEarlier}>${t.page.showEarlier}</button></p>`
          : nothing
      }`;
  }
}

/** Shows how a sentence would be understood. Nothing is stored. */
class Try extends Part {
  static properties = { asked: { state: true }, understood: { state: true } };

  async ask(text) {
    if (!text.trim()) return;
    const request = (this.request = {});
    try {
      const understood = await home.post(`${home.chat}/understand`, { text });
      if (request !== this.request) return; // another sentence was tried meanwhile
      this.understood = understood;
      this.asked = text;
    } catch (error) {
      toast(error.message, { kind: 'bad' });
    }
  }

  submit(event) {
    event.preventDefault();
    this.ask(String(new FormData(event.target).get('text')));
  }

  render() {
    return html`<section class="card stack" aria-labelledby="h-try">
      <div>
        <h2 id="h-try">${t.why.tryHeading}</h2>
        <p class="muted small">${t.why.tryAbout}</p>
      </div>
      <form class="row" @submit=${this.submit}>
        <t-field class="grow" label=${t.why.sentence} bare name="text" maxlength="2000" placeholder=${t.why.sentenceSample}></t-field>
        <button class="button">${t.why.tryNow}</button>
      </form>
      <div class="suggestions" role="group" aria-label=${t.page.sentences}>
        ${sentences().map((text) => html`<button type="button" class="chip" @click=${() => this.ask(text)}>${text}</button>`)}
      </div>
      <div aria-live="polite">${this.understood ? this.result() : nothing}</div>
    </section>`;
  }

  result() {
    const { gate } = this.understood;
    const acts = meant(this.understood.acts);
    return html`<div class="tried stack tight">
      <p><strong>${t.page.quote(this.asked)}</strong></p>
      ${
        acts.length
          ? html`<ul class="points">
              ${acts.map((each) => html`<li><t-icon name="check"></t-icon><span>${act(each)}</span></li>`)}
            </ul>`
          : html`<p class="row"><t-icon name="bell-off"></t-icon><span>${t.why.wouldBeSilent} ${reason({ reason: 'none', gate })}</span></p>`
      }
    </div>`;
  }
}

customElements.define('h-why', Why);
customElements.define('h-try', Try);
