package dev.trestle.app;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "serve",
    description = "Serve the home page and the engine's endpoint (the systems are to follow).")
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

  @Override
  public Integer call() {
    if (demo && flags.given(Setting.DATA).isPresent()) {
      throw new WrongUse("--demo keeps its data in memory; leave out --data");
    }
    var line = spec.commandLine();
    return HttpFace.serve(world.configuration(flags), demo, line.getOut(), line.getErr());
  }
}
