package dev.trestle.app.server;

import static dev.trestle.model.AutoScaling.upTo;
import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.LimitedTables;
import dev.trestle.engine.ManualClock;
import dev.trestle.model.Entity;
import dev.trestle.model.Model;
import dev.trestle.model.Table;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import dev.trestle.store.Store;
import dev.trestle.store.StoreOptions;
import dev.trestle.store.TableCreation;
import dev.trestle.testing.Await;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputDescription;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** Auto scaling of limited tables, minute by minute on the engine's clock. */
class TableScalingTest {
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  record Note(String book, String page) {}

  private static final Part<String> BOOK = Part.text("book", Alphabet.of("a-z"), 20);
  private static final Part<String> PAGE = Part.text("page", Alphabet.of("0-9"), 20);

  private static final Table NOTES =
      Table.named("notes")
          .partition(string("pk"))
          .sort(string("sk"))
          .global(index("by-page", string("page")).keysOnly())
          .provisioned(5, 10, upTo(50, 100))
          .ephemeral()
          .build();

  private static final Table FIXED =
      Table.named("fixed").partition(string("pk")).provisioned(5, 10).ephemeral().build();

  private static final Entity<Note> NOTE =
      NOTES
          .entity(Note.class, lookup())
          .partition(BOOK)
          .sort(PAGE)
          .in("by-page", KeyTemplate.of("p#<page>", PAGE))
          .example(new Note("a", "1"));

  private static final Model MODEL =
      Model.named("notes").tables(NOTES, FIXED).entities(NOTE).build();

  private final ManualClock clock = new ManualClock();
  private final Trestle trestle =
      Trestle.open(
          EngineOptions.inMemory()
              .withClock(clock)
              .withLimits(LimitedTables.named(Set.of("p-notes"))));
  private final List<ScaledTable> scaled;
  private int written;

  TableScalingTest() {
    TableCreation.create(MODEL, trestle.client(), "p-");
    scaled = tables(trestle);
  }

  private List<ScaledTable> tables(Trestle engine) {
    var store = Store.of(MODEL, engine.client(), StoreOptions.standard().tablePrefix("p-"));
    return TableScaling.tables(engine.engine(), engine.client(), List.of(store), clock.instant());
  }

  @AfterEach
  void close() {
    trestle.close();
  }

  /** A minute with this many writes a second; returns how many of them were throttled. */
  private int minute(int perSecond) {
    int throttled = 0;
    for (int second = 0; second < 60; second++) {
      clock.advance(Duration.ofSeconds(1));
      for (int i = 0; i < perSecond; i++) if (!isWritten()) throttled++;
    }
    scaled.forEach(table -> table.minute(clock.instant()));
    return throttled;
  }

  private boolean isWritten() {
    var page = Integer.toString(written++);
    try {
      trestle
          .client()
          .putItem(request ->
              request
                  .tableName("p-notes")
                  .item(
                      Map.of(
                          "pk", AttributeValue.fromS("a"),
                          "sk", AttributeValue.fromS(page),
                          "page", AttributeValue.fromS("p#" + page))));
      return true;
    } catch (ProvisionedThroughputExceededException e) {
      return false;
    }
  }

  private TableDescription described() {
    return trestle.client().describeTable(request -> request.tableName("p-notes")).table();
  }

  private long writeUnits() {
    return described().provisionedThroughput().writeCapacityUnits();
  }

  private ProvisionedThroughputDescription indexUnits() {
    return described().globalSecondaryIndexes().getFirst().provisionedThroughput();
  }

  @Test
  void units_follow_the_load_of_a_table_and_its_index_and_stop_throttling_it() {
    assertThat(scaled).hasSize(1);
    assertThat(minute(42)).as("ten units a second").isPositive();
    assertThat(writeUnits()).isEqualTo(10);
    // What is throttled is not consumed, so each step is only half as high again.
    for (int i = 0; i < 10; i++) minute(42);
    assertThat(writeUnits()).as("at the target").isEqualTo(60);
    assertThat(indexUnits().writeCapacityUnits()).isEqualTo(60);
    assertThat(described().provisionedThroughput().readCapacityUnits()).isEqualTo(5);
    assertThat(minute(42)).isZero();
    for (int i = 0; i < 15; i++) minute(1);
    assertThat(writeUnits()).as("the minimum").isEqualTo(10);
    assertThat(indexUnits().writeCapacityUnits()).isEqualTo(10);
  }

  @Test
  void units_stop_at_the_maximum() {
    for (int i = 0; i < 16; i++) minute(120);
    assertThat(writeUnits()).isEqualTo(100);
    assertThat(minute(120)).isPositive();
  }

  @Test
  void scaling_goes_on_from_units_that_somebody_else_has_set() {
    minute(1);
    setWriteUnits(80);
    for (int i = 0; i < 14; i++) minute(14);
    assertThat(writeUnits()).isEqualTo(80);
    minute(14);
    assertThat(writeUnits()).isEqualTo(20);
  }

  /** Once nothing was scaled until the clock was there again. */
  @Test
  void scaling_goes_on_when_the_clock_is_set_back() {
    minute(1);
    clock.set(clock.instant().minus(Duration.ofHours(1)));
    scaled.forEach(table -> table.minute(clock.instant()));
    assertThat(minute(9) + minute(9)).isZero();
    assertThat(writeUnits()).isEqualTo(13);
  }

  @Test
  void tables_are_scaled_once_a_minute_also_when_the_clock_is_set_back() {
    try (var _ = TableScaling.start(scaled, clock)) {
      setWriteUnits(200);
      awaitScaling();
      clock.set(clock.instant().minus(Duration.ofDays(365)));
      setWriteUnits(200);
      awaitScaling();
    }
  }

  private void setWriteUnits(long units) {
    trestle
        .client()
        .updateTable(request ->
            request
                .tableName("p-notes")
                .provisionedThroughput(
                    given -> given.readCapacityUnits(5L).writeCapacityUnits(units)));
  }

  /** Units above the maximum are brought down to it at the next minute. */
  private void awaitScaling() {
    Await.until(
        () -> {
          clock.advance(Duration.ofMinutes(1));
          return writeUnits() == 100;
        },
        PATIENCE);
  }

  @Test
  void a_table_that_is_on_demand_or_gone_is_left_alone() {
    trestle
        .client()
        .updateTable(
            request -> request.tableName("p-notes").billingMode(BillingMode.PAY_PER_REQUEST));
    minute(20);
    minute(20);
    assertThat(writeUnits()).isZero();
    trestle.client().deleteTable(request -> request.tableName("p-notes"));
    clock.advance(Duration.ofMinutes(1));
    scaled.forEach(table -> table.minute(clock.instant()));
    assertThat(trestle.client().listTables().tableNames()).containsExactly("p-fixed");
  }

  @Test
  void tables_without_limits_are_not_scaled() {
    try (var unlimited = Trestle.inMemory()) {
      assertThat(tables(unlimited)).isEmpty();
    }
  }
}
