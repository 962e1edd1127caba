package dev.trestle.engine.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.engine.Durability;
import dev.trestle.engine.FaultPoints;
import dev.trestle.engine.SetClock;
import dev.trestle.engine.refusal.Refusal.ResourceNotFoundException;
import dev.trestle.engine.storage.Storage;
import dev.trestle.engine.storage.StorageOptions;
import dev.trestle.engine.table.Catalog;
import dev.trestle.engine.table.KeySchema;
import dev.trestle.engine.table.OpenTable;
import dev.trestle.engine.table.SchemaAttribute;
import dev.trestle.engine.table.StoredKeys;
import dev.trestle.engine.table.TableDefinitionBuilder;
import dev.trestle.item.Item;
import dev.trestle.item.Type;
import dev.trestle.item.Value;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ItemWritesTest {
  private static final Item ITEM = Item.of("pk", Value.string("a"));

  private final SetClock clock = new SetClock();
  private final Storage storage =
      Storage.open(
          new StorageOptions(Optional.empty(), Durability.SYNC, 1 << 20, clock, FaultPoints.NONE));
  private final Catalog catalog = Catalog.load(storage, FaultPoints.NONE);
  private final AtomicBoolean isBroken = new AtomicBoolean();
  private final ItemWrites writes =
      new ItemWrites(
          storage,
          clock,
          false,
          () -> {
            if (isBroken.get()) throw new IllegalStateException("on purpose");
          });

  @BeforeEach
  void start() {
    catalog.start(writes);
  }

  @AfterEach
  void close() {
    catalog.close();
    storage.close();
  }

  private OpenTable create(String name) {
    var keys = new KeySchema(List.of(new SchemaAttribute("pk", Type.S)), List.of());
    return catalog.create(
        new TableDefinitionBuilder(catalog.newId(), name, "uuid-" + name, clock.instant(), keys)
            .build());
  }

  private static ItemAction put(OpenTable table) {
    return new ItemAction(table, StoredKeys.item(table.definition(), ITEM), _ -> Optional.of(ITEM));
  }

  /** Once the first table counted an item that was never written, and kept the count for ever. */
  @Test
  void a_transaction_that_meets_a_deleted_table_counts_nothing() {
    var kept = create("kept");
    var deleted = create("deleted");
    var actions = List.of(put(kept), put(deleted));
    catalog.delete(deleted, _ -> {});
    assertThatThrownBy(() -> writes.writeAll(actions, _ -> {}))
        .isInstanceOf(ResourceNotFoundException.class);
    assertThat(kept.itemCount()).isZero();
    assertThat(kept.byteCount()).isZero();
  }

  /** Once its item stayed pending for ever, so that nobody could write it any more. */
  @Test
  void a_write_that_could_not_be_queued_leaves_its_item_as_it_was() {
    var table = create("things");
    isBroken.set(true);
    assertThatThrownBy(() -> writes.write(put(table))).hasMessage("on purpose");
    isBroken.set(false);
    assertThat(writes.write(put(table)))
        .isInstanceOfSatisfying(
            WriteOutcome.Done.class, done -> assertThat(done.before()).isEmpty());
  }
}
