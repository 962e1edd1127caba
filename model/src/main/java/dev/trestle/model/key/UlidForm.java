package dev.trestle.model.key;

import java.util.ArrayList;
import java.util.Collections;

/** A prefix and the 26 characters of a ULID. */
final class UlidForm extends TextForm<String> {
  private static final int LENGTH = 26;

  /** 26 characters have 130 bits, a ULID has 128. */
  private static final Alphabet FIRST = Alphabet.of("0-7");

  private final String prefix;

  UlidForm(String prefix) {
    this.prefix = prefix;
  }

  @Override
  Language shape() {
    var shapes = new ArrayList<Language>();
    if (!prefix.isEmpty()) shapes.add(new Language.Literal(prefix));
    shapes.add(new Language.One(FIRST));
    shapes.addAll(Collections.nCopies(LENGTH - 1, new Language.One(Alphabet.CROCKFORD)));
    return new Language.Row(shapes);
  }

  @Override
  Class<String> type() {
    return String.class;
  }

  @Override
  PartForm data() {
    return new PartForm.Ulid(prefix);
  }

  @Override
  boolean ordered() {
    return true;
  }

  @Override
  String text(String value, String part) {
    check(value, 0, value.length(), part);
    return value;
  }

  @Override
  void append(StringBuilder out, String value, String part) {
    check(value, 0, value.length(), part);
    out.append(value);
  }

  @Override
  String parse(String text, int from, int to, String part) {
    check(text, from, to, part);
    return text.substring(from, to);
  }

  private void check(String text, int from, int to, String part) {
    int start = from + prefix.length();
    boolean good =
        to - start == LENGTH && text.startsWith(prefix, from) && FIRST.has(text.charAt(start));
    for (int i = start; good && i < to; i++) good = Alphabet.CROCKFORD.has(text.charAt(i));
    if (good) return;
    var before = prefix.isEmpty() ? "" : RefusedValueException.shown(prefix) + " and ";
    throw refused(part, "is not %sa ULID's 26 capitals".formatted(before));
  }

  @Override
  int end(String text, int from) {
    int end = from + prefix.length() + LENGTH;
    return end <= text.length() ? end : from;
  }
}
