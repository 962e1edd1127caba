package dev.trestle.toolshed.model;

import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.Part;

/** What the names of sheds, tools and members look like. */
final class NameForm {
  private static final int LENGTH_MAX = 40;
  private static final Alphabet LETTERS = Alphabet.of("a-z0-9-");

  private NameForm() {}

  static boolean isName(String text) {
    return text.matches("[a-z0-9-]{1," + LENGTH_MAX + "}");
  }

  static Part<String> part(String name) {
    return Part.text(name, LETTERS, LENGTH_MAX);
  }
}
