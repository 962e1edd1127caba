package dev.trestle.dynamodb.http.signature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests signed by the AWS SDK's signer, let through or refused in DynamoDB's words. */
class SignatureCheckTest {
  private static final SignatureCheck CHECK = Signing.checkAt(Signing.NOW);
  private static final Signing USUAL = Signing.usual();
  private static final Signing PRESIGNED = USUAL.presignedFor(Duration.ofMinutes(5));
  private static final String MISMATCH =
      "InvalidSignatureException: The request signature we calculated does not match the signature"
          + " you provided. Check your AWS Secret Access Key and signing method. Consult the"
          + " service documentation for details.";

  private static String refusalOf(SignedRequest request) {
    return refusalOf(CHECK, request);
  }

  private static String refusalOf(SignatureCheck check, SignedRequest request) {
    var refusal = catchThrowableOfType(SignatureRefusal.class, () -> check.verify(request));
    return refusal == null ? "none" : refusal.code() + ": " + refusal.getMessage();
  }

  @Test
  void what_was_signed_with_the_right_key_passes() {
    assertThat(refusalOf(USUAL.request())).isEqualTo("none");
    assertThat(refusalOf(PRESIGNED.request())).isEqualTo("none");
  }

  @Test
  void another_secret_does_not() {
    assertThat(refusalOf(USUAL.secret("other").request())).isEqualTo(MISMATCH);
    assertThat(refusalOf(PRESIGNED.secret("other").request())).isEqualTo(MISMATCH);
  }

  @Test
  void an_unknown_key_is_not_recognised() {
    assertThat(refusalOf(USUAL.keyId("AKIDOTHER").request()))
        .isEqualTo(
            "UnrecognizedClientException: The security token included in the request is invalid.");
  }

  @Test
  void the_scope_is_this_region_and_this_service() {
    assertThat(refusalOf(USUAL.region("us-east-1").request()))
        .isEqualTo(
            "InvalidSignatureException: Credential should be scoped to a valid region, not"
                + " 'us-east-1'. ");
    assertThat(refusalOf(USUAL.service("s3").request()))
        .isEqualTo(
            "InvalidSignatureException: Credential should be scoped to correct service:"
                + " 'dynamodb'. ");
  }

  @Test
  void all_that_is_wrong_with_a_scope_is_told_at_once() {
    var credential = "Credential=a/b/c/d/e";
    var request = authorized(header -> header.replaceFirst("Credential=[^,]*", credential));

    assertThat(refusalOf(request))
        .isEqualTo(
            "InvalidSignatureException: Credential should be scoped to a valid region, not 'c'."
                + " Credential should be scoped to correct service: 'dynamodb'. Credential should"
                + " be scoped with a valid terminator: 'aws4_request', not 'e'. Date in Credential"
                + " scope does not match YYYYMMDD from ISO-8601 version of date from HTTP: 'b' !="
                + " '20260301', from '20260301T120000Z'.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a/b/c/d", "a", "a/b/c/d/e/f"})
  void a_credential_has_five_elements(String credential) {
    var request =
        authorized(header -> header.replaceFirst("Credential=[^,]*", "Credential=" + credential));

    assertThat(refusalOf(request))
        .isEqualTo(
            "IncompleteSignatureException: Credential must have exactly 5 slash-delimited elements,"
                + " e.g. keyid/date/region/service/term, got '"
                + credential
                + "'");
  }

  @Test
  void slashes_after_a_credential_do_no_harm() {
    assertThat(refusalOf(authorized(header -> header.replace("aws4_request,", "aws4_request//,"))))
        .isEqualTo("none");
  }

  @ParameterizedTest
  @CsvSource({"-900,true", "-901,false", "900,true", "901,false"})
  void clocks_may_be_a_quarter_of_an_hour_apart(int seconds, boolean passes) {
    var request = USUAL.at(Signing.NOW.plusSeconds(seconds)).request();

    assertThat(refusalOf(request).equals("none")).isEqualTo(passes);
  }

  @Test
  void a_fraction_of_a_second_does_not_count() {
    var check = Signing.checkAt(Signing.NOW.plusSeconds(900).plusMillis(999));

    assertThat(refusalOf(check, USUAL.request())).isEqualTo("none");
  }

  @Test
  void what_is_too_old_or_not_yet_is_told_with_the_times() {
    assertThat(refusalOf(USUAL.at(Instant.parse("2026-03-01T11:44:59Z")).request()))
        .isEqualTo(
            "InvalidSignatureException: Signature expired: 20260301T114459Z is now earlier than"
                + " 20260301T114500Z (20260301T120000Z - 15 min.)");
    assertThat(refusalOf(USUAL.at(Instant.parse("2026-03-01T12:15:01Z")).request()))
        .isEqualTo(
            "InvalidSignatureException: Signature not yet current: 20260301T121501Z is still later"
                + " than 20260301T121500Z (20260301T120000Z + 15 min.)");
  }

  @Test
  void a_presigned_request_lives_as_long_as_it_says() {
    var request = USUAL.presignedFor(Duration.ofSeconds(90)).request();
    var longer = USUAL.presignedFor(Duration.ofHours(2)).request();

    assertThat(refusalOf(Signing.checkAt(Signing.NOW.plusSeconds(90)), request)).isEqualTo("none");
    assertThat(refusalOf(Signing.checkAt(Signing.NOW.plusSeconds(91)), request))
        .isEqualTo(
            "InvalidSignatureException: Signature expired: 20260301T120000Z is now earlier than"
                + " 20260301T120001Z (20260301T120131Z - 90 sec.)");
    assertThat(refusalOf(Signing.checkAt(Signing.NOW.plusSeconds(7200)), longer)).isEqualTo("none");
    assertThat(refusalOf(Signing.checkAt(Signing.NOW.plusSeconds(7201)), longer))
        .contains("- 120 min.)");
  }

  @Test
  void a_lifetime_cannot_be_changed_or_made_endless() {
    var request = PRESIGNED.request();

    assertThat(refusalOf(queried(request, q -> q.replace("Expires=300", "Expires=301"))))
        .isEqualTo(MISMATCH);
    assertThat(refusalOf(queried(request, q -> q.replace("Expires=300", "Expires=604801"))))
        .startsWith("IncompleteSignatureException: X-Amz-Expires must be a number of seconds");
  }

  @Test
  void nothing_at_all_is_a_missing_token() {
    var missing = "MissingAuthenticationTokenException: Request is missing Authentication Token";

    assertThat(refusalOf(without("authorization"))).isEqualTo(missing);
    assertThat(refusalOf(authorized(_ -> "AWS4"))).isEqualTo(missing);
    assertThat(refusalOf(authorized(_ -> "Bearer abc"))).isEqualTo(missing);
  }

  @Test
  void both_forms_at_once_are_refused() {
    var request = USUAL.request();

    assertThat(refusalOf(queried(request, q -> q + "&X-Amz-Algorithm=AWS4-HMAC-SHA256")))
        .isEqualTo(
            "InvalidSignatureException: Found both 'X-Amz-Algorithm' as a query-string param and"
                + " 'Authorization' as HTTP header.");
  }

  @Test
  void a_header_that_lacks_everything_has_all_of_it_told() {
    var request =
        new SignedRequest("POST", "/", "", Map.of("Authorization", List.of("AWS4-")), new byte[0]);

    assertThat(refusalOf(request))
        .isEqualTo(
            "IncompleteSignatureException: Authorization header requires 'Credential' parameter."
                + " Authorization header requires 'Signature' parameter. Authorization header"
                + " requires 'SignedHeaders' parameter. Authorization header requires existence of"
                + " either a 'X-Amz-Date' or a 'Date' header. Authorization=AWS4-");
  }

  @Test
  void a_word_of_the_header_that_is_no_pair_is_told() {
    var request = authorized(_ -> "AWS4-HMAC-SHA256 Signature=b,    Credential,    SignedHeaders");

    assertThat(refusalOf(request))
        .isEqualTo(
            "IncompleteSignatureException: 'Credential' not a valid key=value pair (missing"
                + " equal-sign) in Authorization header: 'AWS4-HMAC-SHA256 Signature=b,   "
                + " Credential,    SignedHeaders'.");
  }

  @Test
  void a_query_that_lacks_something_has_it_told() {
    var request = queried(without("authorization"), _ -> "X-Amz-Algorithm=a&X-Amz-Date=b");

    assertThat(refusalOf(request))
        .isEqualTo(
            "IncompleteSignatureException: AWS query-string parameters must include"
                + " 'X-Amz-Credential'. AWS query-string parameters must include"
                + " 'X-Amz-Signature'. AWS query-string parameters must include"
                + " 'X-Amz-SignedHeaders'. Re-examine the query-string parameters.");
  }

  @Test
  void a_date_has_a_form() {
    assertThat(refusalOf(replaced("x-amz-date", "201")))
        .isEqualTo(
            "IncompleteSignatureException: Date must be in ISO-8601 'basic format'. Got '201'. See"
                + " http://en.wikipedia.org/wiki/ISO_8601");
    assertThat(refusalOf(replaced("x-amz-date", "20260231T120000Z"))).contains("basic format");
  }

  @Test
  void a_date_may_stand_in_the_date_header_in_either_form() {
    assertThat(SigningTime.parseHeader("Sun, 01 Mar 2026 12:00:00 GMT").toString())
        .isEqualTo("20260301T120000Z");
    assertThat(SigningTime.parseHeader("20260301T120000Z").instant()).isEqualTo(Signing.NOW);
    var headers =
        Map.of(
            "Date", List.of("Sun, 01 Mar 2026 12:00:00 GMT"),
            "Authorization", List.of("AWS4-HMAC-SHA256 Credential=c, Signature=s, SignedHeaders="));

    assertThat(refusalOf(new SignedRequest("POST", "/", "", headers, new byte[0])))
        .contains("must be a 'SignedHeader'");
  }

  @Test
  void a_query_is_read_as_browsers_write_it() {
    assertThat(QueryString.parse("b=1+2&a&c=%zz%e5&&").canonical())
        .isEqualTo("a=&b=1%202&c=%25zz%E5");
  }

  @Test
  void the_host_and_the_target_have_to_be_signed() {
    assertThat(refusalOf(authorized(header -> header.replace(";host;", ";"))))
        .isEqualTo(
            "InvalidSignatureException: 'Host' or ':authority' must be a 'SignedHeader' in the AWS"
                + " Authorization.");
    assertThat(refusalOf(authorized(header -> header.replace(";x-amz-target", ""))))
        .isEqualTo(
            "InvalidSignatureException: 'X-Amz-Target' must be a 'SignedHeader' in the AWS"
                + " Authorization.");
  }

  @Test
  void there_is_one_algorithm() {
    assertThat(refusalOf(authorized(header -> header.replace("SHA256 ", "SHA25 "))))
        .isEqualTo(
            "IncompleteSignatureException: Unsupported AWS 'algorithm': 'AWS4-HMAC-SHA25' (only"
                + " AWS4-HMAC-SHA256 for now). ");
  }

  @Test
  void a_hash_that_a_request_states_about_its_body_is_not_believed() {
    var hash = Hashes.sha256Hex(Signing.utf8(Signing.BODY));
    var headers =
        Map.of(
            "X-Amz-Target", List.of("DynamoDB_20120810.ListTables"),
            "X-Amz-Content-Sha256", List.of(hash));
    var request = USUAL.request(URI.create("http://localhost/"), headers);
    var swapped =
        new SignedRequest(
            request.method(),
            request.path(),
            request.query(),
            request.headers(),
            Signing.utf8("{\"Limit\":4}"));

    assertThatCode(() -> CHECK.verify(request)).doesNotThrowAnyException();
    assertThat(refusalOf(swapped)).isEqualTo(MISMATCH);
  }

  @Test
  void a_session_token_is_tolerated() {
    var headers =
        Map.of(
            "X-Amz-Target", List.of("DynamoDB_20120810.ListTables"),
            "X-Amz-Security-Token", List.of("token"));

    assertThat(refusalOf(USUAL.request(URI.create("http://localhost/"), headers)))
        .isEqualTo("none");
  }

  @Test
  void no_text_has_a_secret() {
    var keys = AccessKeys.of(Map.of(Signing.KEY_ID, Signing.SECRET));
    var check = new SignatureCheck(keys, Signing.REGION, () -> Signing.NOW);

    assertThat(keys + " " + check).doesNotContain(Signing.SECRET);
  }

  @Test
  void keys_that_are_held_ready_are_bounded() {
    var keys = AccessKeys.of(Map.of(Signing.KEY_ID, Signing.SECRET));
    for (int day = 0; day < 5000; day++) {
      keys.signingKey(
          new CredentialScope(Signing.KEY_ID, "" + day, "r", "dynamodb", "aws4_request"));
      assertThat(keys.derivedCount()).isLessThanOrEqualTo(1000);
    }
  }

  private static SignedRequest authorized(UnaryOperator<String> change) {
    var header = USUAL.request().header("authorization").orElseThrow();
    return replaced("authorization", change.apply(header));
  }

  private static SignedRequest replaced(String name, String value) {
    var request = USUAL.request();
    var headers = new HashMap<>(request.headers());
    headers.put(name, List.of(value));
    return new SignedRequest(
        request.method(), request.path(), request.query(), headers, request.body());
  }

  private static SignedRequest without(String name) {
    var request = USUAL.request();
    var headers = new HashMap<>(request.headers());
    headers.remove(name);
    return new SignedRequest(
        request.method(), request.path(), request.query(), headers, request.body());
  }

  private static SignedRequest queried(SignedRequest request, UnaryOperator<String> change) {
    return new SignedRequest(
        request.method(),
        request.path(),
        change.apply(request.query()),
        request.headers(),
        request.body());
  }
}
