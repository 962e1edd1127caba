package dev.trestle.dynamodb.http.signature;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4FamilyHttpSigner.AuthLocation;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.HttpSigner;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;

/** Signs requests with the AWS SDK's signer, an independent implementation. */
record Signing(
    String keyId,
    String secret,
    String region,
    String service,
    Instant at,
    Optional<Duration> presignedFor) {
  static final String KEY_ID = "AKIDEXAMPLE";
  static final String SECRET = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
  static final String REGION = "eu-central-1";
  static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  static final String BODY = "{\"Limit\":3}";

  static Signing usual() {
    return new Signing(KEY_ID, SECRET, REGION, "dynamodb", NOW, Optional.empty());
  }

  Signing keyId(String changed) {
    return new Signing(changed, secret, region, service, at, presignedFor);
  }

  Signing secret(String changed) {
    return new Signing(keyId, changed, region, service, at, presignedFor);
  }

  Signing region(String changed) {
    return new Signing(keyId, secret, changed, service, at, presignedFor);
  }

  Signing service(String changed) {
    return new Signing(keyId, secret, region, changed, at, presignedFor);
  }

  Signing at(Instant changed) {
    return new Signing(keyId, secret, region, service, changed, presignedFor);
  }

  Signing presignedFor(Duration lifetime) {
    return new Signing(keyId, secret, region, service, at, Optional.of(lifetime));
  }

  /** A request to list tables with a header, a query and a path that a signature must cover. */
  SignedRequest request() {
    return request(
        URI.create("http://localhost:8000/some/path?b=2&a=1%20x&a=%C3%A5"),
        Map.of(
            "X-Amz-Target", List.of("DynamoDB_20120810.ListTables"),
            "Content-Type", List.of("application/x-amz-json-1.0"),
            "X-Note", List.of("two  words", "twice")));
  }

  SignedRequest request(URI uri, Map<String, List<String>> headers) {
    var unsigned =
        SdkHttpRequest.builder().method(SdkHttpMethod.POST).uri(uri).headers(headers).build();
    var signed =
        AwsV4HttpSigner.create()
            .sign(r -> {
              r.identity(AwsCredentialsIdentity.create(keyId, secret))
                  .request(unsigned)
                  .payload(ContentStreamProvider.fromUtf8String(BODY))
                  .putProperty(AwsV4HttpSigner.REGION_NAME, region)
                  .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, service)
                  .putProperty(HttpSigner.SIGNING_CLOCK, Clock.fixed(at, ZoneOffset.UTC));
              presignedFor.ifPresent(lifetime ->
                  r.putProperty(AwsV4HttpSigner.AUTH_LOCATION, AuthLocation.QUERY_STRING)
                      .putProperty(AwsV4HttpSigner.EXPIRATION_DURATION, lifetime));
            });
    var request = signed.request();
    return new SignedRequest(
        request.method().name(),
        request.encodedPath(),
        request.encodedQueryParameters().orElse(""),
        new HashMap<>(request.headers()),
        signed.payload().map(Signing::bytes).orElse(new byte[0]));
  }

  private static byte[] bytes(ContentStreamProvider payload) {
    try (var in = payload.newStream()) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static SignatureCheck checkAt(Instant now) {
    return new SignatureCheck(AccessKeys.of(Map.of(KEY_ID, SECRET)), REGION, () -> now);
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
