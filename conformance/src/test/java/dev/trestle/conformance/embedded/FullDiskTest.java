package dev.trestle.conformance.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.trestle.testing.ChildJvm;
import dev.trestle.testing.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A real file system that is full: a small one in memory, which only the child process sees. On the
 * smallest one the write-ahead log runs out of space, in {@code trial engine} table files on larger
 * ones do, too.
 */
@EnabledOnOs(value = OS.LINUX, disabledReason = "mounts a file system of its own")
class FullDiskTest {
  private static final Duration LONG_ENOUGH = Duration.ofMinutes(10);

  private final Path folder = TemporaryFolder.create();

  @AfterEach
  void delete() {
    TemporaryFolder.delete(folder);
  }

  static Stream<Integer> megabytes() {
    return Integer.getInteger("trestle.kills") == null ? Stream.of(128) : Stream.of(128, 190, 250);
  }

  /** Mounts in namespaces of the process's own, so no other process sees it and nothing is left. */
  private List<String> launcher(int megabytes) {
    var mount = "mount -t tmpfs -o size=%dm tmpfs \"$0\" && exec \"$@\"".formatted(megabytes);
    return List.of("unshare", "-rm", "sh", "-c", mount, folder.toString());
  }

  private boolean canMount() throws InterruptedException {
    var command = Stream.concat(launcher(1).stream(), Stream.of("true")).toList();
    try {
      return new ProcessBuilder(command).start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  @ParameterizedTest
  @MethodSource("megabytes")
  void when_the_disk_is_full_writes_fail_and_all_is_there_once_space_was_freed(int megabytes)
      throws InterruptedException {
    assumeTrue(canMount(), "this user cannot mount a file system");
    var options = List.of("-Xmx512m");
    try (var child =
        ChildJvm.startBy(
            launcher(megabytes), FullDiskWork.class, options, List.of(folder.toString()))) {
      assertThat(child.awaitEnd(LONG_ENOUGH)).as(child.err()).isZero();
      assertThat(child.lines()).contains("passed");
      if (Integer.getInteger("trestle.kills") != null) {
        System.out.println("PASSED: a full disk of " + megabytes + " MB, " + child.lines());
      }
    }
  }
}
