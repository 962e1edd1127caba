// What the page says about the assistant, in words that a family would use.
import { home } from './home.js';
import { capital, percent, t } from './language.js';
import { moment } from './times.js';

/** The name of the assistant, in every language. */
export const ASSISTANT_NAME = 'HomeOps';

/** The efforts to choose from. */
export function efforts() {
  return Object.entries(t.efforts).map(([code, name]) => [code, capital(name)]);
}

/** Why the assistant did what it did, in one sentence. */
export function reason({ reason: code, gate }) {
  if (code !== 'none') return t.reasons[code] ?? t.reasons.other;
  return t.gates[gate] ?? t.gates.other;
}

/** What the assistant did, with how it looks. */
export function action(code) {
  const { look, icon } = ACTIONS[code] ?? ACTIONS.silent;
  return { text: t.actions[code] ?? t.actions.silent, look, icon };
}

const ACTIONS = {
  react: { look: 'good', icon: 'check' },
  reply: { look: 'accent', icon: 'chat' },
  silent: { look: '', icon: 'bell-off' },
};

export function rule(code) {
  return t.rules[code] ?? code;
}

/** The acts that mean something. */
export function meant(acts) {
  return acts.filter(({ type }) => type !== 'none');
}

/** Nobody is ever entirely sure. */
const SURE_MAX = 0.99;

/** One act of a message, as it was understood. */
export function act({ type, activity, effort, confidence, who, when }) {
  const what = activity ? home.activity(activity) : '';
  const sure = t.acts.sure(percent(Math.min(SURE_MAX, confidence)));
  switch (type) {
    case 'chore':
    case 'recovery':
      return t.acts.done(what, effortName(effort), who ? home.memberName(who) : t.acts.sender, moment(when), sure);
    case 'promise':
      return t.acts.promise(what, moment(when), sure);
    case 'question':
      return what ? t.acts.questionAbout(what, sure) : t.acts.question(sure);
    case 'correction':
      return what ? t.acts.correctionTo(what, sure) : t.acts.correction(sure);
    default:
      return `${type} (${sure})`;
  }
}

export function effortName(effort) {
  return t.efforts[effort] ?? effort;
}

/** How a promise looks, by its status. */
export const PROMISE_LOOKS = { active: 'accent', fulfilled: 'good', expired: '' };

/** Sentences to try. One is about another member, if there is one. */
export function sentences() {
  const { members, member_id: me } = home.household;
  const other = members.find(({ id }) => id !== me);
  const about = other ? [t.sentences.other(other.name)] : [];
  return [
    t.sentences.dishes,
    t.sentences.two,
    ...about,
    t.sentences.promise,
    t.sentences.question,
    t.sentences.nothing,
    t.sentences.undo,
  ];
}
