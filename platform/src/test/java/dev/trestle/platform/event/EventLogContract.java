package dev.trestle.platform.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.trestle.platform.event.EventLog.Start;
import dev.trestle.testing.Await;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The contract of {@link EventLog}. */
public abstract class EventLogContract {
  private static final AtomicLong TOPICS = new AtomicLong(System.nanoTime());

  /** Each test has a topic of its own. */
  protected final String topic = "topic-" + TOPICS.incrementAndGet();

  protected abstract EventLog log();

  protected static void await(BooleanSupplier condition) {
    Await.until(condition, Duration.ofSeconds(60));
  }

  protected static Event event(String key, long number) {
    var data = JsonNodeFactory.instance.objectNode().put("number", number);
    return new Event(
        key, Long.toString(number), "counted", "counters", Instant.ofEpochMilli(number), data);
  }

  /** Events of one key, from one number to another. */
  protected static List<Event> events(String key, long from, long to) {
    return LongStream.rangeClosed(from, to).mapToObj(number -> event(key, number)).toList();
  }

  /** Remembers the numbers of each key, in the order they came in. */
  protected static final class Received implements EventLog.Consumer {
    private final Map<String, List<Long>> byKey = new HashMap<>();

    public Received() {}

    @Override
    public synchronized void received(List<Event> events) {
      for (var event : events) {
        byKey
            .computeIfAbsent(event.key(), _ -> new ArrayList<>())
            .add(event.data().path("number").asLong());
      }
    }

    /** Without repeated ones, which any log may deliver. */
    public synchronized List<Long> of(String key) {
      var numbers = new ArrayList<Long>();
      for (long number : byKey.getOrDefault(key, List.of())) {
        if (numbers.isEmpty() || number > numbers.getLast()) numbers.add(number);
      }
      return numbers;
    }

    public synchronized int count() {
      return byKey.values().stream().mapToInt(List::size).sum();
    }
  }

  private static List<Long> numbers(long from, long to) {
    return LongStream.rangeClosed(from, to).boxed().toList();
  }

  @Test
  void an_event_comes_as_it_was_published() throws Exception {
    var data =
        JsonNodeFactory.instance.objectNode().put("text", "ä\u0000\n\"").put("large", 1L << 60);
    var at = Instant.parse("2026-11-17T10:00:00.123Z");
    var sent = new Event("k/ü", "100000000000000000000", "noted", "notes", at, data);
    var received = new ArrayList<Event>();
    log().publish(topic, List.of(sent));
    EventLog.Consumer consumer =
        events -> {
          synchronized (received) {
            received.addAll(events);
          }
        };
    try (var _ = log().follow(topic, Start.OLDEST, consumer)) {
      await(() -> {
        synchronized (received) {
          return received.size() == 1;
        }
      });
    }
    assertThat(received).containsExactly(sent);
  }

  @Test
  void events_of_a_key_come_in_order() throws Exception {
    var received = new Received();
    try (var _ = log().follow(topic, "order", received)) {
      for (long round = 0; round < 10; round++) {
        var batch = new ArrayList<Event>();
        for (long number = 1; number <= 10; number++) {
          for (int key = 0; key < 20; key++) batch.add(event("k" + key, round * 10 + number));
        }
        log().publish(topic, batch);
      }
      await(() -> received.count() >= 2000);
    }
    for (int key = 0; key < 20; key++) {
      assertThat(received.of("k" + key)).isEqualTo(numbers(1, 100));
    }
  }

  @Test
  void every_group_gets_all_and_the_members_of_a_group_share() throws Exception {
    var one = new Received();
    var two = new Received();
    var other = new Received();
    try (var _ = log().follow(topic, "shared", one);
        var _ = log().follow(topic, "shared", two);
        var _ = log().follow(topic, "other", other)) {
      for (int key = 0; key < 50; key++) log().publish(topic, events("k" + key, 1, 2));
      await(() -> other.count() >= 100);
      await(() -> {
        var keys = new HashSet<String>();
        for (int key = 0; key < 50; key++) {
          var name = "k" + key;
          if (one.of(name).contains(2L) || two.of(name).contains(2L)) keys.add(name);
        }
        return keys.size() == 50;
      });
    }
    for (int key = 0; key < 50; key++) assertThat(other.of("k" + key)).isEqualTo(numbers(1, 2));
  }

  @Test
  void a_group_goes_on_where_it_was() throws Exception {
    var first = new Received();
    log().publish(topic, events("k", 1, 5));
    try (var _ = log().follow(topic, "again", first)) {
      await(() -> first.count() >= 5);
    }
    log().publish(topic, events("k", 6, 8));
    var second = new Received();
    try (var _ = log().follow(topic, "again", second)) {
      await(() -> second.count() >= 3);
    }
    assertThat(first.of("k")).isEqualTo(numbers(1, 5));
    assertThat(second.of("k")).isEqualTo(numbers(6, 8));
  }

  @Test
  void somebody_alone_gets_all_events_or_those_from_now_on() throws Exception {
    log().publish(topic, events("k", 1, 3));
    var all = new Received();
    var later = new Received();
    try (var _ = log().follow(topic, Start.OLDEST, all);
        var _ = log().follow(topic, Start.NOW, later)) {
      log().publish(topic, events("k", 4, 5));
      await(() -> all.count() >= 5 && later.count() >= 2);
    }
    assertThat(all.of("k")).isEqualTo(numbers(1, 5));
    assertThat(later.of("k")).isEqualTo(numbers(4, 5));
  }

  @Test
  void what_a_consumer_refuses_comes_again_before_later_events() throws Exception {
    var received = new Received();
    var calls = new AtomicInteger();
    EventLog.Consumer consumer =
        events -> {
          if (calls.incrementAndGet() < 3) throw new IllegalStateException("not now");
          received.received(events);
        };
    log().publish(topic, events("k", 1, 2));
    try (var _ = log().follow(topic, "failing", consumer)) {
      await(() -> calls.get() >= 1);
      log().publish(topic, events("k", 3, 4));
      await(() -> received.count() >= 4);
    }
    assertThat(received.of("k")).isEqualTo(numbers(1, 4));
  }

  @Test
  void an_error_of_a_consumer_does_not_end_its_subscription() throws Exception {
    var received = new Received();
    var errors =
        new ConcurrentLinkedQueue<Error>(
            List.of(
                new StackOverflowError("on purpose"),
                new NoClassDefFoundError("on purpose"),
                new AssertionError("on purpose")));
    EventLog.Consumer consumer =
        events -> {
          var error = errors.poll();
          if (error != null) throw error;
          received.received(events);
        };
    log().publish(topic, events("k", 1, 2));
    try (var _ = log().follow(topic, "errors", consumer)) {
      await(() -> received.count() >= 2);
      log().publish(topic, events("k", 3, 4));
      await(() -> received.count() >= 4);
    }
    assertThat(received.of("k")).isEqualTo(numbers(1, 4));
  }

  @Test
  void a_consumer_may_end_its_own_subscription() throws Exception {
    var subscription = new ArrayList<EventLog.Subscription>();
    var ended = new AtomicInteger();
    log().publish(topic, events("k", 1, 1));
    EventLog.Consumer consumer =
        _ -> {
          synchronized (subscription) {
            subscription.forEach(EventLog.Subscription::close);
            ended.addAndGet(subscription.size());
          }
          if (ended.get() == 0) throw new IllegalStateException("not opened yet");
        };
    var opened = log().follow(topic, "ending", consumer);
    synchronized (subscription) {
      subscription.add(opened);
    }
    await(() -> ended.get() > 0);
    opened.close();
  }

  @Test
  void what_is_too_large_or_has_no_name_is_refused() {
    var large = JsonNodeFactory.instance.objectNode().put("text", "x".repeat(Event.BYTES_MAX));
    var event = new Event("k", "1", "noted", "notes", Instant.EPOCH, large);
    assertThatThrownBy(() -> log().publish(topic, List.of(event)))
        .isInstanceOf(IllegalArgumentException.class);
    for (var name : List.of("", "a b", "a/b", "x".repeat(129))) {
      assertThatThrownBy(() -> log().publish(name, events("k", 1, 1)))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> log().follow(name, Start.NOW, new Received()))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> log().follow(topic, name, new Received()))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
