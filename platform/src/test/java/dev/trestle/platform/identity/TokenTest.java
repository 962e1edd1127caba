package dev.trestle.platform.identity;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import dev.trestle.engine.ManualClock;
import dev.trestle.platform.identity.TokenCheck.Reason;
import dev.trestle.platform.identity.TokenVerifier.Trusted;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import dev.trestle.platform.web.Served;
import dev.trestle.testing.Await;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenTest {
  private static final String ISSUER = "https://trestle.example";
  private static final Secrets SECRETS = new MemorySecrets(new Random(1));

  private final ManualClock clock = new ManualClock();
  private final SigningKeys keys = SigningKeys.in(SECRETS, "keys");
  private final SigningKeys others = SigningKeys.in(SECRETS, "others");
  private final TokenIssuer issuer =
      new TokenIssuer(ISSUER, "chat", Duration.ofMinutes(60), keys, clock, () -> "tok_1");
  private final TokenVerifier verifier =
      new TokenVerifier(
          List.of(
              new Trusted(ISSUER, "chat", keys),
              new Trusted("https://other.example", "chat", others)),
          clock);

  private String token() {
    return issuer.issue("user_1", "sess_1", Set.of("chat", "read"));
  }

  private Reason reason(String token) {
    return switch (verifier.check(token)) {
      case TokenCheck.Valid _ -> throw new AssertionError("it was taken: " + token);
      case TokenCheck.Invalid(var reason) -> reason;
    };
  }

  private JWTClaimsSet.Builder claims() {
    return new JWTClaimsSet.Builder()
        .issuer(ISSUER)
        .audience("chat")
        .subject("user_1")
        .claim("sid", "sess_1")
        .claim("scope", "chat")
        .jwtID("tok_1")
        .issueTime(Date.from(clock.instant()))
        .expirationTime(Date.from(clock.instant().plusSeconds(60)));
  }

  /** Signed with the good key, whatever it says. */
  private String signed(UnaryOperator<JWSHeader.Builder> header, JWTClaimsSet claims)
      throws JOSEException {
    var builder =
        new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(keys.current(clock.instant()).getKeyID());
    return signed(header.apply(builder).build(), claims, keys.current(clock.instant()));
  }

  private static String signed(JWSHeader header, JWTClaimsSet claims, RSAKey key)
      throws JOSEException {
    var jwt = new SignedJWT(header, claims);
    jwt.sign(new RSASSASigner(key));
    return jwt.serialize();
  }

  @Test
  void an_issued_token_is_taken_and_says_who_it_is_for() {
    var check = verifier.check(token());
    var now = clock.instant();
    assertThat(check)
        .isEqualTo(
            new TokenCheck.Valid(
                new Identity(
                    ISSUER,
                    "user_1",
                    "sess_1",
                    "tok_1",
                    Set.of("chat", "read"),
                    now,
                    now.plus(Duration.ofMinutes(60)))));
  }

  @Test
  void a_token_without_a_signature_is_refused() {
    assertThat(reason(new PlainJWT(claims().build()).serialize())).isEqualTo(Reason.MALFORMED);
    var parts = token().split("\\.", -1);
    for (var alg : List.of("none", "None", "NONE", "nOnE", "")) {
      var header =
          base64(
              "{\"alg\":\""
                  + alg
                  + "\",\"kid\":\""
                  + keys.current(clock.instant()).getKeyID()
                  + "\"}");
      assertThat(reason(header + "." + parts[1] + ".")).isIn(Reason.MALFORMED, Reason.ALGORITHM);
      assertThat(reason(header + "." + parts[1] + "." + parts[2]))
          .isIn(Reason.MALFORMED, Reason.ALGORITHM);
    }
    assertThat(reason(parts[0] + "." + parts[1] + ".")).isIn(Reason.MALFORMED, Reason.SIGNATURE);
  }

  @Test
  void the_public_key_is_no_secret_to_sign_with() throws JOSEException {
    var publicKey = keys.keys().getFirst();
    for (var secret :
        List.of(
            publicKey.toRSAPublicKey().getEncoded(),
            publicKey.toJSONString().getBytes(StandardCharsets.UTF_8),
            publicKey.getModulus().decode())) {
      var header = new JWSHeader.Builder(JWSAlgorithm.HS256).keyID(publicKey.getKeyID()).build();
      var jwt = new SignedJWT(header, claims().build());
      jwt.sign(new MACSigner(secret));
      assertThat(reason(jwt.serialize())).isEqualTo(Reason.ALGORITHM);
    }
  }

  @Test
  void another_algorithm_of_the_same_key_is_refused() throws JOSEException {
    for (var algorithm : List.of(JWSAlgorithm.RS512, JWSAlgorithm.PS256)) {
      var header =
          new JWSHeader.Builder(algorithm).keyID(keys.current(clock.instant()).getKeyID()).build();
      assertThat(reason(signed(header, claims().build(), keys.current(clock.instant()))))
          .isEqualTo(Reason.ALGORITHM);
    }
  }

  @Test
  void one_issuer_cannot_speak_for_another() throws JOSEException {
    var theirs = others.current(clock.instant());
    var header = new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(theirs.getKeyID()).build();
    assertThat(reason(signed(header, claims().build(), theirs))).isEqualTo(Reason.UNKNOWN_KEY);
    var ours =
        new JWSHeader.Builder(JWSAlgorithm.RS256)
            .keyID(keys.current(clock.instant()).getKeyID())
            .build();
    assertThat(reason(signed(ours, claims().build(), theirs))).isEqualTo(Reason.SIGNATURE);
    var own = claims().issuer("https://other.example").build();
    assertThat(verifier.check(signed(header, own, theirs))).isInstanceOf(TokenCheck.Valid.class);
  }

  @Test
  void a_key_that_the_token_brings_is_not_looked_at() throws JOSEException {
    var mine = new RSAKeyGenerator(2048).keyID(keys.current(clock.instant()).getKeyID()).generate();
    var header =
        new JWSHeader.Builder(JWSAlgorithm.RS256)
            .keyID(mine.getKeyID())
            .jwk(mine.toPublicJWK())
            .jwkURL(URI.create("https://evil.example/jwks.json"))
            .build();
    assertThat(reason(signed(header, claims().build(), mine))).isEqualTo(Reason.SIGNATURE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "other", "../../dev/null", "' OR '1'='1", "*"})
  void another_key_id_is_refused(String kid) throws JOSEException {
    assertThat(reason(signed(header -> header.keyID(kid), claims().build())))
        .isEqualTo(Reason.UNKNOWN_KEY);
  }

  @Test
  void a_token_without_a_key_id_is_refused() throws JOSEException {
    assertThat(reason(signed(header -> header.keyID(null), claims().build())))
        .isEqualTo(Reason.UNKNOWN_KEY);
  }

  @Test
  void what_a_header_demands_and_is_not_understood_is_refused() throws JOSEException {
    assertThat(
            reason(
                signed(
                    header -> header.criticalParams(Set.of("exp")).customParam("exp", 1),
                    claims().build())))
        .isEqualTo(Reason.HEADER);
    assertThat(
            reason(signed(header -> header.type(new JOSEObjectType("dpop+jwt")), claims().build())))
        .isEqualTo(Reason.HEADER);
  }

  @Test
  void another_issuer_or_audience_is_refused() throws JOSEException {
    assertThat(reason(signed(h -> h, claims().issuer("https://evil.example").build())))
        .isEqualTo(Reason.UNKNOWN_ISSUER);
    assertThat(reason(signed(h -> h, claims().issuer(null).build())))
        .isEqualTo(Reason.UNKNOWN_ISSUER);
    assertThat(reason(signed(h -> h, claims().audience("bank").build())))
        .isEqualTo(Reason.AUDIENCE);
    assertThat(reason(signed(h -> h, claims().audience(List.of()).build())))
        .isEqualTo(Reason.AUDIENCE);
  }

  @Test
  void a_token_ends_when_it_says_and_a_little_leeway_later() {
    var token = token();
    assertThat(verifier.check(token)).isInstanceOf(TokenCheck.Valid.class);
    clock.advance(Duration.ofMinutes(60).plusSeconds(29));
    assertThat(verifier.check(token)).isInstanceOf(TokenCheck.Valid.class);
    clock.advance(Duration.ofSeconds(1));
    assertThat(reason(token)).isEqualTo(Reason.EXPIRED);
  }

  @Test
  void a_token_of_the_future_is_refused() throws JOSEException {
    var later = Date.from(clock.instant().plusSeconds(31));
    assertThat(reason(signed(h -> h, claims().issueTime(later).build())))
        .isEqualTo(Reason.NOT_YET_VALID);
    assertThat(reason(signed(h -> h, claims().notBeforeTime(later).build())))
        .isEqualTo(Reason.NOT_YET_VALID);
    var soon = Date.from(clock.instant().plusSeconds(29));
    assertThat(verifier.check(signed(h -> h, claims().issueTime(soon).build())))
        .isInstanceOf(TokenCheck.Valid.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"sub", "sid", "jti", "scope", "iat", "exp"})
  void a_token_without_one_of_its_claims_is_refused(String claim) throws JOSEException {
    assertThat(reason(signed(h -> h, claims().claim(claim, null).build())))
        .isEqualTo(Reason.MISSING_CLAIM);
  }

  @Test
  void a_token_that_was_taken_is_refused_while_its_time_is_yet_to_come() throws JOSEException {
    var soon = Date.from(clock.instant().plusSeconds(29));
    var token = signed(h -> h, claims().notBeforeTime(soon).build());
    assertThat(verifier.check(token)).isInstanceOf(TokenCheck.Valid.class);
    clock.advance(Duration.ofSeconds(-2));
    assertThat(reason(token)).isEqualTo(Reason.NOT_YET_VALID);
  }

  @Test
  void a_changed_token_is_refused_wherever_it_was_changed() {
    var token = token();
    assertThat(verifier.check(token)).isInstanceOf(TokenCheck.Valid.class);
    for (int i = 0; i < token.length() - 1; i += 7) {
      char other = token.charAt(i) == 'A' ? 'B' : 'A';
      var changed = token.substring(0, i) + other + token.substring(i + 1);
      assertThat(verifier.check(changed)).as("at " + i).isInstanceOf(TokenCheck.Invalid.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "..", "a.b.c", "a.b.c.d.e", "{}", "e30.e30.e30", "\u0000"})
  void what_is_no_token_is_refused(String token) {
    assertThat(reason(token)).isEqualTo(Reason.MALFORMED);
    assertThat(reason(token() + "a".repeat(5000))).isEqualTo(Reason.MALFORMED);
  }

  @Test
  void after_a_rotation_tokens_of_the_former_keys_are_valid_until_they_expire() {
    var own = SigningKeys.in(new MemorySecrets(new Random(2)), "own");
    var issuing = new TokenIssuer(ISSUER, "chat", Duration.ofHours(1), own, clock, () -> "t");
    var checking = new TokenVerifier(List.of(new Trusted(ISSUER, "chat", own)), clock);
    for (int rotation = 0; rotation < 4; rotation++) {
      var before = issuing.issue("a", "b", Set.of());
      own.rotate(clock.instant());
      clock.advance(Duration.ofMinutes(59));
      assertThat(checking.check(before)).isInstanceOf(TokenCheck.Valid.class);
      assertThat(checking.check(issuing.issue("a", "b", Set.of())))
          .isInstanceOf(TokenCheck.Valid.class);
    }
    assertThat(own.keys()).hasSize(4);
    clock.advance(SigningKeys.KEPT);
    own.rotate(clock.instant());
    assertThat(own.keys()).hasSize(2);
  }

  @Test
  void a_new_key_signs_when_every_server_has_read_it() {
    var secrets = new MemorySecrets(new Random(2));
    var rotating = SigningKeys.in(secrets, "own");
    var serving = SigningKeys.in(secrets, "own");
    var first = serving.current(clock.instant()).getKeyID();
    rotating.rotate(clock.instant());
    Await.until(() -> serving.keys().size() == 2, Duration.ofSeconds(30));
    assertThat(serving.keys()).isEqualTo(rotating.keys());
    assertThat(serving.current(clock.instant()).getKeyID()).isEqualTo(first);
    clock.advance(SigningKeys.LEAD);
    assertThat(serving.current(clock.instant()).getKeyID())
        .isEqualTo(serving.keys().getFirst().getKeyID())
        .isNotEqualTo(first);
  }

  @Test
  void tokens_of_leaked_keys_are_refused_at_once() {
    var own = SigningKeys.in(new MemorySecrets(new Random(2)), "own");
    var issuing = new TokenIssuer(ISSUER, "chat", Duration.ofHours(1), own, clock, () -> "t");
    var checking = new TokenVerifier(List.of(new Trusted(ISSUER, "chat", own)), clock);
    var before = issuing.issue("a", "b", Set.of());
    assertThat(checking.check(before)).isInstanceOf(TokenCheck.Valid.class);
    own.replace();
    assertThat(checking.check(before)).isEqualTo(new TokenCheck.Invalid(Reason.UNKNOWN_KEY));
    assertThat(checking.check(issuing.issue("a", "b", Set.of())))
        .isInstanceOf(TokenCheck.Valid.class);
  }

  @Test
  void keys_are_kept_with_the_secrets() {
    var kept = new MemorySecrets(new Random(3));
    assertThat(SigningKeys.existing(kept, "own")).isEmpty();
    var before = SigningKeys.in(kept, "own");
    before.rotate(clock.instant());
    assertThat(SigningKeys.in(kept, "own").keys()).isEqualTo(before.keys()).hasSize(2);
    assertThat(SigningKeys.existing(kept, "own")).isPresent();
  }

  @Test
  void only_public_parts_are_published() throws Exception {
    try (var served = Served.of(new Router().get("/jwks.json", keys.published()))) {
      var answer = served.get("/jwks.json");
      assertThat(answer.header("content-type")).isEqualTo("application/jwk-set+json");
      assertThat(answer.header("cache-control")).isEqualTo("public, max-age=300");
      var published = JWKSet.parse(answer.text());
      assertThat(published.containsNonPublicKeys()).isFalse();
      assertThat(published.getKeyByKeyId(keys.current(clock.instant()).getKeyID())).isNotNull();
      for (var part : List.of("\"d\"", "\"p\"", "\"q\"", "\"dp\"", "\"qi\"")) {
        assertThat(answer.text()).doesNotContain(part);
      }
    }
  }

  @Test
  void a_call_needs_a_good_token_and_its_scope() {
    var bearer = new Bearer(verifier);
    var router =
        new Router()
            .get("/me", bearer.signedIn(c -> Reply.text(200, c.noted(Identity.class).subject())))
            .get("/admin", bearer.signedIn("admin", _ -> Reply.text(200, "admin")));
    try (var served = Served.of(router)) {
      assertThat(served.get("/me", "Authorization: Bearer " + token()).text()).isEqualTo("user_1");
      for (var header :
          List.of("X: y", "Authorization: Basic " + token(), "Authorization: Bearer")) {
        var refused = served.get("/me", header);
        assertThat(refused.status()).isEqualTo(401);
        assertThat(refused.header("www-authenticate")).isEqualTo("Bearer");
      }
      assertThat(served.get("/me?access_token=" + token()).status()).isEqualTo(401);
      assertThat(served.get("/admin", "Authorization: Bearer " + token()).status()).isEqualTo(403);
    }
  }

  private static String base64(String text) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
