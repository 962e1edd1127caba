package dev.trestle.platform.identity;

import dev.trestle.platform.crypto.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/**
 * A key for programs: {@code prefix_id_secret}. The id finds the stored key, of which only the
 * SHA-256 is kept. The secret has 160 random bits, so a slow hash would add nothing.
 */
public record ApiKey(String prefix, String id, String secret) {
  private static final String ALPHABET = "0123456789abcdefghijkmnpqrstuvwxyz";
  private static final Pattern PREFIX = Pattern.compile("[a-z][a-z0-9]{0,15}");
  private static final Pattern TEXT =
      Pattern.compile("([a-z][a-z0-9]{0,15})_([0-9a-z]{16})_([0-9a-z]{32})");
  private static final int ID_LENGTH = 16;
  private static final int SECRET_LENGTH = 32;

  /** Creates a key. Its text is shown only once. */
  public static ApiKey make(String prefix, RandomGenerator random) {
    if (!PREFIX.matcher(prefix).matches()) throw new IllegalArgumentException("a key's prefix");
    return new ApiKey(prefix, letters(random, ID_LENGTH), letters(random, SECRET_LENGTH));
  }

  /** Parses a caller's key. */
  public static Optional<ApiKey> parse(String text) {
    var parts = TEXT.matcher(text);
    if (!parts.matches()) return Optional.empty();
    return Optional.of(new ApiKey(parts.group(1), parts.group(2), parts.group(3)));
  }

  private static String letters(RandomGenerator random, int length) {
    var text = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      text.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
    }
    return text.toString();
  }

  /** The whole key, for its owner. */
  public String text() {
    return prefix + "_" + id + "_" + secret;
  }

  /** The stored hash, in hex digits. */
  public String hash() {
    return Sha256.hex(text());
  }

  /** Whether the hash is this key's, compared in constant time. */
  public boolean isOf(String hash) {
    return MessageDigest.isEqual(
        hash().getBytes(StandardCharsets.US_ASCII), hash.getBytes(StandardCharsets.UTF_8));
  }

  /** Never the secret: records end up in logs. */
  @Override
  public String toString() {
    return prefix + "_" + id + "_…";
  }
}
