package dev.trestle.app;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "db",
    description = {
      "Serve DynamoDB over HTTP, for any SDK and the AWS CLI.",
      "On the loopback address anybody on this machine may come in. Beyond it, requests have to be"
          + " signed with one of the keys that --credentials names."
    })
final class DbCommand implements Callable<Integer> {
  private final World world;

  @Mixin private final Flags flags = new Flags();

  @Option(names = "--in-memory", description = "Keep nothing; excludes --data.")
  private boolean inMemory;

  @Spec private CommandSpec spec = CommandSpec.create();

  DbCommand(World world) {
    this.world = world;
  }

  @Option(names = "--port", paramLabel = "PORT", description = "Listen on this port (8000).")
  void port(String port) {
    flags.give(Setting.DB_PORT, port, "--port");
  }

  @Option(
      names = "--region",
      paramLabel = "REGION",
      description = "What ARNs and streams name as their region (us-east-1).")
  void region(String region) {
    flags.give(Setting.REGION, region, "--region");
  }

  @Override
  public Integer call() {
    if (inMemory && flags.given(Setting.DATA).isPresent()) {
      throw new WrongUse("--in-memory keeps no data; leave out --data");
    }
    var line = spec.commandLine();
    return HttpFace.db(world.configuration(flags), inMemory, line.getOut(), line.getErr());
  }
}
