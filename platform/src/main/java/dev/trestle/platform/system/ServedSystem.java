package dev.trestle.platform.system;

import dev.trestle.model.Model;
import dev.trestle.platform.event.EventSource;
import dev.trestle.platform.feed.FollowedTable;
import dev.trestle.platform.metrics.Health;
import dev.trestle.platform.metrics.Metric;
import dev.trestle.platform.web.Router;
import dev.trestle.platform.web.Site;
import dev.trestle.store.Store;
import java.util.List;
import java.util.Map;

/**
 * One system as a server runs it: its API, its pages and its background work. The server calls
 * {@link #mount}, listens, and calls {@link #start}; at the end it calls {@link #stop}, answers the
 * requests under way, and calls {@link #close}.
 */
public interface ServedSystem extends AutoCloseable {
  /** The name in flags, addresses and metrics, such as {@code stak}. */
  String name();

  /** The name that people read, such as {@code Stak}. */
  String title();

  /** Whether it has a page for people at {@code /<name>/}. */
  default boolean hasPage() {
    return true;
  }

  /** The stores of its tables, for console and metrics. */
  List<Store> stores();

  /** The models of its tables. */
  default List<Model> models() {
    return stores().stream().map(Store::model).toList();
  }

  /** The queues whose jobs it handles, by name. */
  default List<String> queues() {
    return List.of();
  }

  /** The tables whose changes it follows. */
  default List<FollowedTable> feeds() {
    return List.of();
  }

  /** The events that it publishes to the event log, if the server has one. */
  default List<EventSource> events() {
    return List.of();
  }

  /** The metrics it exports, beside those of its stores, queues and feeds. */
  default List<Metric> metrics() {
    return List.of();
  }

  /** Checks of its background work, by name. The server is not ready while one of them fails. */
  default Map<String, Health.Check> checks() {
    return Map.of();
  }

  /** How many sockets and live streams are open. */
  default long connections() {
    return 0;
  }

  /** Adds its API and its pages. */
  void mount(Site site);

  /** Adds what only the operator may do, below {@code /operator/<name>}. The server guards it. */
  default void mountOperator(Router router) {}

  /** Starts background work. Called once the site is listening. */
  void start();

  /** Stops taking work while requests are still answered: sockets are asked to reconnect. */
  default void stop() {}

  /** Ends background work and writes what is waiting to be written. */
  @Override
  void close();
}
