package dev.trestle.app.backup;

import dev.trestle.app.command.CommandRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Commands on a data folder, a folder of its backups and one that is restored. */
abstract class BackupCommandCase {
  @TempDir Path folder;
  Path data;
  Path backups;
  Path restored;

  @BeforeEach
  void nameFolders() {
    data = folder.resolve("data");
    backups = folder.resolve("backups");
    restored = folder.resolve("restored");
  }

  CommandRun run(String... args) {
    return CommandRun.of(folder, Map.of(), args);
  }

  void write(String... ids) {
    var present = Files.exists(data);
    try (var accounting = present ? Accounting.open(data) : Accounting.create(data)) {
      for (var id : ids) accounting.write(id, "of " + id);
    }
  }

  Map<String, String> valuesIn(Path place) {
    try (var accounting = Accounting.open(place)) {
      return accounting.values("credit");
    }
  }
}
