package dev.trestle.model.key;

import java.util.Arrays;

/**
 * The keys of a template that start with given values, and ranges among them. A range never extends
 * beyond these keys: "more than" ends where they end, not at the end of the partition.
 *
 * <p>A range may be over one value or over several, compared in order: {@code moreThan(time, id)}
 * is everything after that id at that time. If fewer values are given than there are parts, all
 * keys with these values count as equal: {@code moreThan(time)} skips every id of that time. "More"
 * refers to the order of values; for a descending part those texts come first. {@link
 * KeyTemplate#disorder} tells whether ranges over a part are possible.
 */
public final class KeyRanges {
  private static final String ABOVE_ALL = Character.toString(Alphabet.ABOVE_ALL);

  private final KeyTemplate template;
  private final Object[] bound;

  KeyRanges(KeyTemplate template, Object[] bound) {
    this.template = template;
    this.bound = bound.clone();
  }

  /** The common prefix of these keys. */
  public String prefix() {
    return template.prefix(bound);
  }

  /** All of these keys. */
  public TextRange all() {
    return new TextRange(lowest(), highest());
  }

  /** The keys with these values or greater ones. */
  public TextRange atLeast(Object... values) {
    return descends(values)
        ? new TextRange(lowest(), through(values))
        : new TextRange(start(values), highest());
  }

  /** The keys with greater values than these. */
  public TextRange moreThan(Object... values) {
    return descends(values)
        ? new TextRange(lowest(), before(values))
        : new TextRange(after(values), highest());
  }

  /** The keys with these values or smaller ones. */
  public TextRange atMost(Object... values) {
    return descends(values)
        ? new TextRange(start(values), highest())
        : new TextRange(lowest(), through(values));
  }

  /** The keys with smaller values than these. */
  public TextRange lessThan(Object... values) {
    return descends(values)
        ? new TextRange(after(values), highest())
        : new TextRange(lowest(), before(values));
  }

  /** From one value to another, both inclusive. */
  public TextRange between(Object from, Object to) {
    return atLeast(from).and(atMost(to));
  }

  /** The smallest text that a key here can have. */
  private String lowest() {
    if (bound.length == template.size()) return prefix();
    return with(prefix(), template.part(bound.length).shape().firsts().first());
  }

  /** Above every key here and below every text with a higher prefix. */
  private String highest() {
    if (bound.length == template.size()) return prefix();
    return with(prefix(), template.part(bound.length).shape().firsts().last()) + ABOVE_ALL;
  }

  /**
   * The prefix of the keys with these values, without the literal after them; no key is below it.
   */
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
    return with(start, RangeOrder.follower(template, last).last()) + ABOVE_ALL;
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

  /** Returns whether the parts of these values are descending. A mix has no common direction. */
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
