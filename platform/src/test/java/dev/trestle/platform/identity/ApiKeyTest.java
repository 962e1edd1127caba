package dev.trestle.platform.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ApiKeyTest {
  private final Random random = new Random(1);
  private final ApiKey key = ApiKey.make("stak", random);

  @Test
  void a_key_is_read_back_from_its_text_and_known_by_its_hash() {
    assertThat(key.text()).matches("stak_[0-9a-z]{16}_[0-9a-z]{32}");
    var read = ApiKey.parse(key.text()).orElseThrow();
    assertThat(read).isEqualTo(key);
    assertThat(read.isOf(key.hash())).isTrue();
    assertThat(ApiKey.make("stak", random).isOf(key.hash())).isFalse();
    assertThat(new ApiKey("other", key.id(), key.secret()).isOf(key.hash())).isFalse();
    assertThat(key.hash()).hasSize(64).doesNotContain(key.secret());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "stak", "stak__", "stak_a_b", "STAK_0000000000000000_", "a\nb_c_d"})
  void what_is_no_key_is_none(String text) {
    assertThat(ApiKey.parse(text)).isEmpty();
    assertThat(ApiKey.parse(key.text() + text + "x")).isEmpty();
  }

  @Test
  void a_key_does_not_print_its_secret() {
    assertThat(key.toString()).contains(key.id()).doesNotContain(key.secret());
  }

  @Test
  void a_password_is_known_by_its_hash_only() {
    var hash = PasswordHash.of("correct horse", random);
    var read = PasswordHash.parse(hash.text()).orElseThrow();
    assertThat(read.isOf("correct horse")).isTrue();
    assertThat(read.isOf("correct horsf")).isFalse();
    assertThat(read.isOf("")).isFalse();
    assertThat(hash.text()).startsWith("pbkdf2-sha512$210000$");
    assertThat(PasswordHash.of("correct horse", random).text()).isNotEqualTo(hash.text());
    assertThat(PasswordHash.parse("pbkdf2-sha512$99999999$AA$AA")).isEmpty();
    assertThat(PasswordHash.parse("plain")).isEmpty();
  }

  /** Time tells what differs if bytes are compared until the first that does. */
  @Test
  void secrets_are_compared_in_constant_time() throws Exception {
    var sources = Path.of(System.getProperty("trestle.root"), "platform/src/main/java");
    for (var type : new String[] {"ApiKey", "PasswordHash"}) {
      var source =
          Files.readString(sources.resolve("dev/trestle/platform/identity/" + type + ".java"));
      var body = source.substring(source.indexOf("public boolean isOf"));
      assertThat(body.substring(0, body.indexOf("\n  }"))).contains("MessageDigest.isEqual(");
    }
  }
}
