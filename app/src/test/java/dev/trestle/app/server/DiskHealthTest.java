package dev.trestle.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.testing.ChildJvm;
import dev.trestle.testing.FaultyDisk;
import dev.trestle.testing.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a server's {@code /health} says about a disk that fails or is slow. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "preloads a library")
class DiskHealthTest {
  private static final Duration LONG_ENOUGH = Duration.ofMinutes(10);

  private final Path folder = TemporaryFolder.create();

  @AfterEach
  void delete() {
    TemporaryFolder.delete(folder);
  }

  @ParameterizedTest
  @EnumSource(DiskHealthCase.class)
  void health_tells_of_the_disk(DiskHealthCase kind) throws IOException, InterruptedException {
    var library = FaultyDisk.compile(folder);
    var files = Files.createDirectory(folder.resolve("files"));
    var arguments = List.of(library.toString(), files.toString(), kind.name());
    try (var child =
        ChildJvm.startBy(
            FaultyDisk.launcher(library), DiskHealthCase.class, List.of("-Xmx256m"), arguments)) {
      assertThat(child.awaitEnd(LONG_ENOUGH)).as(child.err()).isZero();
      assertThat(child.lines()).contains("passed");
    }
  }
}
