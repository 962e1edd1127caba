package dev.trestle.platform.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.trestle.platform.crypto.Hmac;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;

/**
 * Cursors of lists that are not one query's page. A cursor is signed together with the name of its
 * list, so it cannot be used for another list or changed. Whoever holds it can read the position.
 */
public final class SignedCursor {
  private static final int CODE_BYTES = 16;
  private static final int TEXT_MAX = 1024;

  private final Hmac hmac;

  public SignedCursor(byte[] secret) {
    this.hmac = new Hmac(secret);
  }

  /**
   * Writes a cursor.
   *
   * @param list names the list and whose it is, such as {@code "chats user_01J…"}
   * @param position where the next page begins
   */
  public String write(String list, String position) {
    var text = position.getBytes(UTF_8);
    var all = Arrays.copyOf(code(list, text), CODE_BYTES + text.length);
    System.arraycopy(text, 0, all, CODE_BYTES, text.length);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(all);
  }

  /**
   * Reads the position.
   *
   * @param parameter the request parameter that holds the cursor, for the error
   * @throws ApiError 400 if this is not a cursor of this list
   */
  public String read(String list, String parameter, String cursor) {
    if (cursor.length() <= TEXT_MAX) {
      try {
        var all = Base64.getUrlDecoder().decode(cursor);
        if (all.length > CODE_BYTES) {
          var text = Arrays.copyOfRange(all, CODE_BYTES, all.length);
          if (MessageDigest.isEqual(Arrays.copyOf(all, CODE_BYTES), code(list, text))) {
            return new String(text, UTF_8);
          }
        }
      } catch (IllegalArgumentException notBase64) {
        // Refused below, like every other text that is not a cursor.
      }
    }
    throw ApiError.invalid(parameter, "This cursor does not belong to this list.");
  }

  private byte[] code(String list, byte[] position) {
    return Arrays.copyOf(hmac.of(list, position), CODE_BYTES);
  }
}
