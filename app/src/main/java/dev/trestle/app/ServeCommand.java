package dev.trestle.app;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "serve",
    description = "Serve the systems and their pages (not there yet: says so and ends with 69).")
final class ServeCommand implements Callable<Integer> {
  private final World world;

  @Mixin private final Flags flags = new Flags();

  @Option(names = "--demo", description = "Begin with data worth looking at.")
  private boolean demo;

  @Spec private CommandSpec spec = CommandSpec.create();

  ServeCommand(World world) {
    this.world = world;
  }

  @Option(names = "--port", paramLabel = "PORT", description = "Listen on this port (8080).")
  void port(String port) {
    flags.give(Setting.PORT, port, "--port");
  }

  @Override
  public Integer call() {
    return HttpFace.serve(world.configuration(flags), demo, spec.commandLine().getErr());
  }
}
