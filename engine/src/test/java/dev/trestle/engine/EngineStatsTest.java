package dev.trestle.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.StorageStats.FamilyStats;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class EngineStatsTest {
  @Test
  void an_engine_in_a_folder_tells_of_its_log_and_its_disk(@TempDir Path folder) {
    try (var engine = Engine.open(EngineOptions.at(folder))) {
      var health = engine.stats();
      var storage = health.storage();
      assertThat(storage.durability()).isEqualTo(Durability.SYNC);
      assertThat(storage.folder().orElseThrow()).startsWith(folder);
      assertThat(storage.families())
          .extracting(FamilyStats::name)
          .containsExactly("catalog", "items", "index", "log");
      assertThat(storage.memory().cacheBytesMax()).isEqualTo(64L << 20);
      assertThat(storage.writes().pending()).isZero();
      assertThat(storage.writes().stopped()).isFalse();
      assertThat(storage.disk().orElseThrow().freeBytes()).isPositive();
      assertThat(health.now()).isAfterOrEqualTo(health.opened());
    }
  }

  @Test
  void an_engine_in_memory_has_no_disk() {
    try (var engine = Engine.open(EngineOptions.inMemory())) {
      assertThat(engine.stats().storage().disk()).isEmpty();
      assertThat(engine.stats().storage().folder()).isEmpty();
    }
  }
}
