package dev.trestle.platform.push;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.trestle.platform.crypto.Hmac;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.ECPublicKey;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** Encrypts messages so that only the browser can read them: {@code aes128gcm} (RFC 8188, 8291). */
final class PushEncryption {
  static final int SALT_BYTES = 16;

  /** Larger than any message, so that each is one record. */
  private static final int RECORD_BYTES = 4096;

  private static final int KEY_BYTES = 16;
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BYTES = 16;

  /** Follows the content of the last record; zeros follow it. */
  private static final byte LAST_RECORD = 2;

  private PushEncryption() {}

  /**
   * The body of a request.
   *
   * @param paddedTo at least this many bytes are encrypted, so that lengths tell little
   * @param ours a new pair for each message
   * @param salt random, new for each message
   */
  static byte[] encrypt(
      PushSubscription to, byte[] content, int paddedTo, KeyPair ours, byte[] salt) {
    var theirs = to.publicKey();
    var ourPoint = P256.point((ECPublicKey) ours.getPublic());
    var shared = P256.agree((ECPrivateKey) ours.getPrivate(), theirs);
    var info = join(text("WebPush: info\0"), P256.point(theirs), ourPoint);
    var secret = expand(new Hmac(to.secret()).of(shared), info);
    var extracted = new Hmac(salt).of(secret);
    var key = Arrays.copyOf(expand(extracted, text("Content-Encoding: aes128gcm\0")), KEY_BYTES);
    var nonce = Arrays.copyOf(expand(extracted, text("Content-Encoding: nonce\0")), NONCE_BYTES);

    var record = Arrays.copyOf(content, Math.max(content.length, paddedTo) + 1);
    record[content.length] = LAST_RECORD;
    if (record.length + TAG_BYTES > RECORD_BYTES) throw new IllegalArgumentException("too long");
    return join(header(salt, ourPoint), seal(key, nonce, record));
  }

  /** The first block of HKDF's output, which is all that is needed. */
  private static byte[] expand(byte[] key, byte[] info) {
    return new Hmac(key).of(join(info, new byte[] {1}));
  }

  private static byte[] header(byte[] salt, byte[] point) {
    return ByteBuffer.allocate(salt.length + Integer.BYTES + 1 + point.length)
        .put(salt)
        .putInt(RECORD_BYTES)
        .put((byte) point.length)
        .put(point)
        .array();
  }

  private static byte[] seal(byte[] key, byte[] nonce, byte[] record) {
    try {
      var cipher = Cipher.getInstance("AES/GCM/NoPadding");
      var parameters = new GCMParameterSpec(TAG_BYTES * Byte.SIZE, nonce);
      cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"), parameters);
      return cipher.doFinal(record);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] text(String ascii) {
    return ascii.getBytes(US_ASCII);
  }

  private static byte[] join(byte[]... parts) {
    var whole = ByteBuffer.allocate(Arrays.stream(parts).mapToInt(part -> part.length).sum());
    for (var part : parts) whole.put(part);
    return whole.array();
  }
}
