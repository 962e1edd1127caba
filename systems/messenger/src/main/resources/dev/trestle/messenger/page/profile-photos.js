// The pictures of people, loaded with the access token when they are shown.
import { html, nothing } from 'lit';
import { address } from './files.js';

/** As many as the largest group has members. */
const LOADED_MAX = 1000;
const AT_ONCE = 4;

export class ProfilePhotos {
  #model;
  #responses;
  /** {id, chat}: the picture that a user has, and a chat to load it from. */
  #known = new Map();
  /** Data addresses by picture, '' while it is being loaded or if it cannot be. */
  #loaded = new Map();
  #waiting = [];
  #running = 0;

  /** `responses` are those of the chats, which say who has which picture. */
  constructor(model, responses) {
    this.#model = model;
    this.#responses = responses;
  }

  /** Takes what a response says about a member, unless a later one was taken. */
  received({ user_id: user, picture_id: id }, chat, asked) {
    const key = `picture/${user}`;
    if (this.#responses.isOvertaken(key, asked)) return;
    this.#responses.know(key, asked);
    if (id) this.#known.set(user, { id, chat });
    else this.#known.delete(user);
  }

  /** The address of a user's picture; nothing if there is none or it is not here yet. */
  of(user) {
    const known = this.#known.get(user);
    if (!known) return undefined;
    if (!this.#loaded.has(known.id)) this.#queue(known.id, `/chats/${known.chat}/members/${user}/picture?v=${known.id}`);
    return this.#loaded.get(known.id) || undefined;
  }

  /** Those beyond the limit keep their initials. Making room for them could remove what is in view. */
  #queue(id, path) {
    if (this.#loaded.size >= LOADED_MAX) return;
    this.#loaded.set(id, '');
    this.#waiting.push({ id, path });
    if (this.#running < AT_ONCE) this.#work();
  }

  async #work() {
    this.#running++;
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      try {
        this.#loaded.set(next.id, await address(await this.#model.session.download(next.path)));
        this.#model.changed();
      } catch {
        // Initials are shown. The next connection tries again.
      }
    }
    this.#running--;
  }

  /** Those that could not be loaded are asked for again. */
  retry() {
    for (const [id, loaded] of this.#loaded) if (!loaded && !this.#waiting.some((each) => each.id === id)) this.#loaded.delete(id);
  }
}

/** A person: their picture, or their initials. */
export function face(model, user, name, size) {
  return html`<t-avatar size=${size ?? nothing} name=${name} src=${model.pictures.of(user) ?? nothing}></t-avatar>`;
}

/** A chat: the picture of the other one, or the initials of the group. */
export function chatFace(model, chat, size) {
  return face(model, chat.peer?.user_id, model.title(chat), size);
}
