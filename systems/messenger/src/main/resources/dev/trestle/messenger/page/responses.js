/**
 * Tells which responses come too late: something newer became known after they were asked for.
 *
 *   const asked = responses.ask();
 *   const chat = await …;
 *   if (responses.isOvertaken(id, asked)) return;
 *   responses.know(id, asked);
 */
export class Responses {
  #known = new Map();
  #asked = 0;

  ask() {
    return ++this.#asked;
  }

  /** Without `asked`: something changed just now, and responses to earlier requests are too late. */
  know(id, asked = this.ask()) {
    this.#known.set(id, asked);
  }

  isOvertaken(id, asked) {
    return (this.#known.get(id) ?? 0) > asked;
  }
}
