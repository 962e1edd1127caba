package dev.trestle.console;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The servers that share the tables, as the console shows them. */
public interface ConsoleServers {
  /** The servers by the time they started. */
  List<Server> servers();

  /** Who works on what they share. */
  List<Lease> leases();

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
   * Shards that one server works on.
   *
   * @param work such as the name of a queue
   * @param kind what shares it out
   * @param server the id of the server; empty if nobody works on these
   */
  record Lease(String work, Kind kind, Optional<String> server, long shards) {}

  /** What servers share. */
  enum Kind {
    QUEUE,
    FEED,
    SCHEDULE
  }

  /**
   * What the page shows.
   *
   * @param shared whether other servers can share the tables
   * @param services beside the tables that servers share
   */
  record View(
      boolean shared, List<Server> servers, List<Lease> leases, List<ConsoleService> services) {}
}
