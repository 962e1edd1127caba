package dev.trestle.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.VerifyReport.Problem;
import dev.trestle.engine.expression.Expressions;
import dev.trestle.engine.expression.LegacyParameters;
import dev.trestle.engine.operation.CreateTable;
import dev.trestle.engine.operation.DeleteItem;
import dev.trestle.engine.operation.PutItem;
import dev.trestle.engine.operation.UpdateContinuousBackups;
import dev.trestle.engine.request.ReturnOptions;
import dev.trestle.engine.request.TableParameters.AttributeDefinition;
import dev.trestle.engine.request.TableParameters.KeySchemaElement;
import dev.trestle.engine.request.TableParameters.StreamSpecification;
import dev.trestle.engine.storage.ColumnFamily;
import dev.trestle.item.Item;
import dev.trestle.item.Value;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A record that is missing in a stream or a recovery log is found, although no checksum fails. */
class LogHolesTest {
  private static final String MIDDLE = "changes are missing before later ones: 1";
  private static final String END = "the last change does not lead to the present item: 1";
  private static final int CHANGE_KEY_BYTES = 13;

  private final SetClock clock = new SetClock();
  private final Engine engine = Engine.open(EngineOptions.inMemory().withClock(clock));

  @AfterEach
  void close() {
    engine.close();
  }

  private void create(String view) {
    engine.run(
        new CreateTable(
            "things",
            List.of(new AttributeDefinition("pk", "S")),
            List.of(new KeySchemaElement("pk", "HASH")),
            null,
            null,
            "PAY_PER_REQUEST",
            null,
            null,
            null,
            view.isEmpty() ? null : new StreamSpecification(true, view),
            null,
            null,
            null,
            null));
  }

  private void enableRecovery() {
    engine.run(new UpdateContinuousBackups("things", true, null));
  }

  private void put(String key, String value) {
    var item = Item.of(Map.of("pk", Value.string(key), "v", Value.string(value)));
    engine.run(
        new PutItem("things", item, Expressions.NONE, LegacyParameters.NONE, ReturnOptions.NONE));
  }

  private void delete(String key) {
    engine.run(
        new DeleteItem(
            "things",
            Item.of("pk", Value.string(key)),
            Expressions.NONE,
            LegacyParameters.NONE,
            ReturnOptions.NONE));
  }

  /** Changes one item four times and another one in between. */
  private void change() {
    put("a", "1");
    put("b", "1");
    put("a", "2");
    put("a", "3");
    put("a", "4");
  }

  /** Removes the n-th change of the item with four of them behind the engine's back. */
  private void lose(int change) {
    var storage = engine.storage();
    storage.enter();
    try {
      var ofItem = new ArrayList<byte[]>();
      var others = new ArrayList<byte[]>();
      try (var range =
          storage.range(ColumnFamily.LOG, new byte[1], new byte[] {(byte) 0xFF}, false)) {
        while (range.next()) {
          if (range.key().length != CHANGE_KEY_BYTES) continue;
          var content = new String(range.value(), StandardCharsets.ISO_8859_1);
          (content.contains("a") ? ofItem : others).add(range.key());
        }
      }
      assertThat(ofItem).hasSize(4);
      assertThat(others).hasSize(1);
      storage.commit(storage.mutation().delete(ColumnFamily.LOG, ofItem.get(change)));
    } finally {
      storage.leave();
    }
  }

  private List<Problem> problems() {
    return engine.verify((done, total) -> {}).problems();
  }

  @ParameterizedTest
  @ValueSource(strings = {"NEW_AND_OLD_IMAGES", "NEW_IMAGE", "OLD_IMAGE", "KEYS_ONLY"})
  void a_change_that_is_missing_in_a_stream_is_found(String view) {
    create(view);
    change();
    assertThat(problems()).isEmpty();
    lose(1);
    assertThat(problems()).containsExactly(new Problem("stream of things", MIDDLE));
  }

  @Test
  void a_change_that_is_missing_in_a_recovery_log_is_found() {
    create("");
    enableRecovery();
    change();
    assertThat(problems()).isEmpty();
    lose(2);
    assertThat(problems()).containsExactly(new Problem("recovery log of things", MIDDLE));
  }

  @Test
  void a_last_change_that_is_missing_is_found() {
    create("");
    enableRecovery();
    change();
    lose(3);
    assertThat(problems()).containsExactly(new Problem("recovery log of things", END));
  }

  @Test
  void a_deletion_that_is_missing_is_found() {
    create("KEYS_ONLY");
    put("a", "1");
    put("b", "1");
    put("a", "2");
    put("a", "3");
    delete("a");
    assertThat(problems()).isEmpty();
    lose(3);
    assertThat(problems()).containsExactly(new Problem("stream of things", END));
  }

  @Test
  void items_from_before_the_log_and_trimmed_records_are_no_holes() {
    create("");
    put("a", "0");
    put("c", "0");
    enableRecovery();
    change();
    delete("b");
    put("b", "again");
    clock.advance(Duration.ofDays(36));
    put("a", "5");
    engine.runHousekeeping();
    assertThat(problems()).isEmpty();
  }
}
