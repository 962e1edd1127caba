// Wanted posts: one is told when something that fits is listed nearby.
import { html, nothing } from 'lit';
import { showErrors } from '/shared/parts/field.js';
import { Section } from '/shared/parts/section.js';
import { toast } from '/shared/parts/toast.js';
import { market } from './market.js';
import { CATEGORIES } from './words.js';

const RADII = [1, 5, 10, 25].map((each) => [String(each), `within ${each} km`]);

class Wanted extends Section {
  async fetch() {
    return (await market.get('/wanted')).wanted;
  }

  async post(event) {
    event.preventDefault();
    const form = event.target;
    const data = new FormData(form);
    const { lat, lon } = market.place;
    const body = { words: data.get('words'), lat, lon, radius: Number(data.get('radius')) };
    if (data.get('category')) body.category = data.get('category');
    try {
      showErrors(form, undefined);
      await market.post('/wanted', body);
      form.querySelector('t-field').value = '';
      toast('We will tell you when something matches.', { kind: 'good' });
      this.load();
    } catch (error) {
      const rest = showErrors(form, error);
      if (rest) toast(rest, { kind: 'bad' });
    }
  }

  async remove(wanted) {
    await market.call(`/wanted/${wanted.id}`, { method: 'DELETE' });
    this.load();
  }

  render() {
    return html`<div class="stack">
      <p class="muted">Describe what you are looking for. We will tell you as soon as somebody lists it nearby.</p>
      ${
        market.place
          ? html`<form class="card grid small" @submit=${this.post}>
              <t-field label="Words" name="words" maxlength="100" placeholder="oak table" required></t-field>
              <t-field
                label="Category"
                name="category"
                .options=${[['', 'Any'], ...Object.entries(CATEGORIES)]}
              ></t-field>
              <t-field label="Around ${market.place.label}" name="radius" value="5" .options=${RADII}></t-field>
              <button class="button primary">Tell me</button>
            </form>`
          : html`<p class="notice"><t-icon name="pin"></t-icon><a href="#/">Choose a place first.</a></p>`
      }
      ${this.body()}
    </div>`;
  }

  content(wanted) {
    if (!wanted.length) return nothing;
    return html`<ul class="card flush list">
      ${wanted.map(
        (each) =>
          html`<li class="plain">
            <t-icon name="search"></t-icon>
            <span class="grow">
              <strong>${[...each.words].join(' ')}</strong>
              <span class="small muted">
                ${each.category ? CATEGORIES[each.category] : 'Any category'}, within ${each.radius} km
              </span>
            </span>
            <button
              type="button"
              class="button quiet small icon"
              aria-label="Remove ${[...each.words].join(' ')}"
              @click=${() => this.remove(each)}
            >
              <t-icon name="close"></t-icon>
            </button>
          </li>`,
      )}
    </ul>`;
  }
}

customElements.define('e-wanted', Wanted);
