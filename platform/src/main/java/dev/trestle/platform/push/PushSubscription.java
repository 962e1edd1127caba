package dev.trestle.platform.push;

import java.security.interfaces.ECPublicKey;
import java.util.Base64;
import java.util.Optional;

/**
 * Where a browser receives push messages, as its {@code PushSubscription} says.
 *
 * @param endpoint the address at its push service; whoever has it can send
 * @param p256dh the browser's public key, in Base64 for URLs
 * @param auth the secret that it shares with this server, in Base64 for URLs
 */
public record PushSubscription(String endpoint, String p256dh, String auth) {
  public static final int ENDPOINT_LENGTH_MAX = 1024;

  private static final int AUTH_BYTES = 16;

  public PushSubscription {
    if (!isEndpoint(endpoint)) throw new IllegalArgumentException("an endpoint");
    if (key(p256dh).isEmpty() || bytes(auth).filter(PushSubscription::isAuth).isEmpty()) {
      throw new IllegalArgumentException("the keys of a subscription");
    }
  }

  /** The subscription of these texts, which may come from anywhere; none if they are not one. */
  public static Optional<PushSubscription> of(String endpoint, String p256dh, String auth) {
    try {
      return Optional.of(new PushSubscription(endpoint, p256dh, auth));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static boolean isEndpoint(String text) {
    return !text.isEmpty()
        && text.length() <= ENDPOINT_LENGTH_MAX
        && text.chars().allMatch(c -> c > ' ' && c < 0x7f);
  }

  private static boolean isAuth(byte[] bytes) {
    return bytes.length == AUTH_BYTES;
  }

  private static Optional<ECPublicKey> key(String text) {
    return bytes(text).flatMap(P256::publicKey);
  }

  private static Optional<byte[]> bytes(String text) {
    try {
      return Optional.of(Base64.getUrlDecoder().decode(text));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  ECPublicKey publicKey() {
    return key(p256dh).orElseThrow();
  }

  byte[] secret() {
    return bytes(auth).orElseThrow();
  }

  /** Neither the address nor the keys: with them, anybody could send. */
  @Override
  public String toString() {
    return "PushSubscription";
  }
}
