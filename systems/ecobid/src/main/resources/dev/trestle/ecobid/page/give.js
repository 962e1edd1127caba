// Listing something: a photo, a title, a place. The rest has sensible values.
import { html, nothing } from 'lit';
import { Part } from '/shared/parts/part.js';
import { showErrors } from '/shared/parts/field.js';
import { toast } from '/shared/parts/toast.js';
import './map.js';
import { market } from './market.js';
import './place.js';
import { labelOf } from './place.js';
import { town } from './alderby.js';
import { CATEGORIES, LENGTHS, MINIMUM, amountOf, money } from './words.js';

const PHOTOS_MAX = 8;

const SHARING = {
  draw: ['By draw', 'Everybody who asks within a few hours has the same chance.'],
  queue: ['By queue', 'The first person to ask gets it; the others wait in line.'],
  first: ['First come', 'The first person to ask gets it.'],
};

/** <e-give>: lists an item; with an itemId, edits it. */
class Give extends Part {
  static properties = {
    itemId: { attribute: false },
    photos: { state: true },
    sending: { state: true },
    place: { state: true },
    label: { state: true },
    mode: { state: true },
    sharing: { state: true },
    category: { state: true },
    busy: { state: true },
    error: { state: true },
    before: { state: true },
  };

  constructor() {
    super();
    this.photos = [];
    this.sending = 0;
    this.mode = 'free';
    this.sharing = 'draw';
    this.category = '';
  }

  async connectedCallback() {
    super.connectedCallback();
    market.live.watch({});
    const { center } = await town();
    const start = market.place ?? { lat: center[0], lon: center[1] };
    if (this.itemId) await this.edit();
    else this.moveTo(start);
  }

  async edit() {
    try {
      const { item } = await market.get(`/items/${this.itemId}`);
      this.before = item;
      this.photos = item.photos;
      this.category = item.category;
      this.mode = item.mode;
      await this.moveTo(item.pickup);
    } catch (error) {
      this.error = error.message;
    }
  }

  async moveTo(place) {
    this.place = { lat: place.lat, lon: place.lon };
    this.label = await labelOf(this.place);
  }

  async take(event) {
    const files = [...event.target.files].slice(0, PHOTOS_MAX - this.photos.length);
    event.target.value = '';
    this.sending += files.length;
    for (const file of files) {
      try {
        const photo = await market.upload(file);
        this.photos = [...this.photos, photo]; // Others may have been added or removed meanwhile.
      } catch (error) {
        toast(error.message, { kind: 'bad' });
      }
      this.sending--;
    }
  }

  async submit(event) {
    event.preventDefault();
    const form = event.target;
    showErrors(form, undefined);
    this.error = undefined;
    const data = new FormData(form);
    const fields = this.problems(data);
    if (Object.keys(fields).length) {
      this.error = showErrors(form, { fields, message: 'Something is missing.' });
      if (fields.category) this.error = fields.category;
      return;
    }
    this.busy = true;
    try {
      const { item } = await (this.itemId
        ? market.call(`/items/${this.itemId}`, { method: 'PATCH', body: this.contents(data) })
        : market.post('/items', this.body(data)));
      toast(this.itemId ? 'Saved' : 'Listed. Neighbours can see it now.', { kind: 'good' });
      location.hash = `#/item/${item.id}`;
    } catch (error) {
      this.error = showErrors(form, error);
    }
    this.busy = false;
  }

  problems(data) {
    const fields = {};
    if (!data.get('title').trim()) fields.title = 'Say in a few words what it is.';
    if (!this.category) fields.category = 'Choose a category.';
    if (this.mode === 'auction' && !this.itemId) {
      const minimum = amountOf(data.get('minimum'));
      if (!(minimum >= MINIMUM[0] && minimum <= MINIMUM[1])) {
        fields.minimum = `An amount from ${money(MINIMUM[0])} to ${money(MINIMUM[1])}.`;
      }
      const reserve = data.get('reserve').trim();
      if (reserve && !(amountOf(reserve) >= minimum)) fields.reserve = 'At least as much as the first bid, or nothing.';
    }
    return fields;
  }

  contents(data) {
    return {
      title: data.get('title'),
      description: data.get('description'),
      category: this.category,
      ...this.place,
      address: data.get('address'),
      photos: this.photos.map(({ id }) => id),
    };
  }

  body(data) {
    const body = { ...this.contents(data), mode: this.mode };
    if (this.mode === 'free') {
      body.sharing = this.sharing;
      if (this.sharing === 'draw') body.draw_hours = Number(data.get('draw_hours'));
      return body;
    }
    body.auction = { hours: Number(data.get('hours')), minimum: amountOf(data.get('minimum')) };
    const reserve = data.get('reserve').trim();
    if (reserve) body.auction.reserve = amountOf(reserve);
    return body;
  }

  render() {
    const { before } = this;
    if (this.itemId && !before) {
      return html`<div class="page narrow" aria-busy="true">
        ${this.error ? html`<t-state kind="error" heading="This cannot be edited" text=${this.error}></t-state>` : nothing}
      </div>`;
    }
    return html`<div class="page narrow give">
      <div class="page-head">
        <div>
          <h1>${this.itemId ? 'Edit your item' : 'Give something'}</h1>
          ${this.itemId ? nothing : html`<p>A photo, a title, a place: half a minute.</p>`}
        </div>
      </div>
      <form class="stack loose" @submit=${this.submit} novalidate>
        ${this.photoPart()}
        <div class="stack">
          <t-field label="What is it?" name="title" maxlength="80" autocomplete="off" value=${before?.title ?? ''} required></t-field>
          ${this.categoryPart()}
        </div>
        ${this.itemId ? nothing : this.modePart()} ${this.placePart()}
        <t-field
          label="More about it (optional)"
          name="description"
          rows="3"
          maxlength="2000"
          value=${before?.description ?? ''}
        ></t-field>
        <div aria-live="polite">
          ${
            this.error
              ? html`<p class="notice bad"><t-icon name="alert"></t-icon><span>${this.error}</span></p>`
              : nothing
          }
        </div>
        <button class="button primary full large" aria-busy=${this.busy ? 'true' : nothing} ?disabled=${this.sending > 0}>
          ${this.itemId ? 'Save' : this.mode === 'auction' ? 'Start the auction' : 'Give it away'}
        </button>
      </form>
    </div>`;
  }

  photoPart() {
    return html`<div class="give-photos" role="group" aria-label="Photos">
      ${this.photos.map(
        (photo, index) =>
          html`<span class="give-photo">
            <img src=${photo.thumb} alt="Photo ${index + 1}" />
            <button
              type="button"
              class="button small icon"
              aria-label="Remove photo ${index + 1}"
              @click=${() => (this.photos = this.photos.filter((each) => each !== photo))}
            >
              <t-icon name="close"></t-icon>
            </button>
          </span>`,
      )}
      ${this.sending > 0 ? html`<span class="give-photo skeleton" aria-label="Sending"></span>` : nothing}
      ${
        this.photos.length + this.sending < PHOTOS_MAX
          ? html`<label class="give-add">
              <input
                type="file"
                class="unseen"
                accept="image/jpeg,image/png,image/webp"
                multiple
                @change=${this.take}
              />
              <t-icon name="plus"></t-icon><span>${this.photos.length ? 'Another photo' : 'Add a photo'}</span>
            </label>`
          : nothing
      }
    </div>`;
  }

  categoryPart() {
    return html`<fieldset class="chips">
      <legend class="label">Category</legend>
      ${Object.entries(CATEGORIES).map(
        ([id, name]) =>
          html`<label class="chip">
            <input
              type="radio"
              name="category"
              value=${id}
              .checked=${this.category === id}
              @change=${() => (this.category = id)}
            /><span>${name}</span>
          </label>`,
      )}
    </fieldset>`;
  }

  modePart() {
    return html`<div class="stack">
      <div class="segments" role="group" aria-label="How">
        ${[
          ['free', 'Give it away'],
          ['auction', 'Auction it'],
        ].map(
          ([id, name]) =>
            html`<button type="button" aria-pressed=${this.mode === id} @click=${() => (this.mode = id)}>${name}</button>`,
        )}
      </div>
      ${this.mode === 'free' ? this.freePart() : this.auctionPart()}
    </div>`;
  }

  freePart() {
    const hours = [3, 6, 9, 12].map((each) => [String(each), `Draw after ${each} hours`]);
    return html`<fieldset class="choices">
        <legend class="unseen">Who gets it</legend>
        ${Object.entries(SHARING).map(
          ([id, [name, words]]) =>
            html`<label class="choice">
              <input
                type="radio"
                name="sharing"
                value=${id}
                .checked=${this.sharing === id}
                @change=${() => (this.sharing = id)}
              />
              <span><strong>${name}</strong><span class="small muted">${words}</span></span>
            </label>`,
        )}
      </fieldset>
      ${this.sharing === 'draw' ? html`<t-field label="When" name="draw_hours" value="6" .options=${hours}></t-field>` : nothing}`;
  }

  auctionPart() {
    return html`<div class="grid small">
      <t-field label="First bid" name="minimum" inputmode="decimal" value="5" hint="${money(MINIMUM[0])} to ${money(MINIMUM[1])}"></t-field>
      <t-field label="Reserve price" name="reserve" inputmode="decimal" hint="Optional; nobody sees it"></t-field>
      <t-field
        label="Length"
        name="hours"
        value="24"
        .options=${LENGTHS}
      ></t-field>
    </div>`;
  }

  placePart() {
    return html`<section class="stack" aria-label="Place">
      <e-place-field
        label="Where is it?"
        @place=${({ detail }) => this.moveTo(detail)}
      ></e-place-field>
      ${this.place ? html`<e-place-map .place=${this.place} @pick=${({ detail }) => this.moveTo(detail)}></e-place-map>` : nothing}
      <p class="small muted" role="status">
        ${this.label ? `The pin is ${this.label.replace(/^(?=[-\d])/, 'at ')}. ` : nothing}Strangers only see an area about a kilometre wide.
      </p>
      <t-field
        label="Address, door, floor (optional)"
        name="address"
        maxlength="200"
        autocomplete="street-address"
        hint="Shown to one person only: whoever picks it up."
        value=${this.before?.pickup?.address ?? ''}
      ></t-field>
    </section>`;
  }
}

customElements.define('e-give', Give);
