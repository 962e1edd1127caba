package dev.trestle.model.key;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The texts of another form with each character replaced by its opposite in the alphabet, such as 0
 * by 9, so that larger values come first. A number becomes negative.
 */
final class DescendingForm<T> extends TextForm<T> {
  private static final int ASCII = 128;

  private final TextForm<T> inner;
  private final Language shape;

  /** The replacement of each ASCII character, by position. */
  private final List<char[]> opposites = new ArrayList<>();

  DescendingForm(TextForm<T> inner, Language shape) {
    this.inner = inner;
    this.shape = shape;
    place(shape);
  }

  static String digits(String text) {
    var out = new StringBuilder();
    for (int i = 0; i < text.length(); i++) out.append((char) ('9' - text.charAt(i) + '0'));
    return out.toString();
  }

  private void place(Language at) {
    switch (at) {
      case Language.Literal(var text) -> text.chars().forEach(character -> opposites.add(same()));
      case Language.One(var alphabet) -> opposites.add(opposite(alphabet));
      case Language.Digits(var low, var ignored) ->
          low.chars().forEach(digit -> opposites.add(opposite(Alphabet.DIGITS)));
      case Language.Row(var shapes) -> shapes.forEach(this::place);
      case Language.Run ignored -> throw new IllegalStateException("no opposite of " + at);
      case Language.Codes ignored -> throw new IllegalStateException("no opposite of " + at);
      case Language.Escaped ignored -> throw new IllegalStateException("no opposite of " + at);
    }
  }

  private static char[] same() {
    var table = new char[ASCII];
    for (int c = 0; c < ASCII; c++) table[c] = (char) c;
    return table;
  }

  private static char[] opposite(Alphabet alphabet) {
    var table = same();
    var has = new StringBuilder();
    for (char c = 0; c < ASCII; c++) if (alphabet.has(c)) has.append(c);
    for (int i = 0; i < has.length(); i++) {
      table[has.charAt(i)] = has.charAt(has.length() - 1 - i);
    }
    return table;
  }

  private static char exchanged(char[] table, char c) {
    return c < ASCII ? table[c] : c;
  }

  @Override
  Language shape() {
    return shape;
  }

  @Override
  Class<T> type() {
    return inner.type();
  }

  @Override
  PartForm data() {
    return inner.data() instanceof PartForm.Descending(var ascending)
        ? ascending
        : new PartForm.Descending(inner.data());
  }

  @Override
  boolean ordered() {
    return inner.ordered();
  }

  @Override
  boolean converted() {
    return inner.converted();
  }

  @Override
  boolean descending() {
    return !inner.descending();
  }

  @Override
  void append(StringBuilder out, T value, String part) {
    int start = out.length();
    inner.append(out, value, part);
    for (int i = start; i < out.length(); i++) {
      out.setCharAt(i, exchanged(opposites.get(i - start), out.charAt(i)));
    }
  }

  @Override
  T parse(String text, int from, int to, String part) {
    if (to - from != opposites.size()) {
      throw refused(part, "is not %d characters".formatted(opposites.size()));
    }
    var back = new StringBuilder(to - from);
    for (int i = from; i < to; i++) {
      back.append(exchanged(opposites.get(i - from), text.charAt(i)));
    }
    return inner.parse(back.toString(), 0, back.length(), part);
  }

  @Override
  int end(String text, int from) {
    return from + opposites.size() <= text.length() ? from + opposites.size() : from;
  }

  @Override
  Optional<Part.NumberForm<T>> number(String part) {
    return inner
        .number(part)
        .map(form ->
            new Part.NumberForm<>() {
              @Override
              public BigDecimal number(T value) {
                return form.number(value).negate();
              }

              @Override
              public T value(BigDecimal number) {
                return form.value(number.negate());
              }
            });
  }
}
