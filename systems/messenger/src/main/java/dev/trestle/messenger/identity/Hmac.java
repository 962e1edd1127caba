package dev.trestle.messenger.identity;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A keyed hash. What it is for is part of what is hashed, so one key serves several uses. */
final class Hmac {
  private static final String ALGORITHM = "HmacSHA256";
  private static final int KEY_BYTES_MIN = 32;

  private final SecretKeySpec key;

  Hmac(byte[] secret) {
    if (secret.length < KEY_BYTES_MIN) {
      throw new IllegalArgumentException("a secret of " + secret.length + " bytes is too short");
    }
    key = new SecretKeySpec(secret, ALGORITHM);
  }

  byte[] bytes(String use, String text) {
    try {
      var mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      mac.update(use.getBytes(StandardCharsets.UTF_8));
      mac.update((byte) 0);
      return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  String hex(String use, String text) {
    return HexFormat.of().formatHex(bytes(use, text));
  }
}
