package dev.trestle.testing;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.trestle.testing.PushService.Received;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.crypto.Cipher;
import javax.crypto.KDF;
import javax.crypto.KeyAgreement;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.HKDFParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** A browser that has subscribed to push messages and can read them (RFC 8291). */
public final class PushBrowser {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int POINT_BYTES = 65;
  private static final int RECORD_BYTES_MIN = 18;

  private final String endpoint;
  private final KeyPair keys;
  private final byte[] auth = new byte[16];
  private final List<Received> received = new CopyOnWriteArrayList<>();

  PushBrowser(String endpoint) {
    this.endpoint = endpoint;
    new SecureRandom().nextBytes(auth);
    try {
      var generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      keys = generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  public String endpoint() {
    return endpoint;
  }

  public String p256dh() {
    return PushService.encode(point());
  }

  public String auth() {
    return PushService.encode(auth);
  }

  /** The point is the end of the key's X.509 form. */
  private byte[] point() {
    var encoded = keys.getPublic().getEncoded();
    return Arrays.copyOfRange(encoded, encoded.length - POINT_BYTES, encoded.length);
  }

  /** The messages so far. */
  public List<Received> received() {
    return List.copyOf(received);
  }

  /** Waits for the message with this number, counted from 1. */
  public Received await(int number) {
    return Await.value(
        () -> received.size() < number ? Optional.empty() : Optional.of(received.get(number - 1)),
        PATIENCE);
  }

  void receive(Received message) {
    received.add(message);
  }

  byte[] decrypt(byte[] body) throws GeneralSecurityException {
    var in = ByteBuffer.wrap(body);
    var salt = new byte[16];
    in.get(salt);
    if (in.getInt() < RECORD_BYTES_MIN) throw new IllegalArgumentException("record size");
    var theirs = new byte[in.get()];
    in.get(theirs);
    var record = new byte[in.remaining()];
    in.get(record);
    var agreement = KeyAgreement.getInstance("ECDH");
    agreement.init(keys.getPrivate());
    agreement.doPhase(PushService.key(theirs), true);
    var info = new byte[14 + 2 * POINT_BYTES];
    ByteBuffer.wrap(info).put("WebPush: info\0".getBytes(US_ASCII)).put(point()).put(theirs);
    var secret = derive(auth, agreement.generateSecret(), info, 32);
    var key = derive(salt, secret, "Content-Encoding: aes128gcm\0".getBytes(US_ASCII), 16);
    var nonce = derive(salt, secret, "Content-Encoding: nonce\0".getBytes(US_ASCII), 12);
    var cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(
        Cipher.DECRYPT_MODE, new SecretKeySpec(key, "AES"), new GCMParameterSpec(128, nonce));
    return unpadded(cipher.doFinal(record));
  }

  private static byte[] derive(byte[] salt, byte[] secret, byte[] info, int length)
      throws GeneralSecurityException {
    var parameters =
        HKDFParameterSpec.ofExtract().addSalt(salt).addIKM(secret).thenExpand(info, length);
    return KDF.getInstance("HKDF-SHA256").deriveData(parameters);
  }

  /** Without the zeros at the end and the 2 before them, which ends the last record. */
  private static byte[] unpadded(byte[] record) {
    int end = record.length - 1;
    while (end > 0 && record[end] == 0) end--;
    if (record[end] != 2) throw new IllegalArgumentException("no end of the last record");
    return Arrays.copyOf(record, end);
  }
}
