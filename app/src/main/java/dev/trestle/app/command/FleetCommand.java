package dev.trestle.app.command;

import dev.trestle.app.config.Setting;
import dev.trestle.app.fleet.FleetOptions;
import dev.trestle.app.fleet.LocalFleet;
import dev.trestle.cli.ServerProcess;
import dev.trestle.cli.UsageError;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "fleet",
    description = {
      "Start several servers on this machine behind nginx, with the engine, a Redis, a Kafka and"
          + " an SQS between them.",
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

  @Option(
      names = "--kafka",
      paramLabel = "HOST:PORT,...",
      description = {
        "Publish events to this Kafka, instead of one of the fleet's own.",
        "A package cannot start one, so there no events are published without this option."
      })
  private Optional<String> kafka = Optional.empty();

  @Option(
      names = "--blobs",
      paramLabel = "s3://BUCKET[/FOLDER]",
      description = {
        "Keep photos and files in this bucket instead of the folder. Needs --blobs-profile."
      })
  private Optional<String> blobs = Optional.empty();

  @Option(
      names = "--blobs-endpoint",
      paramLabel = "URL",
      description = "An S3-compatible endpoint for this bucket (default: AWS).")
  private Optional<String> blobsEndpoint = Optional.empty();

  @Option(
      names = "--blobs-profile",
      paramLabel = "NAME",
      description = "The profile of AWS's credentials file that may use the bucket.")
  private Optional<String> blobsProfile = Optional.empty();

  @Option(
      names = "--sqs",
      paramLabel = "URL",
      description = {
        "Wake the servers' workers through this queue, instead of one of the fleet's own.",
        "It must accept any credentials, as ElasticMQ does. A package cannot start one."
      })
  private Optional<String> sqs = Optional.empty();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    if (servers < 1 || servers > FleetOptions.SERVERS_MAX) {
      throw new UsageError("--servers takes a number from 1 to " + FleetOptions.SERVERS_MAX + ".");
    }
    var line = spec.commandLine();
    return ServerProcess.run(
        "fleet", "--port", line.getOut(), line.getErr(), () -> LocalFleet.start(options()));
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
            .port(port)
            .settings(settings());
    return data.isPresent() ? options.data(folder.resolve("tables")) : options;
  }

  /** The servers sign with keys for the fleet's own tables, which no bucket knows. */
  private Map<String, String> settings() {
    if (blobs.isPresent() != blobsProfile.isPresent()) {
      throw new UsageError("A bucket needs both --blobs and --blobs-profile.");
    }
    var settings = new HashMap<String, String>();
    kafka.ifPresent(hosts -> settings.put(Setting.KAFKA.variable(), hosts));
    blobs.ifPresent(bucket -> settings.put(Setting.BLOBS.variable(), bucket));
    blobsEndpoint.ifPresent(url -> settings.put(Setting.BLOBS_ENDPOINT.variable(), url));
    blobsProfile.ifPresent(name -> settings.put(Setting.BLOBS_PROFILE.variable(), name));
    sqs.ifPresent(url -> settings.put(Setting.SQS.variable(), url));
    return settings;
  }

  private static Path temporary() {
    try {
      return Files.createTempDirectory("trestle-fleet-");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
