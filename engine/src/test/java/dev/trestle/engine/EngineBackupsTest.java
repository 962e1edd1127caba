package dev.trestle.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EngineBackupsTest {
  @TempDir private Path folder;

  @Test
  void data_in_memory_is_not_backed_up() {
    try (var engine = Engine.open(EngineOptions.inMemory());
        var backups = EngineBackups.open(folder)) {
      assertThatThrownBy(() -> backups.create(engine))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("an engine in memory cannot be backed up");
      assertThat(backups.list()).isEmpty();
    }
  }
}
