package dev.trestle.platform.crypto;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class HashesTest {
  @Test
  void sha_256_gives_the_value_of_the_standard() {
    assertThat(Sha256.hex("abc"))
        .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    assertThat(Sha256.of("abc")).isEqualTo(Sha256.of("abc".getBytes(UTF_8)));
  }

  @Test
  void the_hash_of_several_texts_depends_on_where_one_ends() {
    assertThat(Sha256.hexOfAll("ab", "c")).isNotEqualTo(Sha256.hexOfAll("a", "bc"));
    assertThat(Sha256.hexOfAll("ab", "c")).isEqualTo(Sha256.hexOfAll("ab", "c"));
  }

  @Test
  void hmac_gives_the_value_of_the_standard() {
    var key = new byte[20];
    Arrays.fill(key, (byte) 0x0b);
    assertThat(new Hmac(key).hex("Hi There"))
        .isEqualTo("b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
  }

  @Test
  void a_code_for_one_purpose_is_none_for_another() {
    var hmac = new Hmac(new byte[32]);
    assertThat(hmac.of("codes", "123456")).isNotEqualTo(hmac.of("refresh", "123456"));
    assertThat(hmac.hex("codes", "123456")).hasSize(64);
  }

  @Test
  void a_short_key_is_refused() {
    assertThatThrownBy(() -> new Hmac(new byte[8])).hasMessageContaining("too short");
  }
}
