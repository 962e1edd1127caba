package dev.trestle.conformance.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.testing.ChildJvm;
import dev.trestle.testing.FaultyDisk;
import dev.trestle.testing.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Disks that fail to write, sync, read or open files. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "preloads a library")
class FaultyDiskTest {
  private static final Duration LONG_ENOUGH = Duration.ofMinutes(60);

  /** In the build the disk dies at one step of this many; in {@code trial engine} at each. */
  private static final int STRIDE_IN_BUILD = 23;

  private final Path folder = TemporaryFolder.create();
  private Path library = folder;

  @BeforeEach
  void compile() throws IOException, InterruptedException {
    library = FaultyDisk.compile(folder);
  }

  @AfterEach
  void delete() {
    TemporaryFolder.delete(folder);
  }

  private List<String> run(Class<?> main, String... more) throws IOException {
    var arguments = new ArrayList<String>();
    arguments.add(library.toString());
    arguments.add(Files.createDirectory(folder.resolve("files")).toString());
    arguments.addAll(List.of(more));
    var launcher = FaultyDisk.launcher(library);
    try (var child = ChildJvm.startBy(launcher, main, List.of("-Xmx256m"), arguments)) {
      int code = child.awaitEnd(LONG_ENOUGH);
      assertThat(code).as(child.err()).isZero();
      return child.lines();
    }
  }

  @Test
  void at_whatever_step_the_disk_dies_everything_acknowledged_is_there_once_it_works_again()
      throws IOException {
    int stride = Integer.getInteger("trestle.kills") == null ? STRIDE_IN_BUILD : 1;
    if (stride == 1) System.out.println("the disk dies at each step, which takes some minutes");
    var lines = run(FaultyDiskWork.class, "1", Integer.toString(stride));
    long steps = number(lines, "steps ");
    assertThat(number(lines, "tried ")).isEqualTo((steps + stride - 1) / stride);
    assertThat(number(lines, "lost entries ")).as("directory entries lost").isPositive();
    if (stride == 1) System.out.println("PASSED: the disk died at each of " + steps + " steps");
  }

  @ParameterizedTest
  @EnumSource(FaultyDiskCase.class)
  void a_failing_disk_is_reported_and_everything_acknowledged_is_there_afterwards(
      FaultyDiskCase kind) throws IOException {
    assertThat(run(FaultyDiskCase.class, kind.name())).containsExactly("passed");
  }

  private static long number(List<String> lines, String start) {
    return lines.stream()
        .filter(line -> line.startsWith(start))
        .mapToLong(line -> Long.parseLong(line.substring(start.length())))
        .findFirst()
        .orElseThrow();
  }
}
