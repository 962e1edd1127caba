package dev.trestle.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class ChildJvmTest {
  private static final Duration SOON = Duration.ofSeconds(30);

  /** Does what its argument says. */
  static final class Child {
    private Child() {}

    static void main(String[] arguments) throws IOException {
      IO.println("ready " + arguments[0]);
      switch (arguments[0]) {
        case "wait" -> {
          while (true) LockSupport.park();
        }
        case "unpack" -> {
          IO.println("to " + Files.createTempFile("library", ".so"));
          while (true) LockSupport.park();
        }
        case "halt" -> {
          var faults = new Faults();
          faults.halt("here", 2);
          faults.reached("here");
          IO.println("passed once");
          faults.reached("here");
          IO.println("passed twice");
        }
        default -> throw new IllegalArgumentException(arguments[0]);
      }
    }
  }

  @Test
  void what_a_killed_process_printed_is_here() {
    try (var child = start("wait")) {
      assertThat(child.awaitLine("ready ", SOON)).isEqualTo("wait");
      assertThat(child.isAlive()).isTrue();
      child.kill();
      assertThat(child.isAlive()).isFalse();
      assertThat(child.lines()).containsExactly("ready wait");
    }
  }

  /** RocksDB's library of 17 MB, for one. */
  @Test
  void a_killed_process_leaves_no_temporary_files() {
    Path unpacked;
    try (var child = start("unpack")) {
      unpacked = Path.of(child.awaitLine("to ", SOON));
      assertThat(unpacked).exists();
    }
    assertThat(unpacked).doesNotExist();
    assertThat(unpacked.getParent()).doesNotExist();
  }

  @Test
  void a_halting_fault_ends_the_process_at_the_passage_it_is_armed_for() {
    try (var child = start("halt")) {
      assertThat(child.awaitEnd(SOON)).isEqualTo(Faults.HALTED);
      assertThat(child.lines()).containsExactly("ready halt", "passed once");
    }
  }

  @Test
  void a_line_that_never_comes_is_told_with_what_the_process_said() {
    try (var child = start("nonsense")) {
      assertThatThrownBy(() -> child.awaitLine("done", SOON))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("IllegalArgumentException: nonsense");
    }
  }

  private static ChildJvm start(String what) {
    return ChildJvm.start(Child.class, List.of(), List.of(what));
  }
}
