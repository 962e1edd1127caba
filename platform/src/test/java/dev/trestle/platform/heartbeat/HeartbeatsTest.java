package dev.trestle.platform.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.design.check.Finding.Severity;
import dev.trestle.design.check.ModelCheck;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.ManualClock;
import dev.trestle.platform.signal.MemorySignals;
import dev.trestle.platform.signal.Signals;
import dev.trestle.store.Store;
import dev.trestle.store.StoreOptions;
import dev.trestle.store.TableCreation;
import dev.trestle.testing.Await;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two servers, with signals between them or without. Heartbeats are made one by one. */
class HeartbeatsTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final ManualClock clock = new ManualClock();
  private final Trestle trestle = Trestle.open(EngineOptions.inMemory().withClock(clock));
  private final MemorySignals signals = new MemorySignals();
  private final MemorySignals elsewhere = new MemorySignals();
  private final AtomicInteger missed = new AtomicInteger();

  /** How many messages of the topic below have come. */
  private final AtomicInteger received = new AtomicInteger();

  private Store store() {
    return Store.of(HeartbeatModel.MODEL, trestle.client(), StoreOptions.standard().clock(clock));
  }

  @BeforeEach
  void open() {
    TableCreation.create(HeartbeatModel.MODEL, trestle.client(), "");
    signals.subscribe(
        "topic",
        new Signals.Listener() {
          @Override
          public void received(byte[] message) {
            received.incrementAndGet();
          }

          @Override
          public void missed() {
            missed.incrementAndGet();
          }
        });
  }

  @AfterEach
  void close() {
    signals.close();
    elsewhere.close();
    trestle.close();
  }

  private Heartbeats server(String name, Signals own) {
    var self = new Heartbeats.Self("srv_" + name, name, "1", "abcd");
    return new Heartbeats(store(), clock, own, self);
  }

  /** Signals come in order: once this one is here, all earlier ones are. */
  private int missedSoFar() {
    int before = received.get();
    signals.publish("topic", new byte[] {1});
    Await.until(() -> received.get() > before, TIMEOUT);
    return missed.get();
  }

  @Test
  void the_table_holds() {
    ModelCheck.of(HeartbeatModel.MODEL).orThrow(Severity.WARNING);
  }

  @Test
  void servers_see_each_other_until_they_stop() {
    try (var first = server("first", signals)) {
      assertThat(first.join()).isEmpty();
      try (var second = server("second", signals)) {
        assertThat(second.join()).extracting(Heartbeat::host).containsExactly("first");
        assertThat(first.all()).extracting(Heartbeat::host).containsExactly("first", "second");
      }
      assertThat(first.all()).extracting(Heartbeat::host).containsExactly("first");
    }
  }

  @Test
  void a_server_that_stands_still_is_no_longer_counted_and_causes_one_look_at_the_tables() {
    try (var first = server("first", signals);
        var second = server("second", elsewhere)) {
      second.join();
      first.beat();
      clock.advance(Heartbeats.STALE);
      first.beat();
      assertThat(first.all()).filteredOn(each -> !first.isFresh(each)).hasSize(1);
      assertThat(missedSoFar()).isEqualTo(1);
      first.beat();
      assertThat(missedSoFar()).isEqualTo(1);
    }
  }

  @Test
  void nobody_looks_at_the_tables_while_signals_arrive() {
    try (var first = server("first", signals);
        var second = server("second", signals)) {
      for (int i = 0; i < 5; i++) {
        int beat = i + 1;
        second.beat();
        Await.until(() -> first.heardOf("srv_second") == beat, TIMEOUT);
        first.beat();
        Await.until(() -> second.heardOf("srv_first") == beat, TIMEOUT);
      }
      assertThat(missedSoFar()).isZero();
    }
  }

  /** Signals that do not always get through, though the heartbeats do. */
  private static final class Lossy implements Signals {
    private final Signals others;
    private long unsent;

    Lossy(Signals others) {
      this.others = others;
    }

    @Override
    public void publish(String topic, byte[] message) {
      others.publish(topic, message);
    }

    @Override
    public Subscription subscribe(String topic, Listener listener) {
      return others.subscribe(topic, listener);
    }

    @Override
    public void missed() {}

    @Override
    public long unsent() {
      return unsent;
    }

    @Override
    public long dropped() {
      return 0;
    }

    @Override
    public void close() {}
  }

  @Test
  void listeners_look_at_the_tables_once_after_another_server_could_not_send() {
    var lossy = new Lossy(signals);
    try (var first = server("first", signals);
        var second = server("second", lossy)) {
      for (int i = 1; i <= 6; i++) {
        int beat = i;
        if (i == 3) lossy.unsent = 1;
        second.beat();
        Await.until(() -> first.heardOf("srv_second") == beat, TIMEOUT);
        first.beat();
        assertThat(missedSoFar()).isEqualTo(i < 3 ? 0 : 1);
      }
    }
  }

  @Test
  void listeners_look_at_the_tables_with_each_heartbeat_while_signals_get_lost() {
    try (var first = server("first", signals);
        var second = server("second", elsewhere)) {
      second.beat();
      first.beat();
      assertThat(missedSoFar()).isZero();
      for (int i = 1; i <= 3; i++) {
        second.beat();
        first.beat();
        assertThat(missedSoFar()).isEqualTo(i);
      }
    }
  }
}
