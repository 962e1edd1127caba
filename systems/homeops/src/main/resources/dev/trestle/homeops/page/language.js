// The page's language: its texts, and how it writes numbers, plurals and days.
import { store, stored } from './storage.js';
import en from './texts/en.js';
import sv from './texts/sv.js';

const TEXTS = { en, sv };
const LOCALES = { en: 'en-GB', sv: 'sv-SE' };
const CHOSEN = 'homeops.language';

let ofHousehold;

/** The code of the language that is shown. */
export let language;

/** The texts in that language. They change with it, so read them while drawing. */
export let t;

/** Each language with its own name. */
export const LANGUAGES = Object.keys(TEXTS).map((code) => {
  const name = new Intl.DisplayNames([code], { type: 'language' }).of(code);
  return [code, name[0].toUpperCase() + name.slice(1)];
});

/** What was chosen on this device, or '' for the household's language. */
export function chosenLanguage() {
  return known(stored(CHOSEN)) ?? '';
}

export function chooseLanguage(code) {
  store(CHOSEN, code);
  show();
}

/** Follows a household's language, or the browser's while there is no household. */
export function followLanguage(code) {
  ofHousehold = code;
  show();
}

function show() {
  language = known(stored(CHOSEN)) ?? known(ofHousehold) ?? ofBrowser();
  t = TEXTS[language];
  document.documentElement.lang = language;
  document.querySelector('.skip').textContent = t.page.skip;
}

function known(code) {
  return Object.hasOwn(TEXTS, code ?? '') ? code : undefined;
}

function ofBrowser() {
  return navigator.languages.map((each) => each.split('-')[0]).find(known) ?? 'en';
}

export function locale() {
  return LOCALES[language];
}

/** 3.4 or 3,4 */
export function number(value) {
  return new Intl.NumberFormat(locale(), { maximumFractionDigits: 1 }).format(value);
}

/** 45% or 45 % */
export function percent(share) {
  return new Intl.NumberFormat(locale(), { style: 'percent' }).format(share);
}

/** 1 member, 2 members: a number with the one of its plural forms that fits. */
export function count(value, forms) {
  return `${number(value)} ${forms[new Intl.PluralRules(locale()).select(value)]}`;
}

/** With a capital letter, as at the start of a line. */
export function capital(text) {
  return text.slice(0, 1).toLocaleUpperCase(locale()) + text.slice(1);
}

/** Mo, Tu … or må, ti …, from Monday. */
export function weekdays() {
  const format = new Intl.DateTimeFormat(locale(), { weekday: 'short', timeZone: 'UTC' });
  return [1, 2, 3, 4, 5, 6, 7].map((day) => format.format(Date.UTC(2024, 0, day)).slice(0, 2)); // 1 January was a Monday
}

show();
