package dev.trestle.platform.push;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.util.Base64;
import org.junit.jupiter.api.Test;

/** The example of RFC 8291, section 5 and appendix A. */
final class PushEncryptionTest {
  private static final String BROWSER_KEY =
      "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
  private static final String AUTH = "BTBZMqHH6r4Tts7J_aSIgg";
  private static final String SENDER_KEY =
      "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8";
  private static final String SENDER_PRIVATE_KEY = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw";
  private static final String SALT = "DGv6ra1nlYgDCS1FRnbzlw";
  private static final String BODY =
      "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmY"
          + "WAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNW"
          + "QexSgSxsj_Qulcy4a-fN";
  private static final String ENDPOINT = "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt5";

  private static byte[] decode(String text) {
    return Base64.getUrlDecoder().decode(text);
  }

  @Test
  void the_example_of_the_rfc_is_encrypted_as_it_says() {
    var pair =
        new KeyPair(
            P256.publicKey(decode(SENDER_KEY)).orElseThrow(),
            P256.privateKey(decode(SENDER_PRIVATE_KEY)));
    var body =
        PushEncryption.encrypt(
            new PushSubscription(ENDPOINT, BROWSER_KEY, AUTH),
            "When I grow up, I want to be a watermelon".getBytes(StandardCharsets.US_ASCII),
            0,
            pair,
            decode(SALT));
    assertThat(Base64.getUrlEncoder().withoutPadding().encodeToString(body)).isEqualTo(BODY);
  }

  @Test
  void a_key_that_is_no_point_of_the_curve_is_refused() {
    var moved = decode(BROWSER_KEY);
    int last = moved.length - 1;
    moved[last] = (byte) (moved[last] ^ 1);
    var elsewhere = Base64.getUrlEncoder().withoutPadding().encodeToString(moved);
    assertThat(PushSubscription.of(ENDPOINT, BROWSER_KEY, AUTH)).isPresent();
    assertThat(PushSubscription.of(ENDPOINT, elsewhere, AUTH)).isEmpty();
    assertThat(PushSubscription.of(ENDPOINT, BROWSER_KEY.substring(4), AUTH)).isEmpty();
    assertThat(PushSubscription.of(ENDPOINT, "not Base64!", AUTH)).isEmpty();
    assertThat(PushSubscription.of(ENDPOINT, BROWSER_KEY, AUTH.substring(2))).isEmpty();
    assertThat(PushSubscription.of(ENDPOINT + "\r\nX: y", BROWSER_KEY, AUTH)).isEmpty();
    assertThat(PushSubscription.of(ENDPOINT.repeat(30), BROWSER_KEY, AUTH)).isEmpty();
  }
}
