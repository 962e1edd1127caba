package dev.trestle.platform.crypto;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** HMAC-SHA-256 with one key. May be used by any number of threads. */
public final class Hmac {
  private static final String ALGORITHM = "HmacSHA256";
  private static final int KEY_BYTES_MIN = 16;

  /** Cloned for each use, which is cheaper than looking up the algorithm and setting the key. */
  private final Mac template;

  public Hmac(byte[] key) {
    if (key.length < KEY_BYTES_MIN) {
      throw new IllegalArgumentException("a key of " + key.length + " bytes is too short");
    }
    try {
      template = Mac.getInstance(ALGORITHM);
      template.init(new SecretKeySpec(key, ALGORITHM));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  public byte[] of(byte[] message) {
    return copy().doFinal(message);
  }

  public byte[] of(String message) {
    return of(message.getBytes(UTF_8));
  }

  /** The code in lower-case hex digits. */
  public String hex(String message) {
    return HexFormat.of().formatHex(of(message));
  }

  /**
   * The code of a message for one purpose. With the purpose in the code, one key can serve several
   * purposes. A purpose contains no NUL character.
   */
  public byte[] of(String purpose, byte[] message) {
    var mac = copy();
    mac.update(purpose.getBytes(UTF_8));
    mac.update((byte) 0);
    return mac.doFinal(message);
  }

  public byte[] of(String purpose, String message) {
    return of(purpose, message.getBytes(UTF_8));
  }

  public String hex(String purpose, String message) {
    return HexFormat.of().formatHex(of(purpose, message));
  }

  private Mac copy() {
    try {
      return (Mac) template.clone();
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException(e);
    }
  }
}
