package dev.trestle.fleet.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.platform.event.EventLog;
import dev.trestle.platform.event.EventLog.Start;
import dev.trestle.platform.event.EventLogContract;
import dev.trestle.platform.event.EventLogException;
import dev.trestle.testing.KafkaProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KafkaEventLogTest extends EventLogContract {
  @TempDir private static Path folder;
  private static KafkaProcess kafka;

  private final KafkaEventLog log = new KafkaEventLog(options("test_"));

  @BeforeAll
  static void startKafka() {
    kafka = KafkaProcess.start(folder);
  }

  @AfterAll
  static void stopKafka() {
    kafka.close();
  }

  @AfterEach
  void close() {
    log.close();
  }

  private static KafkaOptions options(String prefix) {
    return new KafkaOptions(kafka.hosts(), Map.of(), prefix);
  }

  @Override
  protected EventLog log() {
    return log;
  }

  private static CompletableFuture<Void> publishing(
      EventLog log, String topic, long from, long to) {
    return CompletableFuture.runAsync(
        () -> {
          try {
            log.publish(topic, events("k", from, to));
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        },
        Thread::startVirtualThread);
  }

  private boolean isWell() {
    try {
      log.check();
      return true;
    } catch (EventLogException away) {
      return false;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void what_is_published_while_kafka_is_away_waits_for_it_and_keeps_its_order() throws Exception {
    var received = new Received();
    var ofLate = new Received();
    log.publish(topic, events("k", 1, 3));
    var closed = new KafkaEventLog(options("test_"));
    try (var _ = log.follow(topic, Start.OLDEST, received);
        var late = new KafkaEventLog(options("late_"))) {
      closed.publish(topic, events("other", 1, 3));
      await(() -> received.count() >= 6);
      kafka.kill();
      var waiting = publishing(log, topic, 4, 900);
      // One that has never reached Kafka, and one that is closed while it waits.
      var first = publishing(late, topic, 1, 3);
      var given = publishing(closed, topic, 4, 6);
      try {
        assertThatThrownBy(log::check).isInstanceOf(EventLogException.class);
        closed.close();
        assertThatThrownBy(given::get)
            .isInstanceOf(ExecutionException.class)
            .hasCauseInstanceOf(EventLogException.class);
        assertThat(waiting).isNotDone();
        assertThat(first).isNotDone();
      } finally {
        kafka.restart();
      }
      waiting.get();
      first.get();
      log.publish(topic, events("k", 901, 903));
      await(() -> received.of("k").size() == 903);
      await(this::isWell);
      try (var _ = late.follow(topic, Start.OLDEST, ofLate)) {
        await(() -> ofLate.count() >= 3);
      }
    }
    assertThat(received.of("k")).isEqualTo(LongStream.rangeClosed(1, 903).boxed().toList());
    assertThat(received.of("other")).containsExactly(1L, 2L, 3L);
    assertThat(ofLate.of("k")).containsExactly(1L, 2L, 3L);
  }

  /** Once, a publication to such a topic waited until the server was restarted. */
  @Test
  void a_topic_that_was_deleted_is_created_again() throws Exception {
    log.follow(topic, Start.NOW, new Received()).close();
    try (var admin = Admin.create(options("").callingClient(Map.of()))) {
      admin.deleteTopics(List.of(options("test_").named(topic))).all().get();
    }
    publishing(log, topic, 1, 3).get(60, TimeUnit.SECONDS);
    var received = new Received();
    try (var _ = log.follow(topic, Start.OLDEST, received)) {
      await(() -> received.count() >= 3);
    }
    assertThat(received.of("k")).containsExactly(1L, 2L, 3L);
  }

  @Test
  void installations_with_other_prefixes_do_not_see_each_other() throws Exception {
    var received = new Received();
    try (var other = new KafkaEventLog(options("other_"))) {
      other.publish(topic, events("theirs", 1, 3));
      log.publish(topic, events("ours", 1, 3));
      try (var _ = log.follow(topic, Start.OLDEST, received)) {
        await(() -> received.of("ours").size() == 3);
      }
    }
    assertThat(received.of("theirs")).isEmpty();
  }

  @Test
  void records_of_others_in_a_topic_are_passed_over() throws Exception {
    log.publish(topic, events("k", 1, 1));
    var settings = options("").client(Map.of());
    try (var others =
        new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer())) {
      var name = options("test_").named(topic);
      for (var value : List.of("", "{}", "not JSON")) {
        others.send(new ProducerRecord<>(name, "k", value.getBytes(UTF_8))).get();
      }
      others.send(new ProducerRecord<>(name, "k", null)).get();
    }
    log.publish(topic, events("k", 2, 2));
    var received = new Received();
    try (var _ = log.follow(topic, Start.OLDEST, received)) {
      await(() -> received.count() >= 2);
    }
    assertThat(received.of("k")).containsExactly(1L, 2L);
  }

  @Test
  void settings_do_not_weaken_what_the_log_promises() {
    var settings =
        Map.of(
            "acks", "0",
            "enable.idempotence", "false",
            "max.in.flight.requests.per.connection", "5",
            "client.id", "mine");
    var options = new KafkaOptions(kafka.hosts(), settings, "");
    var used = options.client(Map.of("acks", "all"));
    assertThat(used).containsEntry("acks", "all").containsEntry("client.id", "mine");
    // Otherwise a batch could overtake the one before it, which is then refused for ever.
    assertThat(options.client(KafkaEventLog.PRODUCER))
        .containsEntry("max.in.flight.requests.per.connection", 1);
    try (var weakened = new KafkaEventLog(options)) {
      assertThatCode(() -> weakened.publish(topic, events("k", 1, 1))).doesNotThrowAnyException();
    }
    assertThat(options.toString()).doesNotContain("mine");
  }
}
