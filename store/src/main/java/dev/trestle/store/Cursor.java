package dev.trestle.store;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Where a query goes on. A text for URLs and JSON that only the query and parameters it came from
 * take back. It is signed, not encrypted: it holds the key of the last item seen, so keys should
 * have no secrets in them. It is signed when somebody wants to see it: many pages are read by those
 * who never go on.
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

  /** A cursor that came back from outside; whether it is one shows when it is used. */
  public static Cursor of(String text) {
    return text.isEmpty() ? START : new Cursor(text);
  }

  public String text() {
    var known = text;
    if (known == null) {
      known = signed.get();
      text = known;
    }
    return known;
  }

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
