package dev.trestle.platform.push;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.trestle.platform.identity.Secrets;
import dev.trestle.platform.web.Json;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.security.Signature;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.ECPublicKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Locale;

/**
 * The key that identifies this server to push services (RFC 8292). Subscriptions are tied to it, so
 * it is never replaced: a new key would end them all.
 */
final class VapidKey {
  /** The secret that has the key pair. All systems of a server use the same. */
  static final String SECRET = "web-push";

  /** Push services refuse tokens that are valid for more than a day. */
  private static final Duration VALID_FOR = Duration.ofHours(12);

  private static final int HTTPS_PORT = 443;
  private static final String HEADER = "{\"typ\":\"JWT\",\"alg\":\"ES256\"}";
  private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

  private final ECPrivateKey privateKey;
  private final String publicKey;

  private VapidKey(String stored) {
    var parts = stored.split("\\.", -1);
    if (parts.length != 2) throw new IllegalStateException("the secret web-push is not a key pair");
    privateKey = P256.privateKey(Base64.getUrlDecoder().decode(parts[0]));
    publicKey = parts[1];
  }

  /** The server's key, created on first use. */
  static VapidKey in(Secrets secrets) {
    return new VapidKey(secrets.text(SECRET, VapidKey::fresh));
  }

  private static String fresh() {
    var pair = P256.newPair();
    var scalar = P256.scalar((ECPrivateKey) pair.getPrivate());
    var point = P256.point((ECPublicKey) pair.getPublic());
    return BASE64.encodeToString(scalar) + "." + BASE64.encodeToString(point);
  }

  /** The public key as browsers want it, in Base64 for URLs. */
  String publicKey() {
    return publicKey;
  }

  private record Claims(String aud, long exp, String sub) {}

  /** The header {@code Authorization} of a request to this endpoint. */
  String authorization(URI endpoint, String contact, Instant now) {
    var claims = new Claims(origin(endpoint), now.plus(VALID_FOR).getEpochSecond(), contact);
    var text =
        BASE64.encodeToString(HEADER.getBytes(US_ASCII))
            + "."
            + BASE64.encodeToString(Json.write(claims));
    return "vapid t=" + text + "." + BASE64.encodeToString(sign(text)) + ", k=" + publicKey;
  }

  private static String origin(URI endpoint) {
    var scheme = endpoint.getScheme().toLowerCase(Locale.ROOT);
    boolean isUsual = endpoint.getPort() < 0 || endpoint.getPort() == HTTPS_PORT;
    var port = isUsual ? "" : ":" + endpoint.getPort();
    return scheme + "://" + endpoint.getHost().toLowerCase(Locale.ROOT) + port;
  }

  private byte[] sign(String text) {
    try {
      var signature = Signature.getInstance("SHA256withECDSAinP1363Format");
      signature.initSign(privateKey);
      signature.update(text.getBytes(US_ASCII));
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
