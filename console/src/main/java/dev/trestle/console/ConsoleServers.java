package dev.trestle.console;

import java.time.Instant;
import java.util.List;

/** The servers that share the tables, as the console shows them. */
@FunctionalInterface
public interface ConsoleServers {
  /** The servers by the time they started. */
  List<Server> servers();

  /**
   * A server.
   *
   * @param beatAt when it wrote its last heartbeat
   * @param connections its open sockets and live streams
   * @param running whether its last heartbeat is recent
   * @param self whether it is the one that shows this
   */
  record Server(
      String id,
      String host,
      String version,
      Instant startedAt,
      Instant beatAt,
      long connections,
      boolean running,
      boolean self) {}

  /**
   * What the page shows.
   *
   * @param shared whether other servers can share the tables
   * @param services beside the tables that servers share
   */
  record View(boolean shared, List<Server> servers, List<ConsoleService> services) {}
}
