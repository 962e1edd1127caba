package dev.trestle.app.command;

import dev.trestle.app.backup.BackupException;
import dev.trestle.app.backup.BackupProgress;
import dev.trestle.app.backup.Drill;
import dev.trestle.app.backup.DrillHistory;
import dev.trestle.app.backup.DrillLoad;
import dev.trestle.app.backup.DrillResult;
import dev.trestle.app.backup.FolderClient;
import dev.trestle.app.backup.OpenFolder;
import dev.trestle.app.backup.ScratchFolder;
import dev.trestle.app.backup.StoredBackups;
import dev.trestle.app.config.Setting;
import dev.trestle.app.config.SystemName;
import dev.trestle.app.region.RegionDrill;
import dev.trestle.cli.Environment;
import dev.trestle.cli.ExitCode;
import dev.trestle.cli.ProgressLine;
import dev.trestle.cli.UsageError;
import dev.trestle.design.ReportText;
import dev.trestle.engine.StorageException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashSet;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
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
          + " and compares them item by item. If there is an earlier backup, tables are also"
          + " restored to its time and compared with it. The result is kept for the console.",
      "Without data it writes some of its own first.",
      "With --region, it loses one of two regions of Messenger instead: it writes messages, copies"
          + " them as global tables do, loses the first region, and repairs and uses the second."
    },
    footer = {"", "Exits with 1 if something cannot be restored."})
final class DrillCommand implements Callable<Integer> {
  private final Environment environment;
  private final Flags flags = new Flags();
  private Optional<String> from = Optional.empty();
  private Optional<String> scratch = Optional.empty();
  private Optional<Long> seed = Optional.empty();
  private Optional<SystemName> system = Optional.empty();

  @Option(names = "--region", description = "Lose a region. Uses data of its own, in memory.")
  private boolean region;

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
      description = "Where to put the copies; needs room for four (the system's temporary folder).")
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
    if (region) return loseRegion();
    try (var progress = ProgressLine.on(line.getErr())) {
      var result = run(progress::at);
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

  private Random random() {
    long chosen = seed.orElseGet(() -> new Random().nextLong());
    spec.commandLine().getErr().println("seed " + chosen);
    return new Random(chosen);
  }

  private int loseRegion() {
    if (system.filter(named -> named != SystemName.MESSENGER).isPresent()
        || from.isPresent()
        || scratch.isPresent()) {
      throw new UsageError("--region is a drill of Messenger with data of its own, in memory.");
    }
    var out = spec.commandLine().getOut();
    var result = new RegionDrill(random()).run();
    out.println(
        "Sent %s in the first region and lost it while changes were being copied"
            .formatted(ReportText.count(result.acknowledged(), "message")));
    out.println(
        "RPO %s: the second region does not have them"
            .formatted(ReportText.count(result.lost(), "message")));
    out.println(
        "RTO %.1f s: after so long every chat was read and written in the second region"
            .formatted(result.recoveryMillis() / 1000.0));
    out.println(
        "%s found, %s filled"
            .formatted(
                ReportText.count(result.gaps().size(), "gap"),
                ReportText.count((double) result.filled(), "missing entry")));
    out.println(
        "%s lost at the end of a chat, without a trace: new messages get their numbers"
            .formatted(ReportText.count(result.reused(), "message")));
    for (var problem : result.problems()) out.println(problem);
    out.println(result.passed() ? "The drill passed." : "The drill FAILED.");
    return result.passed() ? ExitCode.SUCCESS : ExitCode.PROBLEMS;
  }

  private DrillResult run(BackupProgress progress) throws IOException {
    var configuration = flags.configuration(environment);
    var data = environment.folder().resolve(configuration.data());
    boolean hasData = OpenFolder.hasData(data);
    var random = random();
    try (var folder = ScratchFolder.create(scratch.map(environment.folder()::resolve))) {
      var place = folder.path();
      var backups =
          from.isPresent() ? environment.folder().resolve(from.get()) : place.resolve("backup");
      if (from.isEmpty() && hasData) new FolderClient(data, progress).backUp(backups);
      if (from.isEmpty() && !hasData) backUpLoad(place.resolve("load"), backups, random, progress);
      var scheduled = configuration.backups().map(environment.folder()::resolve);
      var earlier =
          from.isEmpty() && hasData ? scheduled.filter(StoredBackups::isAt) : Optional.of(backups);
      var result =
          new Drill(place, Clock.systemUTC(), random, progress)
              .run(backups, earlier, chosenTables(configuration.tablePrefix()));
      requireTables(result);
      if (hasData) new DrillHistory(data).add(result);
      return result;
    }
  }

  /** Backs up twice, so that there is an earlier backup to compare with. */
  private static void backUpLoad(
      Path source, Path backups, RandomGenerator random, BackupProgress progress) {
    for (int i = 0; i < 2; i++) {
      DrillLoad.write(source, random, progress);
      new FolderClient(source, progress).backUp(backups);
    }
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

  private void print(DrillResult result) {
    var out = spec.commandLine().getOut();
    out.println(
        "Restored %s, %s, %s from a backup that took %.1f s; verified in %.1f s"
            .formatted(
                ReportText.count(result.tables(), "table"),
                ReportText.count((double) result.items(), "item"),
                ReportText.bytes((double) result.bytes()),
                result.backupMillis() / 1000.0,
                result.verifyMillis() / 1000.0));
    out.println(
        "RPO %.0f s: what was written since the backup would be lost with the folder"
            .formatted(result.backupAgeSeconds()));
    out.println(
        "RTO %.1f s: after so long the restored data can be used"
            .formatted(result.restoreMillis() / 1000.0));
    if (result.compared() > 0) {
      out.println(
          "%s with %s restored to %s in place and to new tables, and compared"
              .formatted(
                  ReportText.count(result.compared(), "table"),
                  ReportText.count((double) result.comparedItems().orElse(0L), "item"),
                  result.restoredTo()));
    }
    out.println(
        result
            .earlier()
            .map(earlier ->
                "%s with %s restored to the time of an earlier backup, %s, and compared with it"
                    .formatted(
                        ReportText.count(earlier.tables(), "table"),
                        ReportText.count((double) earlier.items(), "item"),
                        earlier.time()))
            .orElse("No earlier backup to compare with"));
    for (var problem : result.problems()) out.println(problem);
    out.println(result.passed() ? "The drill passed." : "The drill FAILED.");
  }
}
