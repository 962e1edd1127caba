package dev.trestle.app.fleet;

import dev.trestle.app.fleet.FleetOptions.Service;
import java.io.File;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Starts the services of the module {@code broker}, whose libraries are not part of the program.
 *
 * @param folder with its classes and its libraries
 */
record LocalBroker(Path folder) {
  /** The launcher says where the module was built. */
  private static final String PROPERTY = "trestle.broker";

  private static final String QUEUE = "wakeups";

  /** Empty if the program was not started from a checkout. */
  static Optional<LocalBroker> find() {
    return Optional.ofNullable(System.getProperty(PROPERTY))
        .map(Path::of)
        .filter(folder -> Files.isDirectory(folder.resolve("lib")))
        .map(LocalBroker::new);
  }

  /** Starts a service on a port of the loopback address. What it keeps is below {@code data}. */
  FleetProcess start(Service service, Path data, int port) {
    return switch (service) {
      case KAFKA ->
          start(
              data.resolve("kafka.log"),
              List.of("KafkaBroker", data.resolve("kafka").toString(), Integer.toString(port)),
              () -> FleetProcess.listens(port));
      case SQS -> {
        var queue = "http://127.0.0.1:%d/?Action=GetQueueUrl&QueueName=%s".formatted(port, QUEUE);
        yield start(
            data.resolve("sqs.log"),
            List.of("ElasticMq", Integer.toString(port), QUEUE),
            () -> FleetProcess.answers(URI.create(queue)));
      }
    };
  }

  /** The address of a service, as servers are given it. */
  static String address(Service service, int port) {
    return switch (service) {
      case KAFKA -> "127.0.0.1:" + port;
      case SQS -> "http://127.0.0.1:%d/000000000000/%s".formatted(port, QUEUE);
    };
  }

  private FleetProcess start(Path log, List<String> program, BooleanSupplier isReady) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx256m"));
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add("--sun-misc-unsafe-memory-access=allow");
    command.add("-cp");
    command.add(folder.resolve("classes") + File.pathSeparator + folder.resolve("lib") + "/*");
    command.add("dev.trestle.broker." + program.getFirst());
    command.addAll(program.subList(1, program.size()));
    return FleetProcess.start(program.getFirst(), command, Map.of(), log, isReady);
  }
}
