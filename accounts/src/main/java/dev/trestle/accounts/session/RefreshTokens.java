package dev.trestle.accounts.session;

import dev.trestle.accounts.SessionId;
import dev.trestle.platform.crypto.Hmac;
import dev.trestle.platform.crypto.Sha256;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Tokens of the form {@code <session>.<secret>}. The secret ends with a keyed hash. It tells a
 * token that was issued and rotated from one that was made up: only the first is a reason to end
 * the session.
 */
final class RefreshTokens {
  private static final int RANDOM_BYTES = 24;
  private static final int MAC_BYTES = 16;

  /** A token that was issued here. */
  record Token(SessionId session, String secret) {
    String text() {
      return session.value() + "." + secret;
    }

    /** What is stored of it. */
    String hash() {
      return Sha256.hex(secret);
    }

    @Override
    public String toString() {
      return "a refresh token of " + session.value();
    }
  }

  private final Hmac hmac;
  private final RandomGenerator random;

  RefreshTokens(byte[] secret, RandomGenerator random) {
    this.hmac = new Hmac(secret);
    this.random = random;
  }

  Token issue(SessionId session) {
    var chosen = new byte[RANDOM_BYTES];
    random.nextBytes(chosen);
    var bytes = Arrays.copyOf(chosen, RANDOM_BYTES + MAC_BYTES);
    System.arraycopy(mac(session, chosen), 0, bytes, RANDOM_BYTES, MAC_BYTES);
    return new Token(session, encode(bytes));
  }

  private static String encode(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** The token; empty if it was not issued here. */
  Optional<Token> parse(String text) {
    int dot = text.indexOf('.');
    if (dot < 0) return Optional.empty();
    var session = new SessionId(text.substring(0, dot));
    var secret = text.substring(dot + 1);
    byte[] bytes;
    try {
      bytes = Base64.getUrlDecoder().decode(secret);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
    // The decoder ignores the last bits of the text, so several texts decode to the same bytes.
    if (!encode(bytes).equals(secret)) return Optional.empty();
    if (bytes.length != RANDOM_BYTES + MAC_BYTES) return Optional.empty();
    var mac = Arrays.copyOfRange(bytes, RANDOM_BYTES, bytes.length);
    boolean ours = MessageDigest.isEqual(mac, mac(session, Arrays.copyOf(bytes, RANDOM_BYTES)));
    return ours ? Optional.of(new Token(session, secret)) : Optional.empty();
  }

  private byte[] mac(SessionId session, byte[] chosen) {
    var text = session.value() + "/" + HexFormat.of().formatHex(chosen);
    return Arrays.copyOf(hmac.of("refresh", text), MAC_BYTES);
  }
}
