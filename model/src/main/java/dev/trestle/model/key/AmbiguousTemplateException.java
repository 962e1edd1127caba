package dev.trestle.model.key;

/** Thrown for a template that produces the same text for two different sequences of values. */
public final class AmbiguousTemplateException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final transient KeyTemplate.Witness witness;

  AmbiguousTemplateException(String pattern, KeyTemplate.Witness witness) {
    super(pattern + " is ambiguous: " + witness);
    this.witness = witness;
  }

  /** Returns the two sequences and their text. */
  public KeyTemplate.Witness witness() {
    return witness;
  }
}
