package dev.trestle.platform.identity;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/**
 * A key for programs: {@code prefix_id_secret}. The id finds what is kept of it, which is the
 * secret's SHA-256 only; with 160 random bits in it there is nothing to guess, so a slow hash would
 * add nothing.
 */
public record ApiKey(String prefix, String id, String secret) {
  private static final String ALPHABET = "0123456789abcdefghijkmnpqrstuvwxyz";
  private static final Pattern PREFIX = Pattern.compile("[a-z][a-z0-9]{0,15}");
  private static final Pattern TEXT =
      Pattern.compile("([a-z][a-z0-9]{0,15})_([0-9a-z]{16})_([0-9a-z]{32})");
  private static final int ID_LENGTH = 16;
  private static final int SECRET_LENGTH = 32;

  /** Makes one; its text is shown once and then never again. */
  public static ApiKey make(String prefix, RandomGenerator random) {
    if (!PREFIX.matcher(prefix).matches()) throw new IllegalArgumentException("a key's prefix");
    return new ApiKey(prefix, letters(random, ID_LENGTH), letters(random, SECRET_LENGTH));
  }

  /** Reads what a caller brings. */
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

  /** The whole key, for the one who is to have it. */
  public String text() {
    return prefix + "_" + id + "_" + secret;
  }

  /** What is kept of it, as hexadecimal digits. */
  public String hash() {
    return HexFormat.of().formatHex(sha256());
  }

  /** Whether this is the key that the hash was kept of; takes as long whatever differs. */
  public boolean isOf(String hash) {
    return MessageDigest.isEqual(
        hash().getBytes(StandardCharsets.US_ASCII), hash.getBytes(StandardCharsets.UTF_8));
  }

  private byte[] sha256() {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text().getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Never the secret: records end up in logs. */
  @Override
  public String toString() {
    return prefix + "_" + id + "_…";
  }
}
