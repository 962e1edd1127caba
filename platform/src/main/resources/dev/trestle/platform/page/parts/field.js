import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import './icon.js';
import { Part, freshId } from './part.js';

/**
 * A labelled field. The native control is inside, so forms, FormData and autofill work.
 *
 *   <t-field label="Phone" name="phone" type="tel" hint="With country code" required></t-field>
 *   <t-field label="Role" name="role" .options=${[['admin', 'Admin'], ['member', 'Member']]}></t-field>
 *   <t-field label="Text" name="text" rows="4"></t-field>
 *
 * `error` is shown below the field. The control's "input" and "change" events bubble; `value` is
 * its value.
 */
export class Field extends Part {
  static properties = {
    label: {},
    name: {},
    type: {},
    value: {},
    hint: {},
    error: {},
    placeholder: {},
    autocomplete: {},
    inputmode: {},
    pattern: {},
    min: {},
    max: {},
    step: {},
    rows: {},
    maxlength: {},
    required: { type: Boolean },
    disabled: { type: Boolean },
    readonly: { type: Boolean },
    /** The label is for screen readers only. */
    bare: { type: Boolean },
    options: { attribute: false },
  };

  constructor() {
    super();
    this.value = '';
    this.fieldId = freshId('field');
  }

  /** The native control. */
  get control() {
    return this.querySelector('input, select, textarea');
  }

  focus() {
    this.control?.focus();
  }

  updated() {
    // A select always has a value, even if none was set.
    if (this.options && this.control.value !== this.value) this.value = this.control.value;
  }

  take(event) {
    this.value = event.target.value;
  }

  get described() {
    const ids = [];
    if (this.error) ids.push(`${this.fieldId}-wrong`);
    if (this.hint) ids.push(`${this.fieldId}-hint`);
    return ids.length ? ids.join(' ') : nothing;
  }

  render() {
    return html`<div class="field">
      <label for=${this.fieldId} class=${this.bare ? 'unseen' : ''}>${this.label}</label>
      ${this.options ? this.select() : this.rows ? this.textarea() : this.input()}
      ${this.hint ? html`<p class="hint" id="${this.fieldId}-hint">${this.hint}</p>` : nothing}
      <div aria-live="polite">
        ${
          this.error
            ? html`<p class="wrong" id="${this.fieldId}-wrong">
                <t-icon name="alert"></t-icon>${this.error}
              </p>`
            : nothing
        }
      </div>
    </div>`;
  }

  input() {
    return html`<input
      id=${this.fieldId}
      name=${this.name ?? nothing}
      type=${this.type ?? 'text'}
      dir="auto"
      .value=${live(this.value ?? '')}
      placeholder=${this.placeholder ?? nothing}
      autocomplete=${this.autocomplete ?? nothing}
      inputmode=${this.inputmode ?? nothing}
      pattern=${this.pattern ?? nothing}
      min=${this.min ?? nothing}
      max=${this.max ?? nothing}
      step=${this.step ?? nothing}
      maxlength=${this.maxlength ?? nothing}
      ?required=${this.required}
      ?disabled=${this.disabled}
      ?readonly=${this.readonly}
      aria-invalid=${this.error ? 'true' : nothing}
      aria-describedby=${this.described}
      @input=${this.take}
    />`;
  }

  textarea() {
    return html`<textarea
      id=${this.fieldId}
      name=${this.name ?? nothing}
      rows=${this.rows}
      dir="auto"
      .value=${live(this.value ?? '')}
      placeholder=${this.placeholder ?? nothing}
      maxlength=${this.maxlength ?? nothing}
      ?required=${this.required}
      ?disabled=${this.disabled}
      ?readonly=${this.readonly}
      aria-invalid=${this.error ? 'true' : nothing}
      aria-describedby=${this.described}
      @input=${this.take}
    ></textarea>`;
  }

  select() {
    const options = this.options.map((option) => (Array.isArray(option) ? option : [option, option]));
    return html`<select
      id=${this.fieldId}
      name=${this.name ?? nothing}
      ?required=${this.required}
      ?disabled=${this.disabled}
      aria-invalid=${this.error ? 'true' : nothing}
      aria-describedby=${this.described}
      @change=${this.take}
    >
      ${options.map(
        ([value, label]) =>
          html`<option value=${value} .selected=${live(value === this.value)}>${label}</option>`,
      )}
    </select>`;
  }
}

customElements.define('t-field', Field);

/**
 * Shows the field errors of an ApiError in a form and focuses the first. Returns the message that
 * belongs to no field, or undefined.
 */
export function showErrors(form, error) {
  let first;
  const fields = { ...error?.fields };
  for (const field of form.querySelectorAll('t-field')) {
    field.error = fields[field.name];
    if (field.error) first ??= field;
    delete fields[field.name];
  }
  first?.updateComplete.then(() => first.focus());
  const rest = Object.values(fields);
  if (!error || (first && rest.length === 0)) return undefined;
  return rest.length ? rest.join(' ') : error.message;
}
