package dev.trestle.model.key;

/** A template that gives two different rows of values the same text. */
public final class AmbiguousTemplateException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final transient KeyTemplate.Witness witness;

  AmbiguousTemplateException(String pattern, KeyTemplate.Witness witness) {
    super(pattern + " is ambiguous: " + witness);
    this.witness = witness;
  }

  /** The two rows and their text. */
  public KeyTemplate.Witness witness() {
    return witness;
  }
}
