package dev.trestle.app.command;

import dev.trestle.app.config.UsageError;
import dev.trestle.app.fleet.FleetOptions;
import dev.trestle.app.fleet.LocalFleet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "fleet",
    description = {
      "Start several servers on this machine behind nginx, with the engine and a Redis between them.",
      "Needs nginx and redis-server. Everything ends with Ctrl-C."
    })
final class FleetCommand implements Callable<Integer> {
  @Option(names = "--servers", paramLabel = "N", description = "How many servers (3).")
  private int servers = 3;

  @Option(names = "--port", paramLabel = "PORT", description = "The port of nginx (8080).")
  private int port = 8080;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Keep tables, secrets and photos in this folder (a temporary one).")
  private Optional<Path> data = Optional.empty();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    if (servers < 1 || servers > FleetOptions.SERVERS_MAX) {
      throw new UsageError("--servers takes a number from 1 to " + FleetOptions.SERVERS_MAX + ".");
    }
    var line = spec.commandLine();
    return ServerProcess.run(
        "fleet", line.getOut(), line.getErr(), () -> LocalFleet.start(options()));
  }

  private FleetOptions options() {
    var out = spec.commandLine().getOut();
    var folder = data.orElseGet(FleetCommand::temporary);
    var options =
        FleetOptions.in(
                folder,
                (number, text) -> {
                  out.println("SMS to " + number + ": " + text);
                  out.flush();
                })
            .servers(servers)
            .port(port);
    return data.isPresent() ? options.data(folder.resolve("tables")) : options;
  }

  private static Path temporary() {
    try {
      return Files.createTempDirectory("trestle-fleet-");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
