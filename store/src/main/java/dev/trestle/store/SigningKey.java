package dev.trestle.store;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * A secret that cursors are signed with. Cursors contain the key's version, so a new key can be
 * introduced while cursors of the old one are in use.
 */
public final class SigningKey {
  private static final int BYTES_MIN = 16;
  private static final int BYTES = 32;

  private final int version;
  private final byte[] secret;

  private SigningKey(int version, byte[] secret) {
    if (version < 0 || version > 255) {
      throw new IllegalArgumentException("key version " + version + ", not from 0 to 255");
    }
    if (secret.length < BYTES_MIN) {
      throw new IllegalArgumentException("a secret of fewer than " + BYTES_MIN + " bytes");
    }
    this.version = version;
    this.secret = secret;
  }

  /**
   * Returns a key with this secret.
   *
   * @param version from 0 to 255; another secret needs another version
   * @param secret at least 16 random bytes, the same on every server
   */
  public static SigningKey of(int version, byte[] secret) {
    return new SigningKey(version, secret.clone());
  }

  /** Returns a random key. Cursors become invalid when the process ends. */
  public static SigningKey random(RandomGenerator random) {
    var secret = new byte[BYTES];
    random.nextBytes(secret);
    return new SigningKey(0, secret);
  }

  int version() {
    return version;
  }

  byte[] secret() {
    return secret;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SigningKey that
        && version == that.version
        && Arrays.equals(secret, that.secret);
  }

  @Override
  public int hashCode() {
    return version;
  }

  /** Does not show the secret. */
  @Override
  public String toString() {
    return "signing key " + version;
  }
}
