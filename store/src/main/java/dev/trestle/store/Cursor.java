package dev.trestle.store;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The position at which a query continues, as a text for URLs and JSON. Only the query and
 * parameters that returned it accept it. It is signed but not encrypted, and contains the key of
 * the last item, so keys should not contain secrets. It is signed only when its text is needed,
 * because most callers never read the next page.
 */
public final class Cursor {
  private static final Cursor START = new Cursor("");

  private final Supplier<String> signed;
  private volatile @Nullable String text;

  private Cursor(String text) {
    this.signed = () -> text;
    this.text = text;
  }

  Cursor(Supplier<String> signed) {
    this.signed = signed;
  }

  /** The first page. */
  public static Cursor start() {
    return START;
  }

  /** Returns a cursor from a client. It is checked when it is used. */
  public static Cursor of(String text) {
    return text.isEmpty() ? START : new Cursor(text);
  }

  /** The text for a client, which {@link #of} takes back. Empty for the first page. */
  public String text() {
    var known = text;
    if (known == null) {
      known = signed.get();
      text = known;
    }
    return known;
  }

  /** Whether this is the first page. */
  public boolean isStart() {
    var known = text;
    return known != null && known.isEmpty();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Cursor cursor && cursor.text().equals(text());
  }

  @Override
  public int hashCode() {
    return text().hashCode();
  }

  @Override
  public String toString() {
    return text();
  }
}
