package dev.trestle.engine.ttl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.engine.Durability;
import dev.trestle.engine.FaultPoints;
import dev.trestle.engine.SetClock;
import dev.trestle.engine.storage.ColumnFamily;
import dev.trestle.engine.storage.Storage;
import dev.trestle.engine.storage.StorageOptions;
import dev.trestle.engine.table.Catalog;
import dev.trestle.engine.table.KeySchema;
import dev.trestle.engine.table.OpenTable;
import dev.trestle.engine.table.SchemaAttribute;
import dev.trestle.engine.table.StoredKeys;
import dev.trestle.engine.table.TableDefinitionBuilder;
import dev.trestle.engine.table.TimeToLive;
import dev.trestle.engine.write.ItemAction;
import dev.trestle.engine.write.ItemWrites;
import dev.trestle.item.Item;
import dev.trestle.item.Type;
import dev.trestle.item.Value;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SweeperTest {
  private final SetClock clock = new SetClock();
  private final AtomicInteger chunks = new AtomicInteger();
  private final FaultPoints faults =
      name -> {
        if (name.equals(FaultPoints.SWEEP_CHUNK)) chunks.incrementAndGet();
      };
  private final Storage storage =
      Storage.open(new StorageOptions(Optional.empty(), Durability.SYNC, 1 << 20, clock, faults));
  private final Catalog catalog = Catalog.load(storage, faults);
  private final ItemWrites writes = new ItemWrites(storage, clock, false);
  private OpenTable table = create("sessions");

  private OpenTable create(String name) {
    var keys = new KeySchema(List.of(new SchemaAttribute("pk", Type.S)), List.of());
    var builder =
        new TableDefinitionBuilder(catalog.newId(), name, "uuid-" + name, clock.instant(), keys);
    var ttl = new TimeToLive("ttl", catalog.newId(), true);
    return catalog.create(builder.timeToLive(Optional.of(ttl)).build());
  }

  @BeforeEach
  void start() {
    catalog.start(writes);
  }

  @AfterEach
  void close() {
    catalog.close();
    storage.close();
  }

  private Sweeper sweeper(Duration delay) {
    return new Sweeper(storage, catalog, writes::expire, clock, delay, faults);
  }

  private int sweep() {
    return sweeper(Duration.ZERO).sweep(() -> false);
  }

  private long inSeconds(long seconds) {
    return clock.instant().getEpochSecond() + seconds;
  }

  private void put(String pk, long expiry) {
    var item = Item.of("pk", Value.string(pk)).with("ttl", Value.number(expiry));
    writes.write(new ItemAction(table, key(pk), present -> Optional.of(item)));
  }

  private byte[] key(String pk) {
    return StoredKeys.item(table.definition(), Item.of("pk", Value.string(pk)));
  }

  private boolean isThere(String pk) {
    return storage.get(ColumnFamily.ITEMS, key(pk)) != null;
  }

  private int expiryEntries() {
    int id = table.definition().timeToLive().orElseThrow().indexId();
    int entries = 0;
    try (var range =
        storage.range(ColumnFamily.INDEX, StoredKeys.ofId(id), StoredKeys.ofId(id + 1), false)) {
      while (range.next()) entries++;
    }
    return entries;
  }

  @Test
  void an_item_goes_when_its_second_has_come_and_not_before() {
    put("a", inSeconds(10));
    put("b", inSeconds(11));
    clock.advance(Duration.ofMillis(9_999));
    assertThat(sweep()).isZero();
    clock.advance(Duration.ofMillis(1));
    assertThat(sweep()).isEqualTo(1);
    assertThat(isThere("a")).isFalse();
    assertThat(isThere("b")).isTrue();
    assertThat(expiryEntries()).isEqualTo(1);
  }

  @Test
  void an_item_whose_time_was_put_off_stays_until_then() {
    put("a", inSeconds(10));
    put("a", inSeconds(20));
    clock.advance(Duration.ofSeconds(10));
    assertThat(sweep()).isZero();
    clock.advance(Duration.ofSeconds(10));
    assertThat(sweep()).isEqualTo(1);
  }

  @Test
  void an_item_that_changed_while_it_was_swept_is_looked_at_again() {
    put("a", inSeconds(10));
    clock.advance(Duration.ofSeconds(10));
    var late =
        new Sweeper(
            storage,
            catalog,
            (swept, key, now) -> {
              put("a", inSeconds(1000));
              return writes.expire(swept, key, now);
            },
            clock,
            Duration.ZERO,
            faults);
    assertThat(late.sweep(() -> false)).isZero();
    assertThat(isThere("a")).isTrue();
  }

  @Test
  void a_delay_makes_removal_late() {
    put("a", inSeconds(10));
    var late = sweeper(Duration.ofDays(2));
    clock.advance(Duration.ofDays(2).plusSeconds(9));
    assertThat(late.sweep(() -> false)).isZero();
    clock.advance(Duration.ofSeconds(1));
    assertThat(late.sweep(() -> false)).isEqualTo(1);
  }

  @Test
  void an_item_that_was_over_for_five_years_before_it_was_written_stays() {
    put("a", inSeconds(-Expiry.PAST_SECONDS_MAX - 1));
    put("b", inSeconds(-Expiry.PAST_SECONDS_MAX));
    assertThat(sweep()).isEqualTo(1);
    assertThat(isThere("a")).isTrue();
    assertThat(isThere("b")).isFalse();
  }

  @Test
  void much_is_removed_in_chunks_and_a_sweep_can_be_stopped_between_them() {
    for (int i = 0; i < 250; i++) put("item" + i, inSeconds(0));
    assertThat(sweeper(Duration.ZERO).sweep(() -> chunks.get() == 1)).isEqualTo(100);
    assertThat(sweep()).isEqualTo(150);
    assertThat(chunks).hasValue(3);
    assertThat(expiryEntries()).isZero();
  }

  @Test
  void every_table_is_swept_and_a_deleted_one_is_passed_over() {
    put("a", inSeconds(0));
    var first = table;
    table = create("visits");
    put("b", inSeconds(0));
    catalog.delete(first, definition -> {});
    assertThat(sweep()).isEqualTo(1);
    assertThat(isThere("b")).isFalse();
  }

  /** The process decides whether it goes on after such an error, so it has to reach it. */
  @Test
  void an_error_in_a_removal_is_thrown_as_it_is() {
    put("a", inSeconds(-1));
    Sweeper.Removal failing =
        (_, _, _) -> {
          throw new InternalError("on purpose");
        };
    var sweeper = new Sweeper(storage, catalog, failing, clock, Duration.ZERO, faults);
    assertThatThrownBy(() -> sweeper.sweep(() -> false)).isInstanceOf(InternalError.class);
  }
}
