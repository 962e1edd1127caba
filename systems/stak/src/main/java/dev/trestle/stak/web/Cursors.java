package dev.trestle.stak.web;

import dev.trestle.platform.web.ApiError;
import dev.trestle.stak.inbox.MessageIds;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Where a list of messages goes on: the last id, signed together with the list it is of. The lists
 * are merged from two queries, so the cursor of either would not do.
 */
final class Cursors {
  private static final int SIGNATURE_LENGTH = 32;

  private final byte[] secret;

  Cursors(byte[] secret) {
    this.secret = secret.clone();
  }

  String token(String list, String id) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString((id + signature(list, id)).getBytes(StandardCharsets.US_ASCII));
  }

  /**
   * The id in a token.
   *
   * @throws ApiError 400 if it is not a token of this list
   */
  String id(String list, String token) {
    try {
      var text = new String(Base64.getUrlDecoder().decode(token), StandardCharsets.US_ASCII);
      int length = MessageIds.LAST.length();
      if (text.length() == length + SIGNATURE_LENGTH) {
        var id = text.substring(0, length);
        var expected = signature(list, id).getBytes(StandardCharsets.US_ASCII);
        var given = text.substring(length).getBytes(StandardCharsets.US_ASCII);
        if (MessageDigest.isEqual(expected, given)) return id;
      }
    } catch (IllegalArgumentException e) {
      // Said below, in the same words.
    }
    throw ApiError.invalid("next", "This is no token of this list.");
  }

  private String signature(String list, String id) {
    try {
      var mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret, "HmacSHA256"));
      var bytes = mac.doFinal((id + "\n" + list).getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(bytes).substring(0, SIGNATURE_LENGTH);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
