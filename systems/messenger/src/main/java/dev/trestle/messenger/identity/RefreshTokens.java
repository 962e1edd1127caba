package dev.trestle.messenger.identity;

import dev.trestle.messenger.model.SessionId;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Tokens {@code <session>.<secret>}. The secret ends with a keyed hash, so one that we made and
 * took back is told from one that somebody made up: only the former is a reason to end a session.
 */
final class RefreshTokens {
  private static final int RANDOM_BYTES = 24;
  private static final int MAC_BYTES = 16;

  /** A token that we made once. */
  record Token(SessionId session, String secret) {
    String text() {
      return session.value() + "." + secret;
    }

    /** What is stored of it. */
    String hash() {
      try {
        var sha = MessageDigest.getInstance("SHA-256");
        return HexFormat.of().formatHex(sha.digest(secret.getBytes(StandardCharsets.US_ASCII)));
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException(e);
      }
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

  Token fresh(SessionId session) {
    var bytes = new byte[RANDOM_BYTES + MAC_BYTES];
    var chosen = new byte[RANDOM_BYTES];
    random.nextBytes(chosen);
    System.arraycopy(chosen, 0, bytes, 0, RANDOM_BYTES);
    System.arraycopy(mac(session, chosen), 0, bytes, RANDOM_BYTES, MAC_BYTES);
    return new Token(session, Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
  }

  /** The token, if it is one of ours. */
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
    if (bytes.length != RANDOM_BYTES + MAC_BYTES) return Optional.empty();
    var mac = Arrays.copyOfRange(bytes, RANDOM_BYTES, bytes.length);
    boolean ours = MessageDigest.isEqual(mac, mac(session, Arrays.copyOf(bytes, RANDOM_BYTES)));
    return ours ? Optional.of(new Token(session, secret)) : Optional.empty();
  }

  private byte[] mac(SessionId session, byte[] chosen) {
    var text = session.value() + "/" + HexFormat.of().formatHex(chosen);
    return Arrays.copyOf(hmac.bytes("refresh", text), MAC_BYTES);
  }
}
