package dev.trestle.platform.identity;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/**
 * The stored form of a password: PBKDF2 with HMAC-SHA-512, as {@code
 * pbkdf2-sha512$rounds$salt$hash}.
 */
public record PasswordHash(int rounds, byte[] salt, byte[] hash) {
  /** OWASP's recommendation of 2023. */
  private static final int ROUNDS = 210_000;

  private static final int ROUNDS_MAX = 10_000_000;
  private static final int SALT_BYTES = 16;
  private static final int HASH_BYTES = 32;
  private static final Pattern TEXT =
      Pattern.compile("pbkdf2-sha512\\$(\\d{4,8})\\$([A-Za-z0-9+/=]+)\\$([A-Za-z0-9+/=]+)");

  public static PasswordHash of(String password, RandomGenerator random) {
    return of(password, random, ROUNDS);
  }

  /** The same with fewer rounds, for tests. */
  static PasswordHash of(String password, RandomGenerator random, int rounds) {
    var salt = new byte[SALT_BYTES];
    random.nextBytes(salt);
    return new PasswordHash(rounds, salt, derived(password, salt, rounds));
  }

  public static Optional<PasswordHash> parse(String text) {
    var parts = TEXT.matcher(text);
    if (!parts.matches() || Integer.parseInt(parts.group(1)) > ROUNDS_MAX) return Optional.empty();
    var decoder = Base64.getDecoder();
    return Optional.of(
        new PasswordHash(
            Integer.parseInt(parts.group(1)),
            decoder.decode(parts.group(2)),
            decoder.decode(parts.group(3))));
  }

  /** Whether this is the password, compared in constant time. */
  public boolean isOf(String password) {
    return MessageDigest.isEqual(hash, derived(password, salt, rounds));
  }

  public String text() {
    var encoder = Base64.getEncoder();
    return "pbkdf2-sha512$"
        + rounds
        + "$"
        + encoder.encodeToString(salt)
        + "$"
        + encoder.encodeToString(hash);
  }

  private static byte[] derived(String password, byte[] salt, int rounds) {
    var spec = new PBEKeySpec(password.toCharArray(), salt, rounds, HASH_BYTES * 8);
    try {
      return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA512").generateSecret(spec).getEncoded();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    } finally {
      spec.clearPassword();
    }
  }

  @Override
  public String toString() {
    return "a password's hash";
  }
}
