package dev.trestle.app.command;

import dev.trestle.app.backup.BackupException;
import dev.trestle.app.backup.FolderBackup;
import dev.trestle.app.backup.Restore;
import dev.trestle.app.backup.StoredBackups;
import dev.trestle.cli.Environment;
import dev.trestle.cli.ExitCode;
import dev.trestle.cli.ProgressLine;
import dev.trestle.cli.UsageError;
import dev.trestle.engine.StorageException;
import dev.trestle.engine.UndoReport;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "restore",
    description = {
      "Restore a backup to a new data folder, and check all checksums.",
      "Nothing is overwritten. A restore that was interrupted leaves no data folder; repeat it.",
      "With --at, the tables with recovery are as they were at that time. It uses the first backup"
          + " taken after it."
    })
final class RestoreCommand implements Callable<Integer> {
  private final Environment environment;
  private Optional<Instant> at = Optional.empty();
  private OptionalInt id = OptionalInt.empty();

  @Parameters(index = "0", paramLabel = "TARGET", description = "The folder of backups.")
  private String target = "";

  @Parameters(index = "1", paramLabel = "DIR", description = "The new data folder.")
  private String folder = "";

  @Spec private CommandSpec spec = CommandSpec.create();

  RestoreCommand(Environment environment) {
    this.environment = environment;
  }

  @Option(
      names = "--at",
      paramLabel = "TIME",
      description = "Restore to this time, such as 2026-03-01T12:00:00Z.")
  void at(String time) {
    try {
      at = Optional.of(Instant.parse(time));
    } catch (DateTimeParseException e) {
      throw new UsageError("--at takes a time in UTC such as 2026-03-01T12:00:00Z.");
    }
  }

  @Option(names = "--id", paramLabel = "N", description = "Restore this backup (the newest).")
  void id(int number) {
    id = OptionalInt.of(number);
  }

  @Override
  public Integer call() {
    var line = spec.commandLine();
    var place = environment.folder().resolve(folder);
    try (var backups = StoredBackups.open(environment.folder().resolve(target));
        var progress = ProgressLine.on(line.getErr())) {
      var restored = Restore.run(backups, choose(backups), place, at, progress::at);
      progress.clear();
      line.getOut()
          .println(
              "Restored backup %d of %s to %s"
                  .formatted(restored.backup().id(), restored.backup().taken(), place));
      restored.undone().ifPresent(this::print);
      return ExitCode.SUCCESS;
    } catch (BackupException | StorageException e) {
      line.getErr().println("trestle restore: " + e.getMessage());
      return ExitCode.PROBLEMS;
    }
  }

  private FolderBackup choose(StoredBackups backups) {
    if (id.isEmpty()) return at.map(backups::firstAfter).orElseGet(backups::newest);
    var backup = backups.withId(id.getAsInt());
    if (at.filter(backup.taken()::isBefore).isEmpty()) return backup;
    throw new BackupException(
        "Backup %d was taken at %s, before that time. Leave --id out to use the first one after it."
            .formatted(backup.id(), backup.taken()));
  }

  private void print(UndoReport report) {
    var out = spec.commandLine().getOut();
    out.println("As of " + at.orElseThrow() + ": " + names(report.undone()));
    if (!report.unchanged().isEmpty()) {
      out.println(
          "As of the backup, because their log does not reach back that far: "
              + names(report.unchanged()));
    }
  }

  private static String names(List<String> tables) {
    return tables.isEmpty() ? "no table" : String.join(", ", tables);
  }
}
