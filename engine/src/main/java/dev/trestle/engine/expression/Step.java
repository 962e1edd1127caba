package dev.trestle.engine.expression;

/** One step of a document path as it is written: a name, a placeholder of one, or an index. */
public sealed interface Step permits Step.NameReference, Part {
  /**
   * A {@code #name}.
   *
   * @param slot which of the expression's name placeholders it is
   */
  record NameReference(int slot, String placeholder) implements Step {}
}
