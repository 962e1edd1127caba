package dev.trestle.engine.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.Durability;
import dev.trestle.engine.FaultPoints;
import dev.trestle.engine.SetClock;
import dev.trestle.engine.storage.ColumnFamily;
import dev.trestle.engine.storage.Storage;
import dev.trestle.engine.storage.StorageOptions;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RecoveryLogTest {
  private static final int LOG = 7;

  private final Storage storage =
      Storage.open(
          new StorageOptions(
              Optional.empty(), Durability.FAST, 1 << 20, new SetClock(), FaultPoints.NONE));
  private final RecoveryLog log = new RecoveryLog(storage, LOG);

  @AfterEach
  void close() {
    storage.close();
  }

  private void putFloor(int lineage, byte[] floor) {
    storage.commit(storage.mutation().put(ColumnFamily.LOG, LogKeys.floor(LOG, lineage), floor));
  }

  /** As versions before 2026-11-18 wrote it: the number below which a lineage was trimmed. */
  @Test
  void a_floor_without_a_time_limits_nothing() {
    putFloor(0, LogBytes.ofLong(42));
    assertThat(log.completeSince()).isEqualTo(Instant.EPOCH);
    putFloor(1, LogBytes.ofLongs(42, 5_000));
    assertThat(log.completeSince()).isEqualTo(Instant.ofEpochMilli(5_001));
  }
}
