package dev.trestle.app.command;

import dev.trestle.app.config.Setting;
import dev.trestle.app.config.UsageError;
import dev.trestle.app.server.RunningDatabase;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "db",
    description = {
      "Serve DynamoDB's API over HTTP, for any SDK and the AWS CLI.",
      "On the loopback address, requests from this machine are accepted unsigned. On any other"
          + " address they must be signed with a key from the file that --credentials names."
    })
final class DbCommand implements Callable<Integer> {
  private final Environment environment;

  @Mixin private final Flags flags = new Flags();

  @Option(names = "--in-memory", description = "Keep the data in memory; excludes --data.")
  private boolean inMemory;

  @Spec private CommandSpec spec = CommandSpec.create();

  DbCommand(Environment environment) {
    this.environment = environment;
  }

  @Option(names = "--port", paramLabel = "PORT", description = "Listen on this port (8000).")
  void port(String port) {
    flags.set(Setting.DB_PORT, port, "--port");
  }

  @Option(
      names = "--region",
      paramLabel = "REGION",
      description = "The region in ARNs and streams (us-east-1).")
  void region(String region) {
    flags.set(Setting.REGION, region, "--region");
  }

  @Override
  public Integer call() {
    if (inMemory && flags.has(Setting.DATA)) {
      throw new UsageError("--in-memory uses no data folder. Leave out --data.");
    }
    var line = spec.commandLine();
    var configuration = environment.configuration(flags);
    return ServerProcess.run(
        "db", line.getOut(), line.getErr(), () -> RunningDatabase.start(configuration, inMemory));
  }
}
