package dev.trestle.app.command;

import dev.trestle.app.backup.BackupException;
import dev.trestle.app.backup.BackupProgress;
import dev.trestle.app.backup.BackupVerification;
import dev.trestle.app.backup.FolderClient;
import dev.trestle.app.backup.StoredBackups;
import dev.trestle.cli.Environment;
import dev.trestle.cli.ExitCode;
import dev.trestle.cli.ProgressLine;
import dev.trestle.design.ReportText;
import dev.trestle.engine.StorageException;
import dev.trestle.engine.VerifyReport;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "verify",
    description = {
      "Read a data folder or the newest of a folder of backups, and report what is damaged.",
      "Checks the checksums of all files, items against indexes, and that no record of a stream or"
          + " a recovery log is missing. A server may have the data open. A backup is restored to a"
          + " temporary folder."
    },
    footer = {"", "Exits with 1 if something is damaged."})
final class VerifyCommand implements Callable<Integer> {
  private final Environment environment;

  @Parameters(paramLabel = "DIR", description = "A data folder or a folder of backups.")
  private String folder = "";

  @Spec private CommandSpec spec = CommandSpec.create();

  VerifyCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    var line = spec.commandLine();
    var place = environment.folder().resolve(folder);
    try (var progress = ProgressLine.on(line.getErr())) {
      var report = verify(place, progress::at);
      progress.clear();
      print(report);
      return report.isSound() ? ExitCode.SUCCESS : ExitCode.PROBLEMS;
    } catch (BackupException | StorageException e) {
      line.getErr().println("trestle verify: " + e.getMessage());
      if (e instanceof StorageException) {
        line.getErr()
            .println(
                StoredBackups.isAt(place)
                    ? "Make another backup. An older one may be whole: ./trestle restore --id N."
                    : "Restore the newest backup to another folder: ./trestle restore.");
      }
      return ExitCode.PROBLEMS;
    }
  }

  private static VerifyReport verify(Path place, BackupProgress progress) {
    if (!StoredBackups.isAt(place)) return new FolderClient(place, progress).verify();
    try (var target = StoredBackups.open(place)) {
      return BackupVerification.run(target, target.newest(), progress);
    }
  }

  private void print(VerifyReport report) {
    var out = spec.commandLine().getOut();
    out.println(
        "Read %s: %s, %s, %s"
            .formatted(
                ReportText.count(report.tables(), "table"),
                ReportText.count((double) report.items(), "item"),
                ReportText.count((double) report.indexEntries(), "index entry"),
                ReportText.count((double) report.logRecords(), "log record")));
    for (var problem : report.problems()) out.println(problem.place() + ": " + problem.what());
    if (report.problems().size() == VerifyReport.PROBLEMS_MAX) out.println("… and perhaps more");
    out.println(
        report.isSound()
            ? "No damage found."
            : "Damaged. Restore these tables from a backup; the others can be used.");
  }
}
