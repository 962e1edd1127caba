package dev.trestle.platform.identity;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.Optional;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * The key that encrypts secrets in a table: AES-256 in GCM, with the secret's name as associated
 * data, so that a row under another name is refused.
 */
public final class SecretsKey {
  private static final int KEY_BYTES = 32;
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;

  /** Random bytes have more different ones; a text that somebody typed again and again has not. */
  private static final int DIFFERENT_BYTES_MIN = 12;

  /** Says how a sealed text is made. */
  private static final String VERSION = "1.";

  private final SecretKey key;

  private SecretsKey(byte[] bytes) {
    this.key = new SecretKeySpec(bytes, "AES");
  }

  /** Reads 32 random bytes in Base64; empty if it is anything else. */
  public static Optional<SecretsKey> parse(String base64) {
    try {
      var bytes = Base64.getDecoder().decode(base64);
      if (bytes.length != KEY_BYTES) return Optional.empty();
      var different = new HashSet<Byte>();
      for (byte each : bytes) different.add(each);
      return different.size() < DIFFERENT_BYTES_MIN
          ? Optional.empty()
          : Optional.of(new SecretsKey(bytes));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  String seal(String name, String text, SecureRandom random) {
    var nonce = new byte[NONCE_BYTES];
    random.nextBytes(nonce);
    try {
      var cipher = cipher(Cipher.ENCRYPT_MODE, name, nonce);
      var encrypted = cipher.doFinal(text.getBytes(StandardCharsets.UTF_8));
      var whole = ByteBuffer.allocate(nonce.length + encrypted.length).put(nonce).put(encrypted);
      return VERSION + Base64.getEncoder().encodeToString(whole.array());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("AES-GCM is missing", e);
    }
  }

  /**
   * Decrypts a secret.
   *
   * @throws SealedSecretException if it was sealed with another key or under another name, or was
   *     changed
   */
  String open(String name, String sealed) {
    if (!sealed.startsWith(VERSION)) throw new SealedSecretException(name);
    try {
      var whole = Base64.getDecoder().decode(sealed.substring(VERSION.length()));
      if (whole.length < NONCE_BYTES + TAG_BITS / 8) throw new SealedSecretException(name);
      var nonce = Arrays.copyOf(whole, NONCE_BYTES);
      var text =
          cipher(Cipher.DECRYPT_MODE, name, nonce)
              .doFinal(whole, NONCE_BYTES, whole.length - NONCE_BYTES);
      return new String(text, StandardCharsets.UTF_8);
    } catch (AEADBadTagException | IllegalArgumentException e) {
      throw new SealedSecretException(name);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("AES-GCM is missing", e);
    }
  }

  private Cipher cipher(int mode, String name, byte[] nonce) throws GeneralSecurityException {
    var cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
    cipher.updateAAD(name.getBytes(StandardCharsets.UTF_8));
    return cipher;
  }

  /** Says nothing about the key. */
  @Override
  public String toString() {
    return "SecretsKey";
  }
}
