package dev.trestle.stak.webhook;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The header {@code Stak-Signature: t=<seconds>,v1=<hex>[,v1=<hex>]}: HMAC-SHA-256 of {@code
 * <seconds>.<body>}, by the tenant's present key and the one before it. Keys are made from the
 * server's secret and kept nowhere.
 */
public final class Signatures {
  /** Where the signature stands. */
  public static final String HEADER = "Stak-Signature";

  private static final String PREFIX = "whsec_";

  private final byte[] secret;

  public Signatures(byte[] secret) {
    this.secret = secret.clone();
  }

  /** A tenant's key of this number, as its server is to have it. */
  public String key(String tenant, long number) {
    var bytes = hmac(secret, "webhook\n" + tenant + "\n" + number);
    return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** The header's value, signed by the key of this number and the one before it. */
  String header(String tenant, long number, Instant at, String body) {
    var header = new StringBuilder("t=").append(at.getEpochSecond());
    for (long each = number; each > 0 && each > number - 2; each--) {
      header.append(",v1=").append(sign(key(tenant, each), at.getEpochSecond(), body));
    }
    return header.toString();
  }

  private static String sign(String key, long seconds, String body) {
    var text = seconds + "." + body;
    return HexFormat.of().formatHex(hmac(key.getBytes(StandardCharsets.US_ASCII), text));
  }

  /** What a receiver does: whether one signature is by this key and not older than allowed. */
  public static boolean isGood(
      String key, String header, String body, Instant now, Duration oldest) {
    Optional<Long> time = Optional.empty();
    List<String> signatures = new ArrayList<>();
    for (var part : header.split(",", -1)) {
      if (part.startsWith("t=") && part.length() < 16) {
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
    return isSigned && age <= oldest.toSeconds();
  }

  private static byte[] hmac(byte[] key, String text) {
    try {
      var mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
