package dev.trestle.app.fleet;

import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The servers of a fleet, each a process of its own. One that ends is started again after a second,
 * as a supervisor would.
 */
final class FleetServers implements AutoCloseable {
  private static final int START_ATTEMPTS = 3;
  private static final String AOT_CACHE = "-XX:AOTCache=";

  private final FleetOptions options;
  private final Map<String, String> shared;
  private final URI database;
  private final URI redis;
  private final List<FleetProcess> processes = new ArrayList<>();
  private final List<Integer> ports = new ArrayList<>();
  private final Supervisor supervisor = new Supervisor(processes);

  private FleetServers(FleetOptions options, Map<String, String> shared, URI database, URI redis) {
    this.options = options;
    this.shared = shared;
    this.database = database;
    this.redis = redis;
  }

  /**
   * Starts all servers and waits until they are ready.
   *
   * @param shared the environment of all servers
   */
  static FleetServers start(
      FleetOptions options, Map<String, String> shared, URI database, URI redis) {
    var servers = new FleetServers(options, shared, database, redis);
    try {
      // One after the other: the first one creates the tables.
      for (int number = 0; number < options.servers(); number++) servers.launch(number);
      servers.supervisor.start();
      return servers;
    } catch (RuntimeException e) {
      servers.close();
      throw e;
    }
  }

  /** Another process may take the port in the meantime, so it tries several. */
  private void launch(int number) {
    for (int attempt = 1; ; attempt++) {
      int port = FreePort.find();
      try {
        processes.add(launch(number, port));
        ports.add(port);
        return;
      } catch (UncheckedIOException e) {
        if (attempt == START_ATTEMPTS) throw e;
      }
    }
  }

  private FleetProcess launch(int number, int port) {
    var environment = new HashMap<>(shared);
    environment.put("TRESTLE_PORT", Integer.toString(port));
    environment.put("TRESTLE_ENDPOINT", options.links().database(number, database).toString());
    environment.put("TRESTLE_REDIS", options.links().redis(number, redis).toString());
    environment.putAll(options.settings());
    var log = options.folder().resolve("server-" + (number + 1) + ".log");
    var health = URI.create("http://127.0.0.1:" + port + "/health");
    return FleetProcess.start(
        "server " + (number + 1), command(), environment, log, () -> FleetProcess.answers(health));
  }

  private List<String> command() {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-XX:+ExitOnOutOfMemoryError"));
    // The launcher's cache of loaded classes serves the servers, too.
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> option.startsWith(AOT_CACHE))
        .findFirst()
        .ifPresent(option -> command.addAll(List.of(option, "-Xlog:disable")));
    command.addAll(options.java());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(options.program());
    return command;
  }

  List<FleetProcess> processes() {
    return List.copyOf(processes);
  }

  List<Integer> ports() {
    return List.copyOf(ports);
  }

  /** Asks all servers to end, at once. */
  @Override
  public void close() {
    supervisor.close();
    processes.parallelStream().forEach(FleetProcess::close);
  }
}
