package dev.trestle.engine.expression;

/** A step of a parsed document path: a name, a name placeholder or an index. */
public sealed interface PathStep permits PathStep.NameReference, PathElement {
  /**
   * A {@code #name} placeholder.
   *
   * @param slot the index among the expression's name placeholders
   */
  record NameReference(int slot, String placeholder) implements PathStep {}
}
