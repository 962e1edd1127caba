package dev.trestle.engine.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.trestle.engine.FaultPoints;
import dev.trestle.engine.refusal.Refusal.ResourceNotFoundException;
import dev.trestle.engine.result.TableDescription;
import dev.trestle.engine.storage.ColumnFamily;
import dev.trestle.engine.table.StreamSettings.ViewType;
import dev.trestle.item.Value;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CatalogTest {
  @TempDir private Path folder;

  @Test
  void numbers_are_not_used_twice_even_after_a_crash() {
    var used = new HashSet<Integer>();
    for (int opening = 0; opening < 3; opening++) {
      var open = OpenTables.at(folder);
      for (int i = 0; i < 40; i++) assertThat(used.add(open.catalog.newId())).isTrue();
      open.crash();
    }
  }

  @Test
  void a_table_whose_entry_was_not_written_is_not_there() {
    try (var open = OpenTables.failing(folder, FaultPoints.CATALOG_BEFORE_WRITE)) {
      assertThatThrownBy(() -> open.create("people")).hasMessageContaining("injected");
      assertThat(open.catalog.names()).isEmpty();
    }
    try (var open = OpenTables.at(folder)) {
      assertThat(open.catalog.names()).isEmpty();
    }
  }

  @Test
  void a_table_whose_entry_was_written_survives_a_crash_before_the_answer() {
    var crashed = OpenTables.failing(folder, FaultPoints.CATALOG_AFTER_WRITE);
    assertThatThrownBy(() -> crashed.create("people")).hasMessageContaining("injected");
    crashed.crash();
    try (var open = OpenTables.at(folder)) {
      assertThat(open.catalog.names()).containsExactly("people");
    }
  }

  /** Something failed after the last step of a restore. */
  @Test
  void a_restored_table_that_has_become_usable_is_not_abandoned() {
    try (var open = OpenTables.at(folder)) {
      var restore = new RestoreSummary("source", Optional.empty(), Instant.EPOCH, true);
      var table = open.catalog.create(open.builder("people").restore(Optional.of(restore)).build());
      open.catalog.finishRestore(table);
      open.catalog.abandon(table);
      assertThat(open.catalog.names()).containsExactly("people");
    }
  }

  @Test
  void a_table_that_is_deleted_while_its_recovery_starts_does_not_come_back() throws Exception {
    var isDeleting = new CountDownLatch(1);
    var mayGoOn = new CountDownLatch(1);
    var isArmed = new AtomicBoolean();
    FaultPoints faults =
        name -> {
          if (!name.equals(FaultPoints.COMMIT_BEFORE_WRITE)) return;
          if (!isArmed.compareAndSet(true, false)) return;
          isDeleting.countDown();
          awaitUninterruptibly(mayGoOn);
        };
    try (var open = OpenTables.with(folder, faults)) {
      var table = open.create("people");
      var starting = new RecoverySettings(open.catalog.newId(), Optional.empty(), 35);
      open.catalog.alter(
          table, before -> before.toBuilder().recovery(Optional.of(starting)).build());
      isArmed.set(true);
      var deletion = Thread.ofPlatform().start(() -> open.catalog.delete(table, ignored -> {}));
      isDeleting.await();
      var refusal = new AtomicReference<@Nullable Throwable>();
      var start =
          Thread.ofPlatform()
              .start(() ->
                  refusal.set(
                      catchThrowable(() -> open.catalog.startRecovery(table, starting.logId()))));
      while (start.isAlive() && start.getState() != Thread.State.WAITING) {
        LockSupport.parkNanos(100_000);
      }
      mayGoOn.countDown();
      deletion.join();
      start.join();
      assertThat(refusal.get()).isInstanceOf(ResourceNotFoundException.class);
    }
    try (var open = OpenTables.at(folder)) {
      assertThat(open.catalog.names()).isEmpty();
    }
  }

  /** Its writers do not all know of the other log yet. */
  @Test
  void recovery_that_was_switched_off_and_on_meanwhile_is_not_started_too_early() {
    try (var open = OpenTables.at(folder)) {
      var table = open.create("people");
      var first = new RecoverySettings(open.catalog.newId(), Optional.empty(), 35);
      var second = new RecoverySettings(open.catalog.newId(), Optional.empty(), 35);
      for (var log : List.of(Optional.of(first), Optional.<RecoverySettings>empty())) {
        open.catalog.alter(table, before -> before.toBuilder().recovery(log).build());
      }
      open.catalog.alter(table, before -> before.toBuilder().recovery(Optional.of(second)).build());

      open.catalog.startRecovery(table, first.logId());
      assertThat(table.definition().recovery()).contains(second);
      open.catalog.startRecovery(table, second.logId());
      assertThat(table.definition().recovery().orElseThrow().since()).isPresent();
    }
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void everything_in_a_definition_is_read_back_as_it_was_written() {
    TableDefinition before;
    try (var open = OpenTables.at(folder)) {
      var now = Instant.parse("2026-02-03T04:05:06.789Z");
      var table = open.create("people");
      open.addIndex(table);
      open.catalog.awaitMaintenance();
      var stream = new StreamSettings(open.catalog.newId(), ViewType.NEW_IMAGE, "label", now, true);
      var ttl = new TimeToLive("expires", open.catalog.newId(), true);
      before =
          open.catalog
              .alter(
                  table,
                  definition ->
                      definition.toBuilder().provisioned(new ProvisionedUnits(3, 4)).stream(
                              Optional.of(stream))
                          .timeToLive(Optional.of(ttl))
                          .tableClass(TableDefinition.TableClass.STANDARD_INFREQUENT_ACCESS)
                          .deletionProtection(true)
                          .encryptedByCustomerKey(true)
                          .tags(java.util.Map.of("team", "", "größe", "1"))
                          .build())
              .after();
    }
    try (var open = OpenTables.at(folder)) {
      assertThat(open.table("people").definition()).isEqualTo(before);
    }
  }

  /** Since then, only a table whose items are still being copied has a summary. */
  @Test
  void a_table_that_an_earlier_version_restored_is_one_like_any_other() {
    try (var open = OpenTables.at(folder)) {
      var summary = new RestoreSummary("source", Optional.empty(), Instant.EPOCH, false);
      open.catalog.create(open.builder("people").restore(Optional.of(summary)).build());
    }
    try (var open = OpenTables.at(folder)) {
      var table = open.catalog.require("people");
      assertThat(table.definition().restore()).isPresent();
      assertThat(TableDescription.of("eu-north-1", table).restore()).isEmpty();
    }
  }

  @Test
  void a_maximum_survives_reopening_and_has_a_version_of_its_own() {
    var ofTable = new MaximumUnits(Optional.of(100L), Optional.empty());
    var ofIndex = new MaximumUnits(Optional.empty(), Optional.of(7L));
    try (var open = OpenTables.at(folder)) {
      var table = open.create("people");
      open.addIndex(table);
      open.catalog.awaitMaintenance();
      assertThat(version(table.definition())).as("without a maximum").isEqualTo(1);
      open.catalog.alter(
          table,
          definition ->
              definition.toBuilder()
                  .indexes(
                      definition.indexes().stream()
                          .map(index -> index.withMaximum(ofIndex))
                          .toList())
                  .build());
      assertThat(version(table.definition())).isEqualTo(3);
      open.catalog.alter(table, definition -> definition.toBuilder().maximum(ofTable).build());
    }
    try (var open = OpenTables.at(folder)) {
      assertThat(open.table("people").definition().maximum()).isEqualTo(ofTable);
      assertThat(open.index("people").maximum()).isEqualTo(ofIndex);
    }
  }

  @Test
  void a_warm_throughput_survives_reopening_and_has_a_version_of_its_own() {
    var ofIndex = new WarmUnits(20_000, 4_000);
    try (var open = OpenTables.at(folder)) {
      var table = open.create("people");
      open.addIndex(table);
      open.catalog.awaitMaintenance();
      assertThat(version(table.definition())).as("what its units imply").isEqualTo(1);
      open.catalog.alter(
          table,
          definition ->
              definition.withIndexes(
                  definition.indexes().stream().map(index -> index.withWarm(ofIndex)).toList()));
      assertThat(version(table.definition())).isEqualTo(4);
      open.catalog.alter(
          table,
          definition -> definition.toBuilder().provisioned(new ProvisionedUnits(3, 9_000)).build());
    }
    try (var open = OpenTables.at(folder)) {
      assertThat(open.table("people").definition().warm())
          .as("never less than it was")
          .isEqualTo(new WarmUnits(12_000, 9_000));
      assertThat(open.index("people").warm()).isEqualTo(ofIndex);
    }
  }

  private static long version(TableDefinition definition) {
    return StoredFields.of(DefinitionEncoding.encode(definition)).number("version");
  }

  @Test
  void totals_are_kept_at_closing_and_need_no_recount() {
    try (var open = OpenTables.at(folder)) {
      var table = open.create("people");
      open.addIndex(table);
      open.catalog.awaitMaintenance();
      open.putColoured(table, 0, 10);
    }
    try (var open = OpenTables.at(folder)) {
      assertThat(new CatalogRecords(open.storage).isClean()).isTrue();
      assertTotals(open, 10);
    }
    try (var open = OpenTables.at(folder)) {
      assertThat(new CatalogRecords(open.storage).isClean()).as("closed again").isTrue();
      assertTotals(open, 10);
    }
  }

  @Test
  void totals_are_counted_anew_after_a_crash() {
    try (var open = OpenTables.at(folder)) {
      var table = open.create("people");
      open.addIndex(table);
      open.catalog.awaitMaintenance();
      open.putColoured(table, 0, 1000);
    }
    var crashed = OpenTables.at(folder);
    crashed.putColoured(crashed.table("people"), 1000, 1003);
    crashed.crash();
    try (var open = OpenTables.at(folder)) {
      assertThat(new CatalogRecords(open.storage).isClean()).isFalse();
      open.putColoured(open.table("people"), 1003, 1010);
      open.catalog.awaitMaintenance();
      assertTotals(open, 1010);
    }
  }

  private static void assertTotals(OpenTables open, int items) {
    var table = open.table("people");
    var index = open.index("people");
    var stored = open.entries(ColumnFamily.ITEMS, table.id());
    var entries = open.entries(ColumnFamily.INDEX, index.id());
    assertThat(table.itemCount()).isEqualTo(items).isEqualTo(stored.size());
    assertThat(table.byteCount()).isEqualTo(stored.stream().mapToInt(item -> item.size()).sum());
    assertThat(table.indexItemCount(index.id())).isEqualTo(items).isEqualTo(entries.size());
    assertThat(table.indexByteCount(index.id()))
        .isEqualTo(entries.stream().mapToInt(item -> item.size()).sum());
  }

  @Test
  void a_deleted_tables_items_are_removed() {
    try (var open = OpenTables.at(folder)) {
      var kept = open.create("kept");
      open.putColoured(kept, 0, 3);
      var table = open.create("people");
      var index = open.addIndex(table);
      open.catalog.awaitMaintenance();
      open.putColoured(table, 0, 3);
      open.catalog.delete(table, _ -> {});
      open.catalog.awaitMaintenance();
      assertThat(open.entries(ColumnFamily.ITEMS, table.id())).isEmpty();
      assertThat(open.entries(ColumnFamily.INDEX, index.id())).isEmpty();
      assertThat(open.entries(ColumnFamily.ITEMS, kept.id())).hasSize(3);
    }
  }

  @Test
  void removing_a_deleted_tables_items_goes_on_after_a_crash() {
    int id;
    var crashed = OpenTables.failing(folder, FaultPoints.PURGE_CHUNK);
    var table = crashed.create("people");
    id = table.id();
    crashed.putColoured(table, 0, 3);
    crashed.catalog.delete(table, _ -> {});
    crashed.catalog.awaitMaintenance();
    assertThat(crashed.entries(ColumnFamily.ITEMS, id)).hasSize(3);
    crashed.crash();
    try (var open = OpenTables.at(folder)) {
      open.catalog.awaitMaintenance();
      assertThat(open.catalog.names()).isEmpty();
      assertThat(open.entries(ColumnFamily.ITEMS, id)).isEmpty();
      assertThat(new CatalogRecords(open.storage).purges()).isEmpty();
    }
  }

  @Test
  void who_still_holds_a_deleted_table_cannot_write_to_it() {
    try (var open = OpenTables.at(folder)) {
      var table = open.create("people");
      var item = OpenTables.item(1, Value.string("red"));
      var key = StoredKeys.item(table.definition(), item);
      open.catalog.delete(table, _ -> {});
      var action = new dev.trestle.engine.write.ItemAction(table, key, _ -> Optional.of(item));
      assertThatThrownBy(() -> open.writes.write(action))
          .isInstanceOf(ResourceNotFoundException.class);
      open.catalog.awaitMaintenance();
      assertThat(open.entries(ColumnFamily.ITEMS, table.id())).isEmpty();
    }
  }

  @Test
  void a_deleted_tables_stream_is_known_until_it_is_forgotten() {
    int streamId;
    try (var open = OpenTables.at(folder)) {
      var now = Instant.parse("2026-02-03T04:05:06.789Z");
      streamId = open.catalog.newId();
      var stream = new StreamSettings(streamId, ViewType.KEYS_ONLY, "label", now, true);
      var builder = open.builder("people").stream(Optional.of(stream));
      var table = open.catalog.create(builder.build());
      assertThat(open.catalog.streams())
          .containsExactly(TableStream.live(table.definition(), stream));
      open.catalog.delete(table, _ -> {});
    }
    try (var open = OpenTables.at(folder)) {
      var stream = open.catalog.streams().getFirst();
      assertThat(stream.tableName()).isEqualTo("people");
      assertThat(stream.settings().id()).isEqualTo(streamId);
      assertThat(stream.settings().enabled()).isFalse();
      open.catalog.forgetStreams(stream.closed().orElseThrow());
      assertThat(open.catalog.streams()).containsExactly(stream);
      open.catalog.forgetStreams(stream.closed().orElseThrow().plusMillis(1));
      assertThat(open.catalog.streams()).isEmpty();
    }
    try (var open = OpenTables.at(folder)) {
      assertThat(open.catalog.streams()).isEmpty();
    }
  }
}
