// A section that is a form: loaded, edited, and saved unless somebody else changed it first.
import { html, nothing } from 'lit';
import { Section, toast } from '/shared/trestle.js';
import { showErrors } from '/shared/parts/field.js';

/** `save(values)` stores it and returns the new data; `check(values)` returns errors by field. */
export class FormSection extends Section {
  static properties = { ...Section.properties, rest: { state: true }, isStale: { state: true } };

  check() {
    return {};
  }

  /** The name of the form's field for a field of the server. */
  named(field) {
    return field;
  }

  async submit(event) {
    event.preventDefault();
    const form = event.target;
    const values = new FormData(form);
    const wrong = this.check(values);
    this.rest = undefined;
    showErrors(form, { fields: wrong });
    if (Object.keys(wrong).length) return;
    this.busy = true;
    try {
      this.data = await this.save(values);
      this.isStale = false;
      toast('Saved.', { kind: 'good' });
    } catch (error) {
      this.isStale = error.status === 409;
      const fields = Object.fromEntries(
        Object.entries(error.fields ?? {}).map(([field, words]) => [this.named(field), words]),
      );
      this.rest = showErrors(form, { message: error.message, fields });
    } finally {
      this.busy = false;
    }
  }

  async again() {
    this.rest = undefined;
    this.isStale = false;
    this.data = undefined;
    await this.load();
  }

  trouble() {
    if (!this.rest) return nothing;
    return html`<p class="notice bad" role="alert">
      <t-icon name="alert"></t-icon>
      <span class="grow">${this.rest}</span>
      ${
        this.isStale
          ? html`<button type="button" class="button small" @click=${this.again}>Reload</button>`
          : nothing
      }
    </p>`;
  }

  saver() {
    return html`<div class="row wrap">
      <button class="button primary" aria-busy=${this.busy ? 'true' : 'false'} ?disabled=${this.busy}>Save</button>
    </div>`;
  }
}

/** An optional text; undefined if it is blank. */
export function or(values, name) {
  return values.get(name)?.trim() || undefined;
}

/** The distinct lines of a field. */
export function lines(values, name) {
  return [...new Set((values.get(name) ?? '').split(/\s+/).filter(Boolean))];
}
