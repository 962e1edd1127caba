package dev.trestle.platform.event;

import dev.trestle.platform.event.EventSource.NewEvent;
import dev.trestle.platform.feed.Change;
import dev.trestle.platform.feed.ChangeConsumer;
import dev.trestle.platform.feed.ChangeFeed;
import dev.trestle.platform.feed.FollowedTable;
import dev.trestle.platform.metrics.Metric;
import dev.trestle.platform.web.Json;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;

/**
 * Publishes the events of the systems. All servers follow a table as one group, so each change is
 * published by the server that has the lease of its shard; after a crash, or by a server that lost
 * its lease without noticing, it is published again. While the log is unavailable the relay waits,
 * and then goes on where it was.
 */
public final class EventRelay implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(EventRelay.class.getName());

  /** A relay that is further behind than this waits for the log. */
  private static final Duration LAG_MAX = Duration.ofSeconds(60);

  private final EventLog log;
  private final ChangeFeed feed;
  private final List<TopicRelay> topics;
  private final List<ChangeFeed.Subscription> subscriptions = new ArrayList<>();

  private EventRelay(EventLog log, ChangeFeed feed, List<EventSource> sources) {
    this.log = log;
    this.feed = feed;
    this.topics = sources.stream().map(TopicRelay::new).toList();
  }

  /** A relay of these events. It publishes once it is started. */
  public static EventRelay of(EventLog log, ChangeFeed feed, List<EventSource> sources) {
    return new EventRelay(log, feed, sources);
  }

  /** Starts with the oldest changes that the streams keep, unless the group was there before. */
  public void start() {
    for (var topic : topics) {
      var followed = topic.followed();
      subscriptions.add(
          feed.follow(followed.group(), followed.table(), ChangeFeed.Start.HORIZON, topic));
    }
  }

  /** The tables that it follows, for console and metrics. */
  public List<FollowedTable> feeds() {
    return topics.stream().map(TopicRelay::followed).toList();
  }

  /**
   * Checks that this server is not far behind.
   *
   * @throws IllegalStateException if it is
   */
  public void check() {
    for (var followed : feeds()) {
      var lag = feed.stats(followed.group(), followed.table()).lagMax();
      if (lag.compareTo(LAG_MAX) > 0) {
        throw new IllegalStateException(followed.group() + " is " + lag + " behind");
      }
    }
  }

  public List<Metric> metrics() {
    var metrics = new ArrayList<Metric>();
    for (var topic : topics) {
      metrics.add(
          Metric.counter(
                  "events.published",
                  "Events that this server has published",
                  () -> (double) topic.published.sum())
              .label("topic", topic.source.topic()));
      metrics.add(
          Metric.counter(
                  "events.gaps",
                  "Times that changes expired before they were published",
                  () -> (double) topic.gaps.sum())
              .label("topic", topic.source.topic()));
    }
    return metrics;
  }

  /** Closes the log first, because a batch that waits for it would hold up the feed. */
  @Override
  public void close() {
    log.close();
    subscriptions.forEach(ChangeFeed.Subscription::close);
  }

  /** Publishes the events of one system. */
  private final class TopicRelay implements ChangeConsumer {
    final EventSource source;
    final LongAdder published = new LongAdder();
    final LongAdder gaps = new LongAdder();

    TopicRelay(EventSource source) {
      this.source = source;
    }

    FollowedTable followed() {
      return new FollowedTable("events-" + source.topic(), source.table());
    }

    @Override
    public void changed(List<Change> changes) throws InterruptedException {
      var events = new ArrayList<Event>();
      for (var change : changes) {
        source.of(change).map(event -> event(change, event)).ifPresent(events::add);
      }
      log.publish(source.topic(), events);
      published.add(events.size());
    }

    private Event event(Change change, NewEvent event) {
      return new Event(
          event.key(),
          change.sequence(),
          type(event.data().getClass()),
          source.table().name(),
          change.at(),
          Json.tree().valueToTree(event.data()));
    }

    @Override
    public void gap(String shard) {
      gaps.increment();
      LOG.log(
          Level.WARNING,
          "changes older than a day were not published to the topic " + source.topic());
    }
  }

  /** The type of an event: the name of its record in snake case. */
  public static String type(Class<?> event) {
    return event.getSimpleName().replaceAll("(?<=.)([A-Z])", "_$1").toLowerCase(Locale.ROOT);
  }
}
