package dev.trestle.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.VerifyReport.Problem;
import dev.trestle.engine.expression.Expressions;
import dev.trestle.engine.expression.LegacyParameters;
import dev.trestle.engine.operation.CreateTable;
import dev.trestle.engine.operation.PutItem;
import dev.trestle.engine.operation.UpdateContinuousBackups;
import dev.trestle.engine.request.ReturnOptions;
import dev.trestle.engine.request.TableParameters.AttributeDefinition;
import dev.trestle.engine.request.TableParameters.IndexSpecification;
import dev.trestle.engine.request.TableParameters.KeySchemaElement;
import dev.trestle.engine.request.TableParameters.Projection;
import dev.trestle.engine.storage.ColumnFamily;
import dev.trestle.engine.storage.Mutation;
import dev.trestle.item.Item;
import dev.trestle.item.Value;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Damage that no checksum shows is found by comparing what belongs together. */
class VerificationTest {
  private final Engine engine = Engine.open(EngineOptions.inMemory());

  @BeforeEach
  void fill() {
    engine.run(
        new CreateTable(
            "things",
            List.of(new AttributeDefinition("pk", "S"), new AttributeDefinition("g", "S")),
            List.of(new KeySchemaElement("pk", "HASH")),
            null,
            List.of(
                new IndexSpecification(
                    "byG",
                    List.of(new KeySchemaElement("g", "HASH")),
                    new Projection("ALL", null),
                    null)),
            "PAY_PER_REQUEST",
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null));
    for (var key : List.of("a", "b", "c")) put(key, "one");
  }

  private void put(String key, String group) {
    var item = Item.of(Map.of("pk", Value.string(key), "g", Value.string(group)));
    engine.run(
        new PutItem("things", item, Expressions.NONE, LegacyParameters.NONE, ReturnOptions.NONE));
  }

  @AfterEach
  void close() {
    engine.close();
  }

  private VerifyReport verify() {
    return engine.verify((done, total) -> {});
  }

  /** Changes the first entry of a column family behind the engine's back. */
  private void damage(ColumnFamily family, BiConsumer<Mutation, byte[]> change) {
    var storage = engine.storage();
    storage.enter();
    try (var range = storage.range(family, new byte[1], new byte[] {(byte) 0xFF}, false)) {
      assertThat(range.next()).isTrue();
      var mutation = storage.mutation();
      change.accept(mutation, range.key());
      storage.commit(mutation);
    } finally {
      storage.leave();
    }
  }

  @Test
  void sound_data_is_counted() {
    assertThat(verify()).isEqualTo(new VerifyReport(1, 3, 3, 0, List.of()));
  }

  @Test
  void a_missing_index_entry_is_found() {
    damage(ColumnFamily.INDEX, (mutation, key) -> mutation.delete(ColumnFamily.INDEX, key));
    assertThat(verify().problems())
        .containsExactly(new Problem("index byG of table things", "an item is missing"));
  }

  @Test
  void an_index_entry_without_an_item_is_found() {
    damage(ColumnFamily.ITEMS, (mutation, key) -> mutation.delete(ColumnFamily.ITEMS, key));
    assertThat(verify().problems())
        .containsExactly(new Problem("index byG of table things", "entries without an item: 1"));
  }

  @Test
  void an_entry_that_differs_from_its_item_is_found() {
    var other = Item.of("pk", Value.string("other"));
    damage(
        ColumnFamily.INDEX,
        (mutation, key) -> mutation.put(ColumnFamily.INDEX, key, other.bytes()));
    assertThat(verify().problems())
        .containsExactly(
            new Problem("index byG of table things", "an entry differs from its item"));
  }

  @Test
  void a_log_record_that_cannot_be_read_is_reported_and_does_not_end_the_verification() {
    engine.run(new UpdateContinuousBackups("things", true, null));
    put("a", "two");
    var time = new byte[Long.BYTES];
    var withoutKeyAndImages = new byte[] {1, 2, 0};
    var record = ByteBuffer.allocate(11).put(time).put(withoutKeyAndImages).array();
    damage(ColumnFamily.LOG, (mutation, key) -> mutation.put(ColumnFamily.LOG, key, record));
    var report = verify();
    assertThat(report.problems())
        .singleElement()
        .satisfies(problem -> {
          assertThat(problem.place()).isEqualTo("recovery log of things");
          assertThat(problem.what()).startsWith("an entry cannot be read: ");
        });
    assertThat(report.items()).isEqualTo(3);
  }

  @Test
  void an_item_under_another_key_is_found() {
    var other = Item.of(Map.of("pk", Value.string("other"), "g", Value.string("one")));
    damage(
        ColumnFamily.ITEMS,
        (mutation, key) -> mutation.put(ColumnFamily.ITEMS, key, other.bytes()));
    assertThat(verify().problems())
        .contains(
            new Problem("table things", "an item has another key than the one it is stored at"));
  }
}
