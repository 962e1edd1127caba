package dev.trestle.model.key;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** UUIDs in lower-case hexadecimal digits, with hyphens. */
final class UuidForm extends TextForm<UUID> {
  private static final Alphabet HEX = Alphabet.of("0-9a-f");
  private static final String EXAMPLE = "00000000-0000-0000-0000-000000000000";
  private static final Language LANGUAGE = new Language.Row(pieces());

  private static List<Language> pieces() {
    var pieces = new ArrayList<Language>();
    for (int i = 0; i < EXAMPLE.length(); i++) {
      pieces.add(EXAMPLE.charAt(i) == '-' ? new Language.Literal("-") : new Language.One(HEX));
    }
    return pieces;
  }

  @Override
  Language shape() {
    return LANGUAGE;
  }

  @Override
  Class<UUID> type() {
    return UUID.class;
  }

  @Override
  PartForm data() {
    return new PartForm.Uuid();
  }

  @Override
  boolean ordered() {
    return true;
  }

  @Override
  void append(StringBuilder out, UUID value, String part) {
    out.append(value);
  }

  @Override
  UUID parse(String text, int from, int to, String part) {
    boolean good = to - from == EXAMPLE.length();
    for (int i = from; good && i < to; i++) {
      char c = text.charAt(i);
      good = EXAMPLE.charAt(i - from) == '-' ? c == '-' : HEX.has(c);
    }
    if (!good) throw refused(part, "is not a UUID in lower-case digits");
    return UUID.fromString(text.substring(from, to));
  }

  @Override
  int end(String text, int from) {
    return from + EXAMPLE.length() <= text.length() ? from + EXAMPLE.length() : from;
  }
}
