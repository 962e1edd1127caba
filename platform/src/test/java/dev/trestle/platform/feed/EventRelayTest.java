package dev.trestle.platform.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.model.Table;
import dev.trestle.platform.event.Event;
import dev.trestle.platform.event.EventLog;
import dev.trestle.platform.event.EventLogException;
import dev.trestle.platform.event.EventRelay;
import dev.trestle.platform.event.EventSource;
import dev.trestle.platform.event.MemoryEventLog;
import dev.trestle.platform.feed.Notes.Cover;
import dev.trestle.platform.feed.Notes.Note;
import dev.trestle.platform.lease.FailPoints;
import dev.trestle.platform.metrics.Metric;
import dev.trestle.store.Store;
import dev.trestle.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the relay publishes of the embedded engine's streams. */
final class EventRelayTest {
  private static final Duration SOON = Duration.ofSeconds(60);

  private final Trestle trestle = Trestle.inMemory();
  private final Store store = StreamFeedTest.create(trestle);
  private final StreamFeed feed = StreamFeedTest.feed(trestle, "one", FailPoints.NONE);
  private final List<Event> published = new ArrayList<>();

  private record NoteWritten(long page, long version) {}

  private static final class NoteEvents implements EventSource {
    @Override
    public String topic() {
      return "notes";
    }

    @Override
    public Table table() {
      return Notes.TABLE;
    }

    @Override
    public Optional<NewEvent> of(Change change) {
      return change
          .after(Notes.NOTE)
          .map(note -> new NewEvent(note.book(), new NoteWritten(note.page(), note.version())));
    }
  }

  @AfterEach
  void close() {
    trestle.close();
  }

  private void write(String book, long version) {
    store.run(Notes.WRITE, new Note(book, 1, version));
  }

  private static EventRelay relay(EventLog log, ChangeFeed feed) {
    var relay = EventRelay.of(log, feed, List.of(new NoteEvents()));
    relay.start();
    return relay;
  }

  /** Remembers what is published, which others may read at the same time. */
  private EventLog.Subscription remember(EventLog log) {
    return log.follow(
        "notes",
        EventLog.Start.OLDEST,
        events -> {
          synchronized (published) {
            published.addAll(events);
          }
        });
  }

  private List<Event> published() {
    synchronized (published) {
      return List.copyOf(published);
    }
  }

  /** The versions of a book as a reader sees it who passes over repeated events. */
  private List<Long> versions(String book) {
    var versions = new ArrayList<Long>();
    var last = "";
    for (var event : published()) {
      if (!event.key().equals(book) || event.sequence().compareTo(last) <= 0) continue;
      last = event.sequence();
      versions.add(event.data().path("version").asLong());
    }
    return versions;
  }

  @Test
  void a_change_is_published_with_its_table_key_and_sequence() {
    var log = new MemoryEventLog();
    try (var _ = remember(log);
        var relay = relay(log, feed)) {
      store.run(Notes.BIND, new Cover("a", "Boats"));
      write("a", 1);
      write("a", 2);
      Await.until(() -> published().size() == 2, SOON);
      assertThatCode(relay::check).doesNotThrowAnyException();
      Await.until(() -> value(relay, "events.published") == 2, SOON);
      assertThat(value(relay, "events.gaps")).isZero();
    }
    var event = published().getFirst();
    assertThat(event.table()).isEqualTo("notes");
    assertThat(event.key()).isEqualTo("a");
    assertThat(event.type()).isEqualTo("note_written");
    assertThat(event.data().toString()).isEqualTo("{\"page\":1,\"version\":1}");
    assertThat(versions("a")).containsExactly(1L, 2L);
  }

  private static double value(EventRelay relay, String name) {
    return relay.metrics().stream()
        .filter(metric -> metric.name().equals(name))
        .map(Metric::value)
        .findFirst()
        .orElseThrow()
        .getAsDouble();
  }

  /** A log that loses the acknowledgement of each first attempt, as a broken connection does. */
  private static final class Stuttering implements EventLog {
    private final EventLog log = new MemoryEventLog();
    private final AtomicInteger calls = new AtomicInteger();

    @Override
    public void publish(String topic, List<Event> events) throws InterruptedException {
      log.publish(topic, events);
      if (calls.incrementAndGet() % 2 == 1) throw new EventLogException("not acknowledged");
    }

    @Override
    public Subscription follow(String topic, String group, Consumer consumer) {
      return log.follow(topic, group, consumer);
    }

    @Override
    public Subscription follow(String topic, Start start, Consumer consumer) {
      return log.follow(topic, start, consumer);
    }

    @Override
    public void close() {
      log.close();
    }
  }

  @Test
  void a_repeated_publication_is_recognised_by_key_and_sequence() {
    var log = new Stuttering();
    try (var _ = remember(log);
        var _ = relay(log, feed)) {
      for (long version = 1; version <= 20; version++) write("a", version);
      Await.until(() -> versions("a").size() == 20 && published().size() > 20, SOON);
    }
    assertThat(versions("a")).isSorted().hasSize(20);
    assertThat(published().stream().distinct()).hasSize(20);
  }

  @Test
  void servers_share_the_work_and_one_that_ends_is_replaced() {
    var log = new MemoryEventLog();
    var other = new MemoryEventLog();
    try (var _ = remember(log);
        var _ = remember(other)) {
      try (var _ = relay(log, feed)) {
        write("a", 1);
        Await.until(() -> versions("a").size() == 1, SOON);
      }
      try (var _ = relay(other, StreamFeedTest.feed(trestle, "two", FailPoints.NONE))) {
        write("a", 2);
        Await.until(() -> versions("a").size() == 2, SOON);
      }
    }
    assertThat(versions("a")).containsExactly(1L, 2L);
    assertThat(published().stream().distinct()).hasSize(2);
  }

  /** A log that is unavailable until it is closed. */
  private static final class Away implements EventLog {
    private final CountDownLatch closed = new CountDownLatch(1);
    private final CountDownLatch waiting = new CountDownLatch(1);

    @Override
    public void publish(String topic, List<Event> events) throws InterruptedException {
      waiting.countDown();
      closed.await();
      throw new EventLogException("closed");
    }

    @Override
    public Subscription follow(String topic, String group, Consumer consumer) {
      throw new EventLogException("away");
    }

    @Override
    public Subscription follow(String topic, Start start, Consumer consumer) {
      throw new EventLogException("away");
    }

    @Override
    public void close() {
      closed.countDown();
    }
  }

  @Test
  void while_the_log_is_away_others_get_their_changes_and_nothing_is_lost() throws Exception {
    var away = new Away();
    var told = new Told();
    try (var _ = feed.follow("push", Notes.TABLE, ChangeFeed.Start.HORIZON, told)) {
      var waiting = relay(away, feed);
      write("a", 1);
      away.waiting.await();
      for (long version = 2; version <= 5; version++) write("a", version);
      Await.until(() -> told.lines().size() == 5, SOON);
      waiting.close();
      var log = new MemoryEventLog();
      try (var _ = remember(log);
          var _ = relay(log, feed)) {
        Await.until(() -> versions("a").size() == 5, SOON);
      }
    }
    assertThat(versions("a")).containsExactly(1L, 2L, 3L, 4L, 5L);
  }
}
