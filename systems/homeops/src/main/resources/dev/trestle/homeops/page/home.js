// What the whole page shares: the session, the API, the household that is shown, live events.
import { api, idempotencyKey } from '/shared/api.js';
import { SessionLive } from '/shared/session-live.js';
import { Session } from '/shared/session.js';
import { followLanguage, language, t } from './language.js';
import { store, stored } from './storage.js';

const ROOT = '/homeops/v1';
const SHOWN = 'homeops.household';

/** Tells what has changed in the household's chat. */
class ChatLive extends SessionLive {
  get address() {
    return `${ROOT}${home.chat}/events`;
  }

  get session() {
    return home.session;
  }

  get isWanted() {
    return !!home.household;
  }

  authorization() {
    return home.authorization();
  }

  received({ kind }) {
    if (kind === 'household' || kind === 'missed') home.load().catch(() => {});
  }
}

/** Fires "change" when the user, the households or the shown household change. */
class Home extends EventTarget {
  session = new Session();
  live = new ChatLive();
  me;
  households;
  household;
  isDemo = false;
  vocabulary = new Map();
  /** The latest load, while it is under way. Answers to earlier ones are too late. */
  #loading;

  constructor() {
    super();
    this.session.addEventListener('ended', () => {
      this.live.stop();
      this.#loading = undefined;
      this.me = this.households = this.household = undefined;
      followLanguage(undefined);
      this.changed();
    });
  }

  changed() {
    this.dispatchEvent(new CustomEvent('change'));
  }

  get isSignedIn() {
    return this.session.isKnown;
  }

  /** The path of the household's chat. */
  get chat() {
    return `/chats/${this.household.chat_id}`;
  }

  /** After somebody has signed in. */
  async arrive() {
    const [me, { activities }, demoPeople] = await Promise.all([
      this.session.one('/users/me'),
      this.get('/vocabulary'),
      this.session.demoPeople().catch(() => []),
    ]);
    this.me = me;
    this.isDemo = demoPeople.length > 0;
    this.vocabulary = new Map(activities.map((entry) => [entry.activity, entry]));
    await this.load();
  }

  async load() {
    const loading = (this.#loading = {});
    const { households } = await this.get('/me/households');
    if (loading !== this.#loading) return;
    this.#loading = undefined;
    this.households = households;
    const wanted = this.household?.id ?? stored(SHOWN);
    this.show(households.find(({ id }) => id === wanted) ?? households[0]);
  }

  /** Shows another household. */
  show(household) {
    const before = this.household?.chat_id;
    this.household = household;
    followLanguage(household?.language);
    if (household) store(SHOWN, household.id);
    if (household?.chat_id !== before) {
      if (household) this.live.start();
      else this.live.stop();
    }
    this.changed();
  }

  /** After a household was made, joined or changed. */
  take(household) {
    const others = (this.households ?? []).filter(({ id }) => id !== household.id);
    this.households = [...others, household];
    this.show(household);
    if (this.#loading) this.load().catch(() => {}); // What is being read may lack it.
  }

  async authorization() {
    return { Authorization: `Bearer ${await this.session.token()}` };
  }

  async call(path, options = {}, attempt = 1) {
    const token = await this.session.token();
    try {
      return await api(ROOT + path, { ...options, token });
    } catch (error) {
      if (error.status !== 401) throw error;
      // By the server's clock the token may have expired before this device thinks so.
      if (attempt === 1) {
        this.session.expire();
        return this.call(path, options, 2);
      }
      this.session.end('revoked');
      throw error;
    }
  }

  get(path, query = {}) {
    const text = new URLSearchParams(query).toString();
    return this.call(text ? `${path}?${text}` : path);
  }

  /** Does something once, however often the network makes it be sent. */
  post(path, body = {}) {
    return this.call(path, { method: 'POST', body, idempotencyKey: idempotencyKey() });
  }

  patch(path, body) {
    return this.call(path, { method: 'PATCH', body, idempotencyKey: idempotencyKey() });
  }

  /** The name of an activity in the page's language. */
  activity(name) {
    return this.vocabulary.get(name)?.names[language] ?? name;
  }

  /** All activities to choose from, by name, with one that may be the household's own. */
  choices(own) {
    const names = new Set([...this.vocabulary.keys(), ...(own ? [own] : [])]);
    return [...names]
      .map((name) => [name, this.activity(name)])
      .sort(([, one], [, other]) => one.localeCompare(other, language));
  }

  memberName(id) {
    return this.household?.members.find((member) => member.id === id)?.name ?? t.page.formerMember;
  }

  isMe(id) {
    return id === this.household?.member_id;
  }
}

export const home = new Home();
