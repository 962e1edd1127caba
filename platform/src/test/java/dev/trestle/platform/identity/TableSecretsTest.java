package dev.trestle.platform.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.design.check.Finding.Severity;
import dev.trestle.design.check.ModelCheck;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.ManualClock;
import dev.trestle.platform.identity.SecretsModel.OfSecret;
import dev.trestle.platform.identity.SecretsModel.SealedSecret;
import dev.trestle.store.Store;
import dev.trestle.store.TableCreation;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableSecretsTest {
  private static final SecretsKey KEY = key(1);
  private static final SecretsKey OTHER_KEY = key(2);

  private final Trestle trestle = Trestle.inMemory();
  private final Store store = open();

  private static SecretsKey key(int first) {
    var bytes = new byte[32];
    for (int i = 0; i < bytes.length; i++) bytes[i] = (byte) (first + i);
    return SecretsKey.parse(Base64.getEncoder().encodeToString(bytes)).orElseThrow();
  }

  private Store open() {
    TableCreation.create(SecretsModel.MODEL, trestle.client(), "");
    return Store.of(SecretsModel.MODEL, trestle.client());
  }

  private TableSecrets secrets(SecretsKey key) {
    return new TableSecrets(store, key, new SecureRandom());
  }

  private String sealed(String name) {
    return store.run(SecretsModel.READ, new OfSecret(name)).orElseThrow().sealed();
  }

  @AfterEach
  void close() {
    trestle.close();
  }

  @Test
  void the_design_holds() {
    ModelCheck.of(SecretsModel.MODEL).orThrow(Severity.WARNING);
  }

  @Test
  void a_secret_is_created_once_and_another_server_reads_the_same() {
    assertThat(secrets(KEY).existing("cursors")).isEmpty();
    var first = secrets(KEY).bytes("cursors", 32);
    assertThat(secrets(KEY).bytes("cursors", 32)).isEqualTo(first);
    assertThat(secrets(KEY).existing("cursors")).hasValue(first);
    assertThat(secrets(KEY).bytes("phones", 32)).isNotEqualTo(first);
  }

  @Test
  void servers_that_start_at_once_get_the_same_secret() {
    var got = new ConcurrentSkipListSet<String>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 50; i++) {
        threads.execute(() -> got.add(HexFormat.of().formatHex(secrets(KEY).bytes("a", 32))));
      }
    }
    assertThat(got).hasSize(1);
  }

  @Test
  void the_table_shows_neither_the_secret_nor_that_two_are_equal() {
    var random = new SecureRandom();
    var text = Base64.getEncoder().encodeToString(secrets(KEY).bytes("cursors", 32));
    assertThat(sealed("cursors")).doesNotContain(text);
    assertThat(KEY.seal("a", text, random)).isNotEqualTo(KEY.seal("a", text, random));
  }

  @Test
  void another_key_is_refused_and_changes_nothing() {
    var secret = secrets(KEY).bytes("cursors", 32);
    assertThatThrownBy(() -> secrets(OTHER_KEY).bytes("cursors", 32))
        .isInstanceOf(SealedSecretException.class)
        .hasMessageContaining("cursors")
        .hasNoCause();
    assertThat(secrets(KEY).bytes("cursors", 32)).isEqualTo(secret);
  }

  @Test
  void a_row_under_another_name_is_refused() {
    secrets(KEY).bytes("cursors", 32);
    store.run(SecretsModel.CREATE, new SealedSecret("phones", sealed("cursors")));
    assertThatThrownBy(() -> secrets(KEY).bytes("phones", 32))
        .isInstanceOf(SealedSecretException.class);
  }

  @Test
  void a_row_that_was_changed_is_refused() {
    secrets(KEY).bytes("cursors", 32);
    var sealed = sealed("cursors");
    for (int at = 0; at < sealed.length(); at++) {
      var other = new StringBuilder(sealed);
      other.setCharAt(at, sealed.charAt(at) == 'A' ? 'B' : 'A');
      assertThatThrownBy(() -> KEY.open("cursors", other.toString()))
          .isInstanceOf(SealedSecretException.class);
    }
    for (var text : new String[] {"", "1.", "1.AAAA", "2" + sealed.substring(1), "1.%"}) {
      assertThatThrownBy(() -> KEY.open("cursors", text)).isInstanceOf(SealedSecretException.class);
    }
  }

  @Test
  void signing_keys_are_rotated_while_another_server_runs() {
    var running = SigningKeys.in(secrets(KEY), "tokens");
    var before = running.current(ManualClock.START).getKeyID();
    SigningKeys.existing(secrets(KEY), "tokens").orElseThrow().rotate(ManualClock.START);
    var again = SigningKeys.in(secrets(KEY), "tokens");
    var later = ManualClock.START.plus(SigningKeys.LEAD);
    assertThat(again.current(later).getKeyID()).isNotEqualTo(before);
    assertThat(again.keys()).hasSize(2);
  }

  @Test
  void servers_that_change_a_secret_at_once_lose_no_change() throws Exception {
    ChangesAtOnce.check(() -> secrets(KEY));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "secret",
        "MDEyMzQ1Njc4OWFiY2RlZg==",
        "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
        "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWYw",
        "not base64 but as long as a key is!!!!!!!!!="
      })
  void a_key_of_another_length_or_of_few_bytes_is_none(String text) {
    assertThat(SecretsKey.parse(text)).isEmpty();
  }

  @Test
  void a_key_says_nothing_about_itself() {
    assertThat(KEY).hasToString("SecretsKey");
  }
}
