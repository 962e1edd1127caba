package dev.trestle.dynamodb;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.ThreadLocalRandom;

/** The id that DynamoDB gives each response: 52 capital letters and digits. */
public final class RequestId {
  private static final byte[] ALPHABET =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZ012345".getBytes(StandardCharsets.US_ASCII);
  private static final int WORDS = 4;
  private static final int LETTERS_PER_WORD = 13;

  private RequestId() {}

  public static String next() {
    var letters = new byte[WORDS * LETTERS_PER_WORD];
    var random = ThreadLocalRandom.current();
    for (int at = 0; at < letters.length; ) {
      long word = random.nextLong();
      for (int i = 0; i < LETTERS_PER_WORD; i++, word >>>= 5) {
        letters[at++] = ALPHABET[(int) (word & 31)];
      }
    }
    return new String(letters, StandardCharsets.ISO_8859_1);
  }
}
