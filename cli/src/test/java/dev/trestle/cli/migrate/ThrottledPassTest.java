package dev.trestle.cli.migrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.LimitedTables;
import dev.trestle.engine.ManualClock;
import dev.trestle.store.Store;
import dev.trestle.store.TableCreation;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** A pass over a table that takes one write unit a second. */
class ThrottledPassTest {
  private static final int ITEMS = 60;

  private final ManualClock clock = new ManualClock();
  private final Trestle trestle =
      Trestle.open(
          EngineOptions.inMemory()
              .withClock(clock)
              .withLimits(LimitedTables.named(Set.of("boxes"))));
  private final DynamoDbClient client = trestle.client();

  @AfterEach
  void close() {
    trestle.close();
  }

  private TablePass pass(LongConsumer pause) {
    TableCreation.create(Boxes.BEFORE, client, "");
    Store.of(Boxes.BEFORE, client).run(Boxes.LOAD, Boxes.some(ITEMS), List.of());
    client.updateTable(ask ->
        ask.tableName("boxes")
            .onDemandThroughput(most -> most.maxWriteRequestUnits(1L).maxReadRequestUnits(-1L)));
    var copy = new CopyTask(client, MovedItems.of(Boxes.BOXES), "");
    return new TablePass(client, "boxes", copy, 10_000_000, new Throttling("boxes", pause));
  }

  @Test
  void a_throttled_pass_waits_and_goes_on() throws InterruptedException {
    var pass = pass(nanos -> clock.advance(Duration.ofNanos(nanos)));
    var started = clock.instant();
    var page = pass.page(Optional.empty());
    assertThat(page.changed()).isEqualTo(ITEMS);
    assertThat(client.scan(ask -> ask.tableName("boxes")).count()).isEqualTo(2 * ITEMS);
    assertThat(Duration.between(started, clock.instant())).isGreaterThan(Duration.ofMinutes(1));
  }

  @Test
  void a_pass_that_is_throttled_without_end_says_so() {
    var pass = pass(_ -> {});
    assertThatThrownBy(() -> pass.page(Optional.empty()))
        .isInstanceOf(MigrationException.class)
        .hasMessageContaining("throttled a request of the migration of boxes")
        .hasMessageContaining("--units");
  }

  /** Otherwise the items of a page, a few at a time, would wait for hours. */
  @Test
  void after_one_item_has_given_up_the_others_of_the_page_do_not_wait_any_longer() {
    var pauses = new AtomicInteger();
    var pass = pass(_ -> pauses.incrementAndGet());
    assertThatThrownBy(() -> pass.page(Optional.empty())).isInstanceOf(MigrationException.class);
    assertThat(pauses.get()).isLessThanOrEqualTo(TablePass.TASKS_MAX * Throttling.TRIES_MAX);
  }
}
