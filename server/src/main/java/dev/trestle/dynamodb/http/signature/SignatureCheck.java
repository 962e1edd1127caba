package dev.trestle.dynamodb.http.signature;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.InstantSource;
import java.util.HexFormat;

/**
 * Verifies that a request was signed with the secret of a known key, recently and for this region,
 * and was not changed since. Thread-safe.
 */
public final class SignatureCheck {
  private static final String ALGORITHM = "AWS4-HMAC-SHA256";

  private final AccessKeys keys;
  private final String region;
  private final InstantSource clock;

  /** A check of signatures that are made with one of these keys, for this region. */
  public SignatureCheck(AccessKeys keys, String region, InstantSource clock) {
    this.keys = keys;
    this.region = region;
    this.clock = clock;
  }

  /**
   * Verifies a request.
   *
   * @throws SignatureRefusal if its signature is not valid
   */
  public void verify(SignedRequest request) {
    var query = QueryString.parse(request.query());
    var claim = RequestSignature.of(request, query);
    claim.time().check(clock.instant(), claim.lifetime());
    checkSignedHeaders(claim);
    if (!claim.algorithm().equals(ALGORITHM)) {
      throw SignatureRefusal.incomplete(
          "Unsupported AWS 'algorithm': '%s' (only AWS4-HMAC-SHA256 for now). "
              .formatted(claim.algorithm()));
    }
    var scope = CredentialScope.parse(claim.credential());
    scope.check(region, claim.time());
    var key = keys.signingKey(scope).orElseThrow(SignatureRefusal::unrecognized);
    var expected =
        signature(key, claim, scope, CanonicalRequest.of(request, query, claim.signedHeaders()));
    if (!sameBytes(expected, claim.signature())) {
      throw SignatureRefusal.invalid(
          "The request signature we calculated does not match the signature you provided. Check"
              + " your AWS Secret Access Key and signing method. Consult the service documentation"
              + " for details.");
    }
  }

  /**
   * The host must be signed, as DynamoDB demands, and the target: otherwise an intercepted request
   * could be replayed as another operation.
   */
  private static void checkSignedHeaders(RequestSignature claim) {
    if (!claim.signedHeaders().contains("host")) {
      throw SignatureRefusal.invalid(
          "'Host' or ':authority' must be a 'SignedHeader' in the AWS Authorization.");
    }
    if (!claim.signedHeaders().contains("x-amz-target")) {
      throw SignatureRefusal.invalid(
          "'X-Amz-Target' must be a 'SignedHeader' in the AWS Authorization.");
    }
  }

  static String signature(
      byte[] key, RequestSignature claim, CredentialScope scope, String canonical) {
    var hash = Hashes.sha256Hex(canonical.getBytes(StandardCharsets.UTF_8));
    var text = String.join("\n", ALGORITHM, claim.time().toString(), scope.text(), hash);
    return HexFormat.of().formatHex(Hashes.hmac(key, text));
  }

  /** Compares in constant time. */
  private static boolean sameBytes(String expected, String given) {
    return MessageDigest.isEqual(
        expected.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public String toString() {
    return "SignatureCheck[" + keys + ", " + region + "]";
  }
}
