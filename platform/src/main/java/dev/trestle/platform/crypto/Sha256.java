package dev.trestle.platform.crypto;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256. Texts are hashed as UTF-8. */
public final class Sha256 {
  private Sha256() {}

  public static byte[] of(byte[] bytes) {
    return digest().digest(bytes);
  }

  public static byte[] of(String text) {
    return of(text.getBytes(UTF_8));
  }

  /** The hash in lower-case hex digits. */
  public static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(of(bytes));
  }

  public static String hex(String text) {
    return hex(text.getBytes(UTF_8));
  }

  /**
   * One hash of several texts, in hex digits. Each text is preceded by its length, so that {@code
   * ("ab", "c")} and {@code ("a", "bc")} differ.
   */
  public static String hexOfAll(String... texts) {
    var digest = digest();
    for (var text : texts) {
      var bytes = text.getBytes(UTF_8);
      digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).flip());
      digest.update(bytes);
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  /** A hash of bytes that come one after the other. */
  public static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
