/**
 * Tells which answers come too late: something newer became known after they were asked for.
 *
 *   const asked = answers.ask();
 *   const chat = await …;
 *   if (answers.isOvertaken(id, asked)) return;
 *   answers.know(id, asked);
 */
export class Answers {
  #known = new Map();
  #asked = 0;

  ask() {
    return ++this.#asked;
  }

  /** Without `asked`: something changed just now, and answers to earlier requests are too late. */
  know(id, asked = this.ask()) {
    this.#known.set(id, asked);
  }

  isOvertaken(id, asked) {
    return (this.#known.get(id) ?? 0) > asked;
  }
}
