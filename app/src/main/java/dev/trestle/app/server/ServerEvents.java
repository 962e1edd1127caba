package dev.trestle.app.server;

import dev.trestle.platform.event.EventRelay;
import dev.trestle.platform.feed.FollowedTable;
import dev.trestle.platform.metrics.Metric;
import dev.trestle.platform.system.ServedSystem;
import dev.trestle.platform.system.SystemContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Publishes the events of a server's systems to the event log. */
final class ServerEvents implements AutoCloseable {
  private final EventRelay relay;
  private final SystemContext context;

  private ServerEvents(EventRelay relay, SystemContext context) {
    this.relay = relay;
    this.context = context;
  }

  /** Empty if the server has no event log. */
  static Optional<ServerEvents> open(SystemContext context, List<ServedSystem> systems) {
    var sources = systems.stream().flatMap(system -> system.events().stream()).toList();
    return context
        .eventLog()
        .map(log -> new ServerEvents(EventRelay.of(log, context.feed(), sources), context));
  }

  void start() {
    relay.start();
  }

  /** Fails while events wait for long. */
  void checkRelay() {
    relay.check();
  }

  List<FollowedTable> feeds() {
    return relay.feeds();
  }

  List<Metric> metrics() {
    var metrics = new ArrayList<>(relay.metrics());
    feeds().forEach(followed -> metrics.add(ServerMetrics.lag(followed, context)));
    return metrics;
  }

  @Override
  public void close() {
    relay.close();
  }
}
