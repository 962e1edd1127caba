package dev.trestle.engine.operation;

import static dev.trestle.engine.operation.ReadRequests.item;
import static dev.trestle.engine.operation.ReadRequests.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.trestle.engine.Engine;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.expression.Expressions;
import dev.trestle.engine.operation.TransactGetItems.Get;
import dev.trestle.engine.refusal.CancellationReason;
import dev.trestle.engine.refusal.Refusal.TransactionCanceledException;
import dev.trestle.item.Item;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class TransactGetItemsTest {
  private Engine engine;

  @BeforeEach
  void open() {
    engine = Engine.open(EngineOptions.inMemory());
    engine.run(TableRequests.people().create());
    engine.run(TableRequests.named("other").create());
    put(engine, item("pk", "a", "x", "1"));
  }

  @AfterEach
  void close() {
    engine.close();
  }

  private static Get get(String table, String key) {
    return new Get(table, item("pk", key), Expressions.NONE);
  }

  private static TransactGetItems of(Get... gets) {
    return new TransactGetItems(List.of(gets), "INDEXES");
  }

  @Test
  void items_come_in_the_order_they_were_asked_for() {
    put(engine, "other", item("pk", "a", "y", "x".repeat(5000)));
    var projected =
        new Get("people", item("pk", "a"), Expressions.ofProjection("x, nothing", null));
    var result = engine.run(of(get("people", "none"), projected, get("other", "a")));
    assertThat(result.responses().get(0)).isEmpty();
    assertThat(result.responses().get(1)).contains(item("x", "1"));
    assertThat(result.responses().get(2)).isPresent();
    var people = result.consumedCapacity().get(0);
    assertThat(people.tableName()).isEqualTo("people");
    assertThat(people.total()).isEqualTo(4);
    assertThat(people.readUnits()).isEqualTo(4);
    assertThat(result.consumedCapacity().get(1).total()).isEqualTo(4);
  }

  @Test
  void reads_see_one_state_while_a_transaction_moves_between_items() throws InterruptedException {
    put(engine, item("pk", "left", "n", "0"));
    put(engine, item("pk", "right", "n", "0"));
    var done = new AtomicBoolean();
    var writer =
        Thread.ofPlatform()
            .start(() -> {
              for (int i = 1; i <= 300; i++) {
                var n = String.valueOf(i);
                engine.run(
                    new TransactWriteItems(
                        List.of(putAction("left", n), putAction("right", n)), null, null, null));
              }
              done.set(true);
            });
    while (!done.get()) {
      var found = engine.run(of(get("people", "left"), get("people", "right"))).responses();
      assertThat(found.get(0).flatMap(item -> item.get("n")))
          .isEqualTo(found.get(1).flatMap(item -> item.get("n")));
    }
    writer.join();
  }

  private static TransactWriteItems.Action putAction(String key, String n) {
    return new TransactWriteItems.Action(
        TransactWriteItems.Kind.PUT, "people", item("pk", key, "n", n), Expressions.NONE, null);
  }

  @Test
  void wrong_keys_cancel_the_transaction_by_position() {
    var refusal =
        catchThrowableOfType(
            TransactionCanceledException.class,
            () ->
                engine.run(
                    of(get("people", "a"), new Get("people", Item.EMPTY, Expressions.NONE))));
    assertThat(refusal)
        .hasMessage(
            "Transaction cancelled, please refer cancellation reasons for specific reasons [None,"
                + " ValidationError]");
    assertThat(refusal.reasons())
        .containsExactly(
            CancellationReason.NONE,
            new CancellationReason(
                "ValidationError",
                Optional.of("The provided key element does not match the schema"),
                Optional.empty()));
  }

  @Test
  void requests_that_cannot_be_are_refused() {
    refused(
        new TransactGetItems(List.of(), null),
        "ValidationException: 1 validation error detected: Value '[]' at 'transactItems' failed to"
            + " satisfy constraint: Member must have length greater than or equal to 1");
    refused(
        of(get("people", "a"), get("people", "a")),
        "ValidationException: Transaction request cannot include multiple operations on one item");
    refused(of(get("nowhere", "a")), "ResourceNotFoundException: Requested resource not found");
    var wrong = new Get("people", item("pk", "a"), Expressions.ofProjection("!!!", null));
    refused(
        of(get("nowhere", "a"), wrong),
        "ValidationException: Invalid ProjectionExpression: Syntax error; token: \"!\", near:"
            + " \"!!\"");
    var many = IntStream.range(0, 101).mapToObj(i -> get("people", "k" + i)).toList();
    assertThat(TableRequests.refusal(engine, new TransactGetItems(many, null)))
        .endsWith("Member must have length less than or equal to 100");
  }

  @Test
  void more_than_four_megabytes_are_refused() {
    var large = "x".repeat(400_000);
    var gets = IntStream.range(0, 11).mapToObj(i -> get("people", "large" + i)).toArray(Get[]::new);
    for (int i = 0; i < 11; i++) put(engine, item("pk", "large" + i, "d", large));
    assertThat(engine.run(of(Arrays.copyOf(gets, 10))).responses()).hasSize(10);
    refused(of(gets), "ValidationException: Transaction size cannot exceed 4194304 bytes");
  }

  private void refused(TransactGetItems request, String text) {
    assertThat(TableRequests.refusal(engine, request)).isEqualTo(text);
  }
}
