package dev.trestle.dynamodb.http.signature;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** AWS's published test vectors for Signature Version 4. */
class TestVectorsTest {
  private static final String LETTERS =
      "-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  private static final String CREDENTIAL = "AKIDEXAMPLE/20150830/us-east-1/service/aws4_request";

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "get-vanilla,GET,/,``,``,5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31",
        "post-vanilla,POST,/,``,``,5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b",
        "empty-query-key,GET,/,Param1=value1,``,"
            + "a67d582fa61cc504c4bae71f336f98b97f1ea3c7a6bfe1b6e45aec72011b9aeb",
        "query-order-key,GET,/,Param1=value2&Param1=Value1,``,"
            + "eedbc4e291e521cf13422ffca22be7d2eb8146eecf653089df300a15b2382bd1",
        "query-order-key-case,GET,/,Param2=value2&Param1=value1,``,"
            + "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500",
        "query-order-value,GET,/,Param1=value2&Param1=value1,``,"
            + "5772eed61e12b33fae39ee5e7012498b51d56abc0abb7c60486157bd471c4694",
        "query-unreserved,GET,/,LETTERS=LETTERS,``,"
            + "9c3e54bfcdf0b19771a7f523ee5669cdf59bc7cc0884027167c21bb143a40197",
        "utf8-query,GET,/,ሴ=bar,``,"
            + "2cdec8eed098649ff3a119c94853b13c643bcf08f8b0a1d91e12c9027818dd04",
        "get-unreserved,GET,/LETTERS,``,``,"
            + "07ef7494c76fa4850883e2b006601f940f8a34d404d0cfa977f52a65bbf5f24f",
        "get-utf8,GET,/ሴ,``,``,8318018e0b0f223aa2bbf98705b62bb787dc9c0e678f255a891fd03141be5d85",
        "get-relative,GET,/example/..,``,``,"
            + "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31",
        "get-relative-relative,GET,/example1/example2/../..,``,``,"
            + "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31",
        "get-slash,GET,//,``,``,5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31",
        "get-slash-dot-slash,GET,/./,``,``,"
            + "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31",
        "get-slash-pointless-dot,GET,/./example,``,``,"
            + "ef75d96142cf21edca26f06005da7988e4f8dc83a165a80865db7089db637ec5",
        "get-slashes,GET,//example//,``,``,"
            + "9a624bd73a37c9a373b5312afbebe7a714a789de108f0bdfe846570885f57e84",
        "get-space,GET,/example space/,``,``,"
            + "652487583200325589f1fba4c7e578f72c47cb61beeca81406b39ddec1366741",
        "header-key-duplicate,GET,/,``,value2|value2|value1,"
            + "c9d5ea9f3f72853aea855b47ea873832890dbdd183b4468f858259531a5138ea",
        "header-value-order,GET,/,``,value4|value1|value3|value2,"
            + "08c7e5a9acfcfeb3ab6b2185e75ce8b1deb5e634ec47601a50643f830c755c01",
        "post-header-value-case,POST,/,``,VALUE1,"
            + "cdbc9802e29d2942e5e10b5bccfdd67c5f22c7c4e8ae67b53629efa58b974b7d",
      })
  void a_signature_is_the_published_one(
      String name, String method, String path, String query, String header, String signature) {
    var headers = new LinkedHashMap<String, List<String>>();
    if (!header.isEmpty()) headers.put("My-Header1", List.of(header.split("\\|", -1)));
    var request =
        request(
            method,
            path.replace("LETTERS", LETTERS),
            query.replace("LETTERS", LETTERS),
            headers,
            "");
    assertThat(signature(request)).as(name).isEqualTo(signature);
  }

  @Test
  void spaces_within_a_value_count_as_one() {
    var headers = new LinkedHashMap<String, List<String>>();
    headers.put("My-Header1", List.of(" value1"));
    headers.put("My-Header2", List.of(" \"a   b   c\""));

    assertThat(signature(request("GET", "/", "", headers, "")))
        .isEqualTo("acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736");
  }

  @Test
  void a_body_is_signed() {
    var headers = Map.of("Content-Type", List.of("application/x-www-form-urlencoded"));

    assertThat(signature(request("POST", "/", "", headers, "Param1=value1")))
        .isEqualTo("ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a");
  }

  @Test
  void a_folded_header_is_one_line() {
    assertThat(CanonicalRequest.header(List.of("value1\r\n  value2\n\tvalue3")))
        .isEqualTo("value1 value2 value3");
  }

  private static SignedRequest request(
      String method, String path, String query, Map<String, List<String>> more, String body) {
    var headers = new LinkedHashMap<>(more);
    headers.put("Host", List.of("example.amazonaws.com"));
    headers.put("X-Amz-Date", List.of("20150830T123600Z"));
    return new SignedRequest(method, path, query, headers, Signing.utf8(body));
  }

  /** With all headers signed, as the suite does. */
  private static String signature(SignedRequest request) {
    var names = String.join(";", new ArrayList<>(request.headers().keySet()));
    var authorization =
        "AWS4-HMAC-SHA256 Credential=%s, SignedHeaders=%s, Signature=?"
            .formatted(CREDENTIAL, names);
    var headers = new LinkedHashMap<>(request.headers());
    headers.put("Authorization", List.of(authorization));
    var signed =
        new SignedRequest(
            request.method(), request.path(), request.query(), headers, request.body());
    var query = QueryString.parse(request.query());
    var claim = RequestSignature.of(signed, query);
    var scope = CredentialScope.parse(claim.credential());
    var key = AccessKeys.of(Map.of(Signing.KEY_ID, Signing.SECRET)).signingKey(scope).orElseThrow();
    return SignatureCheck.signature(
        key, claim, scope, CanonicalRequest.of(signed, query, claim.signedHeaders()));
  }
}
