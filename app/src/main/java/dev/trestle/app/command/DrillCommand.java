package dev.trestle.app.command;

import dev.trestle.app.backup.BackupException;
import dev.trestle.app.backup.BackupProgress;
import dev.trestle.app.backup.Drill;
import dev.trestle.app.backup.DrillHistory;
import dev.trestle.app.backup.DrillLoad;
import dev.trestle.app.backup.DrillResult;
import dev.trestle.app.backup.FolderClient;
import dev.trestle.app.backup.OpenFolder;
import dev.trestle.app.config.Setting;
import dev.trestle.app.config.SystemName;
import dev.trestle.engine.StorageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashSet;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "drill",
    description = {
      "Show that the data can be restored, and how long that takes.",
      "Backs up the data (or uses the newest backup of --from), restores it twice to a temporary"
          + " folder, verifies it, takes every table with recovery to a random past time in two ways"
          + " and compares them item by item. The result is kept for the console.",
      "Without data it writes some of its own first."
    },
    footer = {"", "Exits with 1 if something cannot be restored."})
final class DrillCommand implements Callable<Integer> {
  private final Environment environment;
  private final Flags flags = new Flags();
  private Optional<String> from = Optional.empty();
  private Optional<String> scratch = Optional.empty();
  private Optional<Long> seed = Optional.empty();
  private Optional<SystemName> system = Optional.empty();

  @Spec private CommandSpec spec = CommandSpec.create();

  DrillCommand(Environment environment) {
    this.environment = environment;
  }

  @Parameters(
      arity = "0..1",
      paramLabel = "SYSTEM",
      description = "Take only the tables of this system to a past time (all tables).")
  void system(String name) {
    system = Optional.of(SystemName.named(name));
  }

  @Option(names = "--data", paramLabel = "DIR", description = "Data folder (./data).")
  void data(String folder) {
    flags.set(Setting.DATA, folder, "--data");
  }

  @Option(names = "--from", paramLabel = "TARGET", description = "Use the newest backup in here.")
  void from(String folder) {
    from = Optional.of(folder);
  }

  @Option(
      names = "--scratch",
      paramLabel = "DIR",
      description =
          "Where to put the copies; needs room for three (the system's temporary folder).")
  void scratch(String folder) {
    scratch = Optional.of(folder);
  }

  @Option(names = "--seed", paramLabel = "N", description = "Repeat a drill's random choices.")
  void seed(long number) {
    seed = Optional.of(number);
  }

  @Override
  public Integer call() {
    var line = spec.commandLine();
    try (var progress = ProgressLine.on(line.getErr())) {
      var result = run(progress);
      progress.clear();
      print(result);
      return result.passed() ? ExitCode.SUCCESS : ExitCode.PROBLEMS;
    } catch (BackupException | StorageException e) {
      line.getErr().println("trestle drill: " + e.getMessage());
      return ExitCode.PROBLEMS;
    } catch (IOException e) {
      line.getErr().println("trestle drill: " + e);
      return ExitCode.PROBLEMS;
    }
  }

  private DrillResult run(BackupProgress progress) throws IOException {
    var configuration = environment.configuration(flags);
    var data = environment.folder().resolve(configuration.data());
    boolean hasData = OpenFolder.hasData(data);
    long chosen = seed.orElseGet(() -> new Random().nextLong());
    var random = new Random(chosen);
    spec.commandLine().getErr().println("seed " + chosen);
    var place = scratchFolder();
    var source = data;
    if (!hasData && from.isEmpty()) {
      source = place.resolve("load");
      DrillLoad.write(source, random, progress);
    }
    var backups =
        from.isPresent() ? environment.folder().resolve(from.get()) : place.resolve("backup");
    if (from.isEmpty()) new FolderClient(source, progress).backUp(backups);
    var result =
        new Drill(place, Clock.systemUTC(), random, progress)
            .run(backups, chosenTables(configuration.tablePrefix()));
    requireTables(result);
    if (hasData) new DrillHistory(data).add(result);
    return result;
  }

  private Predicate<String> chosenTables(String prefix) {
    if (system.isEmpty()) return table -> true;
    var names = new HashSet<String>();
    for (var table : system.get().model().tables()) names.add(prefix + table.name());
    return names::contains;
  }

  private void requireTables(DrillResult result) {
    if (system.isEmpty() || result.compared() > 0) return;
    throw new BackupException(
        "The data has no tables of %s with recovery.".formatted(system.get().title()));
  }

  private Path scratchFolder() throws IOException {
    if (scratch.isEmpty()) return Files.createTempDirectory("trestle-drill");
    var folder = environment.folder().resolve(scratch.get());
    Files.createDirectories(folder);
    return Files.createTempDirectory(folder, "drill");
  }

  private void print(DrillResult result) {
    var out = spec.commandLine().getOut();
    out.println(
        "Restored %d tables, %d items, %s from a backup %.0f s old"
            .formatted(
                result.tables(),
                result.items(),
                ByteCount.of(result.bytes()),
                result.backupAgeSeconds()));
    out.println(
        "Usable after %.1f s; verified in %.1f s; the backup took %.1f s"
            .formatted(
                result.restoreMillis() / 1000.0,
                result.verifyMillis() / 1000.0,
                result.backupMillis() / 1000.0));
    if (result.compared() > 0) {
      out.println(
          "%d tables restored to %s in two ways and compared"
              .formatted(result.compared(), result.restoredTo()));
    }
    for (var problem : result.problems()) out.println(problem);
    out.println(result.passed() ? "The drill passed." : "The drill FAILED.");
  }
}
