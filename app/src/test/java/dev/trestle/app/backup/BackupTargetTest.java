package dev.trestle.app.backup;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackupTargetTest {
  @TempDir private Path folder;

  /** Its lock was kept, so a server could not use it again although it had been repaired. */
  @Test
  void a_target_that_could_not_be_opened_is_not_taken_for_one_in_use() throws IOException {
    BackupTarget.create(folder).close();
    var tables = folder.resolve("tables");
    SyncedFiles.removeAll(tables);
    Files.writeString(tables, "a file");
    assertThatThrownBy(() -> BackupTarget.open(folder)).hasMessageContaining("cannot use");

    Files.delete(tables);
    BackupTarget.open(folder).close();
  }
}
