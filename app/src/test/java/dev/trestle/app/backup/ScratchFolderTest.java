package dev.trestle.app.backup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.app.Main;
import dev.trestle.testing.Await;
import dev.trestle.testing.ChildJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(value = OS.LINUX, disabledReason = "sends a signal")
class ScratchFolderTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir private Path folder;

  /** Copies of the data contain secrets. */
  @Test
  void a_drill_that_is_told_to_end_leaves_no_copies() throws IOException {
    var scratch = Files.createDirectory(folder.resolve("scratch"));
    var arguments =
        List.of(
            "drill",
            "--data",
            folder.resolve("nothing").toString(),
            "--scratch",
            scratch.toString());
    try (var drill = ChildJvm.start(Main.class, List.of(), arguments)) {
      Await.until(() -> hasCopy(scratch), PATIENCE);
      drill.signal("TERM");
      drill.awaitEnd(PATIENCE);
    }
    assertThat(scratch).isEmptyDirectory();
  }

  private static boolean hasCopy(Path scratch) {
    try (var files = Files.walk(scratch)) {
      return files.anyMatch(file -> file.endsWith("FORMAT"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
