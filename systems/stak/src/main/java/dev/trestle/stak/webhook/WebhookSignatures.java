package dev.trestle.stak.webhook;

import dev.trestle.platform.crypto.Hmac;
import dev.trestle.stak.model.TenantId;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * The header {@code Stak-Signature: t=<seconds>,v1=<hex>[,v1=<hex>]}: HMAC-SHA-256 of {@code
 * <seconds>.<body>}, with the tenant's current key and the one before it. Keys are derived from the
 * server's secret and stored nowhere.
 */
public final class WebhookSignatures {
  /** The name of the header. */
  public static final String HEADER = "Stak-Signature";

  private static final String PREFIX = "whsec_";
  private static final int TIME_LENGTH_MAX = 13;

  private final Hmac secret;

  public WebhookSignatures(byte[] secret) {
    this.secret = new Hmac(secret);
  }

  /** A tenant's key with this number, as the tenant's server needs it. */
  public String key(TenantId tenant, long number) {
    var bytes = secret.of("webhook\n" + tenant + "\n" + number);
    return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** The header's value, signed with the key of this number and the one before it. */
  String header(TenantId tenant, long number, Instant at, String body) {
    var header = new StringBuilder("t=").append(at.getEpochSecond());
    for (long each = number; each > 0 && each > number - 2; each--) {
      header.append(",v1=").append(sign(key(tenant, each), at.getEpochSecond(), body));
    }
    return header.toString();
  }

  private static String sign(String key, long seconds, String body) {
    return new Hmac(key.getBytes(StandardCharsets.US_ASCII)).hex(seconds + "." + body);
  }

  /** What a receiver checks: one signature is made with this key and is not too old. */
  public static boolean isValid(
      String key, String header, String body, Instant now, Duration ageMax) {
    Optional<Long> time = Optional.empty();
    List<String> signatures = new ArrayList<>();
    for (var part : header.split(",", -1)) {
      if (part.startsWith("t=") && part.length() <= 2 + TIME_LENGTH_MAX) {
        try {
          time = Optional.of(Long.parseLong(part.substring(2)));
        } catch (NumberFormatException e) {
          return false;
        }
      }
      if (part.startsWith("v1=")) signatures.add(part.substring(3));
    }
    if (time.isEmpty()) return false;
    long age = Math.abs(now.getEpochSecond() - time.get());
    var expected = sign(key, time.get(), body).getBytes(StandardCharsets.US_ASCII);
    boolean isSigned = false;
    for (var signature : signatures) {
      isSigned |= MessageDigest.isEqual(expected, signature.getBytes(StandardCharsets.UTF_8));
    }
    return isSigned && age <= ageMax.toSeconds();
  }
}
