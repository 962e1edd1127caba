// Where to search: typed, from the browser, or picked on a map.
import { html, nothing, render } from 'lit';
import { Part } from '/shared/parts/part.js';
import { toast } from '/shared/parts/toast.js';
import '/shared/parts/dialog.js';
import './map.js';
import { market } from './market.js';
import { nearestStreet, placesNamed, town } from './alderby.js';

const COORDINATES = /^\s*(-?\d{1,2}(?:\.\d+)?)[,;\s]+(-?\d{1,3}(?:\.\d+)?)\s*$/;
const SHOWN_MAX = 6;
const LOCATING_MS = 15_000;

/** What was typed, as places: coordinates, or names of our own map. */
export async function findPlaces(text) {
  const numbers = COORDINATES.exec(text);
  if (numbers) {
    const [lat, lon] = [Number(numbers[1]), Number(numbers[2])];
    return Math.abs(lat) <= 85 && Math.abs(lon) <= 180 ? [{ lat, lon, label: await labelOf({ lat, lon }) }] : [];
  }
  if (market.facts.tiles) return [];
  return (await placesNamed(text)).slice(0, SHOWN_MAX);
}

/** A name for a point: a street nearby, else its coordinates. */
export async function labelOf({ lat, lon }) {
  const street = market.facts.tiles ? undefined : await nearestStreet({ lat, lon });
  return street ? `near ${street}` : `${lat.toFixed(3)}, ${lon.toFixed(3)}`;
}

/** Where the browser is. */
export function locate() {
  return new Promise((resolve, reject) => {
    if (!navigator.geolocation) reject(new Error('This browser cannot share your position.'));
    else {
      navigator.geolocation.getCurrentPosition(
        ({ coords }) => resolve({ lat: coords.latitude, lon: coords.longitude, label: 'where you are' }),
        ({ code }) =>
          reject(
            new Error(
              code === 1
                ? 'The browser is not allowed to share your position. Type a place, or pick it on the map.'
                : 'Your position could not be found. Type a place, or pick it on the map.',
            ),
          ),
        { timeout: LOCATING_MS, maximumAge: 300_000 },
      );
    }
  });
}

/** A field that suggests places while one types. Fires "place". */
class PlaceField extends Part {
  static properties = { label: {}, found: { state: true }, typed: { state: true } };

  constructor() {
    super();
    this.found = [];
    this.typed = '';
  }

  async search(event) {
    this.typed = event.target.value;
    const found = await findPlaces(this.typed);
    if (event.target.value === this.typed) this.found = found;
  }

  choose(place) {
    this.found = [];
    this.typed = '';
    this.querySelector('input').value = '';
    this.tell('place', place);
  }

  submit(event) {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (this.found.length) this.choose(this.found[0]);
  }

  render() {
    const isNothing = this.typed.trim().length > 2 && this.found.length === 0;
    const hint = market.facts.tiles ? 'Latitude and longitude, such as 52.23, 21.01' : 'A street, a neighbourhood, or coordinates';
    return html`<div class="field place-field">
      <label for="place-typed">${this.label ?? 'Place'}</label>
      <input
        id="place-typed"
        type="search"
        autocomplete="off"
        placeholder=${hint}
        @input=${this.search}
        @keydown=${this.submit}
      />
      ${
        this.found.length
          ? html`<ul class="list suggestions card flush">
              ${this.found.map(
                (place) =>
                  html`<li>
                    <button type="button" @click=${() => this.choose(place)}>
                      <t-icon name="pin"></t-icon>${place.label}
                    </button>
                  </li>`,
              )}
            </ul>`
          : nothing
      }
      <p class="hint" role="status">${isNothing ? 'No such place on this map.' : nothing}</p>
    </div>`;
  }
}

customElements.define('e-place-field', PlaceField);

/** Asks for a place in a dialog; undefined if none was chosen. */
export async function choosePlace() {
  const { center, name } = await town();
  let picked = market.place ?? { lat: center[0], lon: center[1], label: name };
  const dialog = document.createElement('t-dialog');
  dialog.heading = 'Where are you?';
  let chosen;
  const done = (place) => {
    chosen = place;
    dialog.close();
  };
  const draw = () =>
    render(
      html`<div class="stack">
          <e-place-field label="Type a place" @place=${({ detail }) => done(detail)}></e-place-field>
          <button
            type="button"
            class="button full"
            @click=${async (event) => {
              const button = event.currentTarget;
              button.setAttribute('aria-busy', 'true');
              try {
                done(await locate());
              } catch (error) {
                toast(error.message, { kind: 'bad' });
              } finally {
                button.removeAttribute('aria-busy');
              }
            }}
          >
            <t-icon name="pin"></t-icon>Use my position
          </button>
          <div class="stack tight">
            <span class="label">Or move the map</span>
            <e-place-map
              .place=${picked}
              @pick=${({ detail }) => {
                picked = detail;
              }}
            ></e-place-map>
          </div>
        </div>
        <button type="button" slot="actions" class="button" data-close>Cancel</button>
        <button
          type="button"
          slot="actions"
          class="button primary"
          @click=${async () => done({ ...picked, label: await labelOf(picked) })}
        >
          Search here
        </button>`,
      dialog,
    );
  document.querySelector('#main').append(dialog);
  draw();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(chosen);
    });
    dialog.show();
  });
}
