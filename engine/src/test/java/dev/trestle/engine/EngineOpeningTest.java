package dev.trestle.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.engine.storage.ColumnFamily;
import dev.trestle.engine.storage.Storage;
import dev.trestle.engine.storage.StorageOptions;
import dev.trestle.item.Item;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EngineOpeningTest {
  /** Once the threads that had begun to count items stayed. */
  @Test
  void an_engine_that_cannot_be_opened_leaves_no_thread(@TempDir Path folder) {
    try (var engine = Engine.open(EngineOptions.at(folder))) {
      HousekeepingTest.create(engine);
    }
    damageTransfers(folder);
    var before = threads();
    assertThatThrownBy(() -> Engine.open(EngineOptions.at(folder)))
        .isInstanceOf(RuntimeException.class);
    var started = new HashSet<>(threads());
    started.removeAll(before);
    assertThat(started).noneMatch(Thread::isAlive);
  }

  private static void damageTransfers(Path folder) {
    var options =
        new StorageOptions(
            Optional.of(folder), Durability.SYNC, 1 << 20, Clock.systemUTC(), FaultPoints.NONE);
    var key = "transfer/1".getBytes(StandardCharsets.US_ASCII);
    try (var storage = Storage.open(options)) {
      storage.commit(storage.mutation().put(ColumnFamily.META, key, Item.EMPTY.bytes()));
    }
  }

  private static Set<Thread> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("trestle-"))
        .collect(Collectors.toSet());
  }
}
