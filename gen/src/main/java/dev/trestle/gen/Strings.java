package dev.trestle.gen;

import java.util.List;

/**
 * Generators of strings, both plain ones and ones that tend to break programs. They contain no
 * unpaired surrogates.
 */
public final class Strings {
  /**
   * Characters at limits: separators, control characters, both sides of each UTF-8 length, and
   * characters above and below the surrogates, whose order differs between UTF-8 and UTF-16.
   */
  private static final List<Integer> EDGES =
      List.of(
          (int) '#',
          (int) '.',
          (int) '"',
          (int) '\\',
          (int) '\'',
          (int) ' ',
          (int) ':',
          0x00,
          0x01,
          0x0A,
          0x1F,
          0x7F,
          0x80,
          0xE5,
          0x7FF,
          0x800,
          0x200D,
          0x2028,
          0xD7FF,
          0xE000,
          0xFEFF,
          0xFFFD,
          0xFFFF,
          0x10000,
          0x1F600,
          0x10FFFF);

  private static final Gen<Integer> CODE_POINTS =
      Gen.frequency(
          Gen.weighted(6, Gen.ints('a', 'z')),
          Gen.weighted(2, Gen.ints(' ', '~')),
          Gen.weighted(3, Gen.of(EDGES)),
          Gen.weighted(1, Gen.ints(0, 0xD7FF)),
          Gen.weighted(1, Gen.ints(0xE000, 0x10FFFF)));

  private Strings() {}

  /** Generates letters from a to z. */
  public static Gen<String> letters(int min, int max) {
    return join(Gen.ints('a', 'z'), min, max);
  }

  /** Generates any characters. Lengths are in code points. */
  public static Gen<String> any(int min, int max) {
    return join(CODE_POINTS, min, max);
  }

  /** Generates mostly short strings, sometimes empty or long ones. */
  public static Gen<String> hostile() {
    return Gen.frequency(
        Gen.weighted(1, Gen.constant("")),
        Gen.weighted(8, any(1, 8)),
        Gen.weighted(4, any(1, 40)),
        Gen.weighted(1, repeated(3000)));
  }

  private static Gen<String> repeated(int max) {
    return choices ->
        Character.toString(CODE_POINTS.from(choices)).repeat(1 + (int) choices.upTo(max - 1L));
  }

  private static Gen<String> join(Gen<Integer> codePoints, int min, int max) {
    return codePoints
        .list(min, max)
        .map(list -> {
          var text = new StringBuilder();
          list.forEach(text::appendCodePoint);
          return text.toString();
        });
  }
}
