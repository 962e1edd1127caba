package dev.trestle.messenger.web;

import dev.trestle.platform.web.ApiError;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Positions in lists that are put together here rather than by one query: signed together with the
 * list they belong to, so that they are good for nothing else.
 */
final class Cursors {
  private static final String ALGORITHM = "HmacSHA256";
  private static final int MAC_BYTES = 16;
  private static final int TEXT_MAX = 512;

  /** Only copied: to look an algorithm up and to give it its key costs more than to use it. */
  private final Mac fresh;

  Cursors(byte[] secret) {
    try {
      fresh = Mac.getInstance(ALGORITHM);
      fresh.init(new SecretKeySpec(secret, ALGORITHM));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  String write(String list, String position) {
    var text = position.getBytes(StandardCharsets.UTF_8);
    var all = Arrays.copyOf(mac(list, text), MAC_BYTES + text.length);
    System.arraycopy(text, 0, all, MAC_BYTES, text.length);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(all);
  }

  /**
   * The position.
   *
   * @throws ApiError 400 if this is no cursor of this list
   */
  String read(String list, String cursor) {
    if (cursor.length() <= TEXT_MAX) {
      try {
        var all = Base64.getUrlDecoder().decode(cursor);
        if (all.length > MAC_BYTES) {
          var text = Arrays.copyOfRange(all, MAC_BYTES, all.length);
          if (MessageDigest.isEqual(Arrays.copyOf(all, MAC_BYTES), mac(list, text))) {
            return new String(text, StandardCharsets.UTF_8);
          }
        }
      } catch (IllegalArgumentException e) {
        // Said below, in the same words.
      }
    }
    throw ApiError.invalid("cursor", "This cursor does not belong to this list.");
  }

  private byte[] mac(String list, byte[] position) {
    try {
      var mac = (Mac) fresh.clone();
      mac.update(list.getBytes(StandardCharsets.UTF_8));
      mac.update((byte) 0);
      return Arrays.copyOf(mac.doFinal(position), MAC_BYTES);
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException(e);
    }
  }
}
