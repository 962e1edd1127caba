// Mentions: @name in groups, chosen from the members while typing.
import { html, nothing } from 'lit';
import { Part } from '/shared/trestle.js';

const SHOWN_MAX = 6;
const MENTIONS_MAX = 10;

/** The word that begins with @ before the cursor: {from, wanted}. */
export function typedMention(text, cursor) {
  const found = /(?:^|[\s(])@([^\s@]{0,40})$/u.exec(text.slice(0, cursor));
  return found ? { from: cursor - found[1].length - 1, wanted: found[1].toLowerCase() } : undefined;
}

/** The members whom a text names, by id. A longer name wins over one that it begins with. */
export function mentioned(text, members) {
  const ids = [];
  splitAtNames(text, members, (_, member) => ids.push(member.user_id));
  return [...new Set(ids)].slice(0, MENTIONS_MAX);
}

/** Splits a text at the names of members after an @; `show` draws one of them. */
export function splitAtNames(text, members, show) {
  const names = members
    .filter(({ display_name }) => display_name)
    .sort((a, b) => b.display_name.length - a.display_name.length);
  const all = [];
  let from = 0;
  for (const { index } of text.matchAll(/(?<![\p{L}\p{N}_])@/gu)) {
    if (index < from) continue;
    const member = names.find(
      ({ display_name: name }) =>
        text.startsWith(name, index + 1) && !/[\p{L}\p{N}_]/u.test(text[index + 1 + name.length] ?? ''),
    );
    if (!member) continue;
    all.push(text.slice(from, index), show(`@${member.display_name}`, member));
    from = index + 1 + member.display_name.length;
  }
  all.push(text.slice(from));
  return all;
}

/**
 * <m-mentions .members=${members}>: the list above the composer. look(text, cursor) shows who fits;
 * press(event) handles keys while it is open and returns whether it did. It fires "pick" with
 * {member, from}.
 */
export class Mentions extends Part {
  static properties = { members: { attribute: false }, typed: { state: true }, at: { state: true } };

  constructor() {
    super();
    this.members = [];
    this.at = 0;
  }

  get fitting() {
    if (!this.typed) return [];
    const { wanted } = this.typed;
    return this.members
      .filter(({ display_name: name }) => name && ` ${name.toLowerCase()}`.includes(` ${wanted}`))
      .sort((a, b) => a.display_name.localeCompare(b.display_name))
      .slice(0, SHOWN_MAX);
  }

  look(text, cursor) {
    this.typed = typedMention(text, cursor);
    this.at = 0;
  }

  close() {
    this.typed = undefined;
  }

  press(event) {
    const { fitting } = this;
    if (fitting.length === 0) return false;
    const steps = { ArrowDown: 1, ArrowUp: -1 };
    if (event.key in steps) this.at = (this.at + steps[event.key] + fitting.length) % fitting.length;
    else if (event.key === 'Enter' || event.key === 'Tab') this.pick(fitting[this.at]);
    else if (event.key === 'Escape') this.close();
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  pick(member) {
    const { from } = this.typed;
    this.close();
    this.tell('pick', { member, from });
  }

  render() {
    const { fitting } = this;
    return html`<p class="unseen" role="status">${fitting[this.at]?.display_name ?? ''}</p>
      ${fitting.length ? this.list(fitting) : nothing}`;
  }

  list(fitting) {
    return html`<ul class="mention-list" role="listbox" id="mention-list" aria-label="Mention someone">
      ${fitting.map(
        (member, place) =>
          html`<li
            role="option"
            id="mention-${place}"
            aria-selected=${place === this.at ? 'true' : 'false'}
            @pointerdown=${(press) => press.preventDefault()}
            @click=${() => this.pick(member)}
          >
            <t-avatar size="small" name=${member.display_name}></t-avatar>
            <span class="cut" dir="auto">${member.display_name}</span>
          </li>`,
      )}
    </ul>`;
  }
}

customElements.define('m-mentions', Mentions);
