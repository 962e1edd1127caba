package dev.trestle.engine.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.Durability;
import dev.trestle.engine.FaultPoints;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LogNotifierTest {
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final int ROUNDS = 2000;
  private static final int CHANNEL = 5;

  private static Storage open(Durability durability) {
    return Storage.open(
        new StorageOptions(
            Optional.empty(), durability, 1 << 20, Clock.systemUTC(), FaultPoints.NONE));
  }

  private static void log(Storage storage) {
    storage.commit(storage.mutation().log(CHANNEL, new byte[5], new byte[0]));
  }

  private static CompletableFuture<Long> await(Storage storage, long seen) {
    return CompletableFuture.supplyAsync(() -> {
      try {
        return storage.awaitLog(CHANNEL, seen, LONG);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    });
  }

  @ParameterizedTest
  @EnumSource(Durability.class)
  void no_record_is_missed_however_waiting_and_writing_meet(Durability durability)
      throws Exception {
    try (var storage = open(durability)) {
      for (int i = 0; i < ROUNDS; i++) {
        long seen = storage.logPosition(CHANNEL);
        var waiter = await(storage, seen);
        log(storage);
        assertThat(waiter.get(1, TimeUnit.MINUTES)).isGreaterThan(seen);
      }
    }
  }

  @Test
  void the_position_covers_records_that_are_readable() throws Exception {
    try (var storage = open(Durability.FAST)) {
      long seen = storage.logPosition(CHANNEL);
      log(storage);
      long position = storage.awaitLog(CHANNEL, seen, LONG);
      assertThat(position).isEqualTo(storage.committedNumber());
    }
  }

  @Test
  void what_leaves_no_log_record_wakes_nobody() throws Exception {
    try (var storage = open(Durability.FAST)) {
      long seen = storage.logPosition(CHANNEL);
      storage.commit(storage.mutation().put(ColumnFamily.META, new byte[] {1}, new byte[0]));
      assertThat(storage.awaitLog(CHANNEL, seen, Duration.ofMillis(20))).isEqualTo(seen);
    }
  }

  @Test
  void a_record_of_another_channel_wakes_nobody() throws Exception {
    try (var storage = open(Durability.FAST)) {
      long seen = storage.logPosition(CHANNEL);
      storage.commit(storage.mutation().log(CHANNEL + 1, new byte[5], new byte[0]));
      assertThat(storage.awaitLog(CHANNEL, seen, Duration.ofMillis(20))).isEqualTo(seen);
    }
  }

  @Test
  void a_mutation_wakes_the_readers_of_all_its_records() throws Exception {
    try (var storage = open(Durability.FAST)) {
      long seen = storage.logPosition(0);
      var mutation = storage.mutation();
      for (int channel = 0; channel < 10; channel++) {
        mutation.log(channel, new byte[5], new byte[0]);
      }
      storage.commit(mutation);
      for (int channel = 0; channel < 10; channel++) {
        assertThat(storage.awaitLog(channel, seen, LONG)).isEqualTo(storage.committedNumber());
      }
    }
  }

  @Test
  void closing_lets_those_who_wait_go() throws Exception {
    var storage = open(Durability.SYNC);
    long seen = storage.logPosition(CHANNEL);
    var waiter = await(storage, seen);
    storage.close();
    assertThat(waiter.get(1, TimeUnit.MINUTES)).isEqualTo(seen);
  }
}
