package dev.trestle.platform.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.engine.ManualClock;
import dev.trestle.testing.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretsTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir private Path folder;

  private SecretFolder secrets() {
    return new SecretFolder(folder.resolve("data").resolve("secrets"), new SecureRandom());
  }

  private Path file(String name) {
    return folder.resolve("data").resolve("secrets").resolve(name);
  }

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  @Test
  void a_secret_is_made_once_and_the_same_ever_after() {
    var first = secrets().bytes("cursors", 32);
    assertThat(first).hasSize(32).isNotEqualTo(new byte[32]);
    assertThat(secrets().bytes("cursors", 32)).isEqualTo(first);
    assertThat(secrets().bytes("phones", 32)).isNotEqualTo(first);
    assertThatThrownBy(() -> secrets().bytes("cursors", 16))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void only_the_owner_may_read_them() throws IOException {
    secrets().bytes("cursors", 32);
    SigningKeys.in(secrets(), "keys").rotate(ManualClock.START);
    assertThat(permissions(file(""))).isEqualTo("rwx------");
    assertThat(permissions(file("cursors"))).isEqualTo("rw-------");
    assertThat(permissions(file("keys"))).isEqualTo("rw-------");
    try (var files = Files.list(file(""))) {
      assertThat(files.map(Path::getFileName).map(Path::toString))
          .containsExactlyInAnyOrder("cursors", "keys", ".lock");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r-----", "rw----r--", "rw--w----", "rw-rw-rw-"})
  void a_file_that_others_may_read_is_refused_with_the_remedy(String permissions)
      throws IOException {
    secrets().bytes("cursors", 32);
    Files.setPosixFilePermissions(file("cursors"), PosixFilePermissions.fromString(permissions));
    assertThatThrownBy(() -> secrets().bytes("cursors", 32))
        .isInstanceOf(UnsafeSecretException.class)
        .hasMessageContaining("chmod 600")
        .hasMessageContaining("cursors");
  }

  @Test
  void a_folder_that_others_may_enter_is_refused() throws IOException {
    secrets();
    Files.setPosixFilePermissions(file(""), PosixFilePermissions.fromString("rwxr-xr-x"));
    assertThatThrownBy(this::secrets)
        .isInstanceOf(UnsafeSecretException.class)
        .hasMessageContaining("chmod 700");
  }

  @Test
  void a_link_is_no_secret() throws IOException {
    secrets();
    var elsewhere = Files.writeString(folder.resolve("elsewhere"), "AAAA");
    Files.createSymbolicLink(file("cursors"), elsewhere);
    assertThatThrownBy(() -> secrets().bytes("cursors", 3))
        .isInstanceOf(UnsafeSecretException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "../keys", "a/b", "A", ".hidden", "a.tmp"})
  void a_name_leads_nowhere_else(String name) {
    assertThatThrownBy(() -> secrets().bytes(name, 32))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void several_that_change_a_secret_at_once_lose_no_change() throws Exception {
    ChangesAtOnce.check(this::secrets);
  }

  /** As a server and a command on its folder. Once each lost its lock as soon as it had read. */
  @Test
  void processes_that_change_a_secret_at_once_lose_no_change() {
    var secrets = secrets();
    ChangesAtOnce.begin(secrets);
    try (var other = ChildJvm.start(Other.class, List.of(), List.of(file("").toString()))) {
      other.awaitLine("ready", PATIENCE);
      ChangesAtOnce.count(secrets);
      assertThat(other.awaitEnd(PATIENCE)).as(other.err()).isZero();
    }
    ChangesAtOnce.checkBothCounted(secrets);
  }

  /** The other process. */
  static final class Other {
    private Other() {}

    /** Takes the folder. */
    public static void main(String[] arguments) {
      var secrets = new SecretFolder(Path.of(arguments[0]), new SecureRandom());
      System.out.println("ready");
      ChangesAtOnce.count(secrets);
    }
  }

  @Test
  void several_that_ask_first_at_once_get_the_same() {
    var got = new ConcurrentSkipListSet<String>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 50; i++) {
        threads.execute(() -> got.add(HexFormat.of().formatHex(secrets().bytes("cursors", 32))));
      }
    }
    assertThat(got).hasSize(1);
  }
}
