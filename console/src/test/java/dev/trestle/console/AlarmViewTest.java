package dev.trestle.console;

import static dev.trestle.model.Load.perSecond;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

import dev.trestle.console.ConsoleAlarm.Kind;
import dev.trestle.console.ConsoleAlarm.State;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.Engine;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.LimitedTables;
import dev.trestle.model.Alarms;
import dev.trestle.model.Entity;
import dev.trestle.model.Model;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Table;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import dev.trestle.store.Store;
import dev.trestle.store.TableCreation;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;

final class AlarmViewTest {
  record Note(String book, long page) {}

  /** Four units a second are too many, and so are 20 kB in one book. */
  private static final Table TABLE =
      Table.named("notes")
          .partition(string("pk"))
          .sort(string("sk"))
          .provisioned(5, 5)
          .ephemeral()
          .alarms(new Alarms(0.8, true, Optional.of(Duration.ofNanos(1000)), Optional.of(20_000L)))
          .build();

  private static final Entity<Note> NOTE =
      TABLE
          .entity(Note.class, lookup())
          .partition(KeyTemplate.of("b#<book>", Part.text("book", Alphabet.of("a-z0-9"), 20)))
          .sort(KeyTemplate.of("p#<page>", Part.number("page", 0, 9999)))
          .population(Population.of(1000, 10))
          .example(new Note("a", 1));

  private static final Put<Note, Note> WRITE =
      NOTE.put("N1", "write a note").load(perSecond(1)).build();

  private static final Model MODEL = Model.named("notes").entities(NOTE).patterns(WRITE).build();

  private static final int SAMPLES_A_MINUTE = 70;

  private final Trestle trestle = Trestle.inMemory();
  private Instant now = Instant.parse("2026-11-16T12:00:00Z");
  private final Store store;
  private final AlarmView figures;

  AlarmViewTest() {
    TableCreation.create(MODEL, trestle.client(), "");
    store = Store.of(MODEL, trestle.client());
    figures = figures(Optional.of(trestle.engine()));
  }

  private AlarmView figures(Optional<Engine> engine) {
    return new AlarmView(List.of(new ConsoleSystem("notes", store)), engine, () -> now);
  }

  @AfterEach
  void close() {
    trestle.close();
  }

  private ConsoleAlarm alarm(Kind kind) {
    return only(figures, kind);
  }

  private static ConsoleAlarm only(AlarmView view, Kind kind) {
    return view.view().alarms().stream()
        .filter(alarm -> alarm.kind() == kind)
        .findFirst()
        .orElseThrow();
  }

  private void write(int notes, int books) {
    for (int i = 0; i < notes; i++) store.run(WRITE, new Note("book" + i % books, i));
  }

  @Test
  void units_above_the_share_ring_once_they_have_been_for_five_minutes() {
    write(300, 1);
    assertThat(alarm(Kind.WRITE_UNITS).threshold()).isEqualTo(4);
    assertThat(alarm(Kind.WRITE_UNITS).value()).hasValue(5.0);
    assertThat(alarm(Kind.WRITE_UNITS).state()).isEqualTo(State.PENDING);
    now = now.plus(AlarmView.LASTING);
    assertThat(alarm(Kind.WRITE_UNITS).state()).isEqualTo(State.RAISED);
    assertThat(alarm(Kind.READ_UNITS).state()).isEqualTo(State.FINE);
    assertThat(figures.raised()).isPositive();
  }

  @Test
  void what_was_more_than_a_minute_ago_does_not_count() {
    write(300, 1);
    assertThat(alarm(Kind.LATENCY_P99).state()).isEqualTo(State.PENDING);
    assertThat(alarm(Kind.LATENCY_P99).remark()).hasValue("PutItem");
    for (int i = 0; i < SAMPLES_A_MINUTE; i++) figures.note();
    assertThat(alarm(Kind.WRITE_UNITS).value()).hasValue(0.0);
    now = now.plus(AlarmView.LASTING);
    write(1, 1);
    assertThat(alarm(Kind.WRITE_UNITS).state()).isEqualTo(State.FINE);
    assertThat(alarm(Kind.LATENCY_P99).state()).isEqualTo(State.PENDING);
  }

  @Test
  void a_key_with_too_much_under_it_rings_at_once() {
    write(10, 1);
    assertThat(alarm(Kind.COLLECTION_BYTES).state()).isEqualTo(State.FINE);
    write(1500, 1);
    assertThat(alarm(Kind.COLLECTION_BYTES).state()).isEqualTo(State.RAISED);
  }

  @Test
  void a_large_table_of_small_keys_does_not_ring() {
    write(1500, 100);
    var alarm = alarm(Kind.COLLECTION_BYTES);
    assertThat(alarm.remark().orElse("")).contains("most used keys");
    assertThat(alarm.state()).isEqualTo(State.FINE);
  }

  @Test
  void without_limits_nothing_is_throttled() {
    var alarm = alarm(Kind.THROTTLED);
    assertThat(alarm.state()).isEqualTo(State.FINE);
    assertThat(alarm.value()).contains(0.0);
    assertThat(alarm.remark().orElse("")).contains("--limits");
  }

  @Test
  void one_throttled_write_raises_the_alarm() {
    var options =
        EngineOptions.inMemory()
            .withClock(() -> now)
            .withLimits(LimitedTables.named(Set.of("notes")));
    try (var limited = Trestle.open(options)) {
      TableCreation.create(MODEL, limited.client(), "");
      var systems = List.of(new ConsoleSystem("notes", Store.of(MODEL, limited.client())));
      var engine = Optional.of(limited.engine());
      var alarms = new AlarmView(systems, engine, () -> now);
      var throttles = new ThrottleView(systems, engine);
      assertThat(throttles.view()).isEqualTo(new ThrottleView.View(true, true, List.of()));
      writeUntilThrottled(limited.client());
      var alarm = only(alarms, Kind.THROTTLED);
      assertThat(alarm.value()).contains(1.0);
      assertThat(alarm.state()).isEqualTo(State.RAISED);
      assertThat(throttles.counters())
          .hasEntrySatisfying("notes", count -> assertThat(count.getAsLong()).isOne());
      var table = throttles.view().tables().getFirst();
      assertThat(table.reasons())
          .containsExactly(
              new ThrottleView.Reason(
                  "TableWriteProvisionedThroughputExceeded", Optional.empty(), 1));
      assertThat(table.keys())
          .extracting(HotKey::key, HotKey::requests, HotKey::entity)
          .containsExactly(tuple("b#a", 1L, Optional.of("Note")));
    }
  }

  /** Writes the units of one second, and one more. */
  private static void writeUntilThrottled(DynamoDbClient client) {
    for (int i = 0; i < 5; i++) put(client, i);
    assertThatExceptionOfType(ProvisionedThroughputExceededException.class)
        .isThrownBy(() -> put(client, 5));
  }

  private static void put(DynamoDbClient client, int page) {
    client.putItem(request ->
        request
            .tableName("notes")
            .item(
                Map.of(
                    "pk", AttributeValue.fromS("b#a"), "sk", AttributeValue.fromS("p#" + page))));
  }

  @Test
  void where_nothing_can_be_measured_that_is_said() {
    var elsewhere = figures(Optional.empty()).view().alarms();
    assertThat(elsewhere).hasSize(5);
    assertThat(elsewhere)
        .allSatisfy(alarm -> {
          assertThat(alarm.state()).isEqualTo(State.UNKNOWN);
          assertThat(alarm.value()).isEmpty();
          assertThat(alarm.remark().orElse("")).contains("another endpoint");
        });
  }
}
