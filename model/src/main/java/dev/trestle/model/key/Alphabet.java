package dev.trestle.model.key;

/** The characters that a part of a key may have, as ranges of code points. */
public final class Alphabet {
  public static final Alphabet DIGITS = of("0-9");
  public static final Alphabet UNICODE = of("\u0000-\uD7FF\uE000-\uDBFF\uDFFF");
  /** The characters of a ULID. */
  public static final Alphabet CROCKFORD = of("0-9A-HJKMNP-TV-Z");

  private Alphabet() {}

  /** Characters and ranges as in a regular expression's brackets: {@code a-z0-9_}. */
  public static Alphabet of(String ranges) {
    throw new UnsupportedOperationException();
  }

  public boolean has(int codePoint) {
    throw new UnsupportedOperationException();
  }

  /** Whether some character is in both. */
  public boolean meets(Alphabet other) {
    throw new UnsupportedOperationException();
  }
}
