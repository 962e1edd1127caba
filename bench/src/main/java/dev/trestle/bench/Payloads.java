package dev.trestle.bench;

import java.util.SplittableRandom;

/** A few texts of one length, so that writes change something and compress like text. */
final class Payloads {
  private static final int COUNT = 64;

  private final String[] texts = new String[COUNT];

  Payloads(int length, long seed) {
    var random = new SplittableRandom(seed);
    for (int i = 0; i < COUNT; i++) {
      var text = new StringBuilder(length);
      while (text.length() < length) text.append((char) ('a' + random.nextInt(26)));
      texts[i] = text.toString();
    }
  }

  String any(SplittableRandom random) {
    return texts[random.nextInt(COUNT)];
  }
}
