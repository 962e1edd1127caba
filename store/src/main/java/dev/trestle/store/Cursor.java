package dev.trestle.store;

/**
 * Where a query goes on. A text for URLs and JSON that only the query and parameters it came from
 * take back. It is signed, not encrypted: it holds the key of the last item seen, so keys should
 * have no secrets in them.
 */
public record Cursor(String text) {
  private static final Cursor START = new Cursor("");

  /** The first page. */
  public static Cursor start() {
    return START;
  }

  /** A cursor that came back from outside; whether it is one shows when it is used. */
  public static Cursor of(String text) {
    return text.isEmpty() ? START : new Cursor(text);
  }

  public boolean isStart() {
    return text.isEmpty();
  }

  @Override
  public String toString() {
    return text;
  }
}
