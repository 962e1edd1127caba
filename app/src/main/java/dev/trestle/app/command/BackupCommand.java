package dev.trestle.app.command;

import dev.trestle.app.backup.BackupException;
import dev.trestle.app.backup.FolderClient;
import dev.trestle.app.backup.StoredBackups;
import dev.trestle.app.config.Setting;
import dev.trestle.cli.Environment;
import dev.trestle.cli.ExitCode;
import dev.trestle.cli.ProgressLine;
import dev.trestle.cli.TextTable;
import dev.trestle.design.ReportText;
import dev.trestle.engine.StorageException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "backup",
    description = {
      "Back up the whole data folder: tables, files and secrets.",
      "A server may have the folder open; then it makes the backup. A further backup to the same"
          + " TARGET copies only what is new.",
      "A backup contains secrets. Keep TARGET as safe as the data, and on another disk."
    })
final class BackupCommand implements Callable<Integer> {
  private final Environment environment;
  private final Flags flags = new Flags();

  @Option(names = "--list", description = "List the backups in TARGET instead of adding one.")
  private boolean list;

  @Parameters(paramLabel = "TARGET", description = "A folder of backups, or an empty one.")
  private String target = "";

  @Spec private CommandSpec spec = CommandSpec.create();

  BackupCommand(Environment environment) {
    this.environment = environment;
  }

  @Option(names = "--data", paramLabel = "DIR", description = "Data folder (./data).")
  void data(String folder) {
    flags.set(Setting.DATA, folder, "--data");
  }

  @Override
  public Integer call() {
    var line = spec.commandLine();
    var place = environment.folder().resolve(target);
    try (var progress = ProgressLine.on(line.getErr())) {
      if (list) return list(place);
      var data = environment.folder().resolve(flags.configuration(environment).data());
      var backup = new FolderClient(data, progress::at).backUp(place);
      progress.clear();
      line.getOut()
          .println(
              "Backup %d of %s: %s in %.1f s"
                  .formatted(
                      backup.id(),
                      backup.taken(),
                      ReportText.bytes((double) backup.bytes()),
                      backup.tookMillis() / 1000.0));
      return ExitCode.SUCCESS;
    } catch (BackupException | StorageException e) {
      line.getErr().println("trestle backup: " + e.getMessage());
      return ExitCode.PROBLEMS;
    }
  }

  private int list(Path place) {
    try (var backups = StoredBackups.open(place)) {
      var table = new TextTable("id", "taken", "size");
      for (var each : backups.list()) {
        table.row(
            Integer.toString(each.id()),
            each.taken().toString(),
            ReportText.bytes((double) each.bytes()));
      }
      spec.commandLine().getOut().print(table.print());
      return ExitCode.SUCCESS;
    }
  }
}
