package dev.trestle.app;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(name = "serve", description = "Serve the systems, the console and the engine's endpoint.")
final class ServeCommand implements Callable<Integer> {
  private final World world;

  @Mixin private final Flags flags = new Flags();

  @Option(names = "--demo", description = "With data worth looking at, in memory.")
  private boolean demo;

  @Spec private CommandSpec spec = CommandSpec.create();

  ServeCommand(World world) {
    this.world = world;
  }

  @Option(names = "--port", paramLabel = "PORT", description = "Listen on this port (8080).")
  void port(String port) {
    flags.give(Setting.PORT, port, "--port");
  }

  @Option(
      names = "--only",
      paramLabel = "SYSTEMS",
      description = "Run these systems, such as messenger,stak (all).")
  void only(String systems) {
    flags.give(Setting.ONLY, systems, "--only");
  }

  @Option(
      names = "--endpoint",
      paramLabel = "URL",
      description = "Keep the tables there, in DynamoDB or what speaks like it (the engine).")
  void endpoint(String url) {
    flags.give(Setting.ENDPOINT, url, "--endpoint");
  }

  @Option(
      names = "--prefix",
      paramLabel = "TEXT",
      description = "Stands before the name of every table.")
  void prefix(String text) {
    flags.give(Setting.TABLE_PREFIX, text, "--prefix");
  }

  @Option(
      names = "--demo-rate",
      paramLabel = "N",
      description = "What the people of the demo do in a second, all together (5).")
  void demoRate(String rate) {
    flags.give(Setting.DEMO_RATE, rate, "--demo-rate");
  }

  @Override
  public Integer call() {
    if (demo && flags.given(Setting.DATA).isPresent()) {
      throw new WrongUse("--demo keeps its data in memory; leave out --data");
    }
    var configuration = world.configuration(flags);
    if (demo && configuration.endpoint().isPresent()) {
      throw new WrongUse("--demo keeps its data in memory; leave out --endpoint");
    }
    var line = spec.commandLine();
    return HttpFace.serve(configuration, demo, line.getOut(), line.getErr());
  }
}
