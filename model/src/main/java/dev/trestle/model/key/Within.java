package dev.trestle.model.key;

import java.util.Arrays;

/**
 * The keys of a template whose first values are given, and ranges of values among them. A range
 * never leaves these keys: "more than" ends where they end, not where the partition does.
 *
 * <p>A range may be over one value or over a row of them, compared one after the other: {@code
 * moreThan(time, id)} is what comes after that very id at that time. Given fewer values than there
 * are parts, all keys with those values count as equal to them: {@code moreThan(time)} skips every
 * id of that time. "More" is meant in the order of values; for a descending part those texts come
 * first. {@link KeyTemplate#disorder} says whether a part can be ranged over.
 */
public final class Within {
  private static final String ABOVE_ALL = Character.toString(Alphabet.ABOVE_ALL);

  private final KeyTemplate template;
  private final Object[] bound;

  Within(KeyTemplate template, Object[] bound) {
    this.template = template;
    this.bound = bound.clone();
  }

  /** What all of them begin with. */
  public String prefix() {
    return template.prefix(bound);
  }

  /** All of them. */
  public TextRange all() {
    return new TextRange(lowest(), highest());
  }

  public TextRange atLeast(Object... values) {
    return descends(values)
        ? new TextRange(lowest(), through(values))
        : new TextRange(start(values), highest());
  }

  public TextRange moreThan(Object... values) {
    return descends(values)
        ? new TextRange(lowest(), before(values))
        : new TextRange(after(values), highest());
  }

  public TextRange atMost(Object... values) {
    return descends(values)
        ? new TextRange(start(values), highest())
        : new TextRange(lowest(), through(values));
  }

  public TextRange lessThan(Object... values) {
    return descends(values)
        ? new TextRange(after(values), highest())
        : new TextRange(lowest(), before(values));
  }

  /** From one value to another, both included. */
  public TextRange between(Object from, Object to) {
    return atLeast(from).and(atMost(to));
  }

  /** The least text a key here can have. */
  private String lowest() {
    if (bound.length == template.size()) return prefix();
    return with(prefix(), template.part(bound.length).shape().firsts().first());
  }

  /** Above every key here, below every text that begins otherwise. */
  private String highest() {
    if (bound.length == template.size()) return prefix();
    return with(prefix(), template.part(bound.length).shape().firsts().last()) + ABOVE_ALL;
  }

  /** What keys with these values begin with, and none below them: without the literal behind. */
  private String start(Object[] values) {
    var out = new StringBuilder();
    template.append(out, row(values));
    return out.toString();
  }

  /** At or above every key with these values, below every key above them. */
  private String through(Object[] values) {
    int last = bound.length + values.length - 1;
    var start = start(values);
    if (last == template.size() - 1) return start + template.literal(last + 1);
    if (template.part(last).shape().prefixFree()) return start + ABOVE_ALL;
    return with(start, Order.follower(template, last).last()) + ABOVE_ALL;
  }

  /** Above every key with these values, at or below every key above them. */
  private String after(Object[] values) {
    var through = through(values);
    return through.endsWith(ABOVE_ALL) ? through : through + '\0';
  }

  /** At or above every key below these values, below every key with them. */
  private String before(Object[] values) {
    var start = start(values);
    int last = start.codePointBefore(start.length());
    var head = start.substring(0, start.length() - Character.charCount(last));
    if (last == 0) return head;
    return with(head, last == 0xE000 ? 0xD7FF : last - 1) + ABOVE_ALL;
  }

  private Object[] row(Object[] values) {
    if (values.length == 0 || bound.length + values.length > template.size()) {
      throw new IllegalArgumentException(
          "%s: %d values for a range after %d given ones"
              .formatted(template, values.length, bound.length));
    }
    var row = Arrays.copyOf(bound, bound.length + values.length);
    System.arraycopy(values, 0, row, bound.length, values.length);
    return row;
  }

  /** Whether the parts of these values descend; a row of both kinds has no one direction. */
  private boolean descends(Object[] values) {
    row(values);
    boolean first = template.part(bound.length).isDescending();
    for (int i = 1; i < values.length; i++) {
      if (template.part(bound.length + i).isDescending() != first) {
        throw new IllegalArgumentException(
            template + ": a range over ascending and descending parts at once");
      }
    }
    return first;
  }

  private static String with(String text, int codePoint) {
    return new StringBuilder(text).appendCodePoint(codePoint).toString();
  }
}
