package dev.trestle.cli;

import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The command {@code db}. Programs differ in where values come from that are not given as flags.
 */
@Command(
    name = "db",
    description = {
      "Serve DynamoDB's API over HTTP, for any SDK and the AWS CLI.",
      "On the loopback address, requests from this machine are accepted unsigned. On any other"
          + " address they must be signed with a key from the file that --credentials names."
    })
public abstract class DatabaseCommand implements Callable<Integer> {
  @Mixin private final DatabaseFlags flags = new DatabaseFlags();

  @Option(names = "--in-memory", description = "Keep the data in memory; excludes --data.")
  private boolean inMemory;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(names = "--port", paramLabel = "PORT", description = "Listen on this port (8000).")
  void port(String port) {
    flags.set(DatabaseSetting.PORT, port);
  }

  @Option(
      names = "--region",
      paramLabel = "REGION",
      description = "The region in ARNs and streams (us-east-1).")
  void region(String region) {
    flags.set(DatabaseSetting.REGION, region);
  }

  /**
   * Finds the settings in force, and returns what starts the engine with them.
   *
   * @param given the values given as flags, which their settings take
   * @throws UsageError if they cannot be used
   */
  protected abstract Supplier<? extends RunningService> prepare(
      Map<DatabaseSetting, String> given, boolean inMemory);

  @Override
  public final Integer call() {
    var given = flags.given();
    if (inMemory && given.containsKey(DatabaseSetting.DATA)) {
      throw new UsageError("--in-memory uses no data folder. Leave out --data.");
    }
    flags.check();
    var start = prepare(given, inMemory);
    var line = spec.commandLine();
    return ServerProcess.run("db", "--port", line.getOut(), line.getErr(), start);
  }
}
