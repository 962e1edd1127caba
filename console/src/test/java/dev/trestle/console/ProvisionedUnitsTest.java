package dev.trestle.console;

import static dev.trestle.model.AutoScaling.upTo;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.console.ConsoleAlarm.Kind;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.model.Alarms;
import dev.trestle.model.Entity;
import dev.trestle.model.Model;
import dev.trestle.model.Projection;
import dev.trestle.model.Put;
import dev.trestle.model.Table;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import dev.trestle.store.Store;
import dev.trestle.store.TableCreation;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A provisioned table with auto scaling and a local index. */
final class ProvisionedUnitsTest {
  record Note(String book, String page) {}

  private static final Part<String> BOOK = Part.text("book", Alphabet.of("a-z"), 20);
  private static final Part<String> PAGE = Part.text("page", Alphabet.of("0-9"), 20);

  private static final Table TABLE =
      Table.named("notes")
          .partition(string("pk"))
          .sort(string("sk"))
          .local("backwards", string("ls"), new Projection.All())
          .provisioned(5, 10, upTo(50, 100))
          .ephemeral()
          .alarms(Alarms.STANDARD)
          .build();

  private static final Entity<Note> NOTE =
      TABLE
          .entity(Note.class, lookup())
          .partition(BOOK)
          .sort(PAGE)
          .inLocal("backwards", KeyTemplate.of("p#<page>", PAGE))
          .example(new Note("a", "1"));

  private static final Put<Note, Note> WRITE = NOTE.put("N1", "write a note").build();
  private static final Model MODEL = Model.named("notes").entities(NOTE).patterns(WRITE).build();
  private static final Instant NOW = Instant.parse("2026-11-16T12:00:00Z");

  private final Trestle trestle = Trestle.inMemory();
  private final Store store;
  private final List<ConsoleSystem> systems;

  ProvisionedUnitsTest() {
    TableCreation.create(MODEL, trestle.client(), "");
    store = Store.of(MODEL, trestle.client());
    systems = List.of(new ConsoleSystem("notes", store));
  }

  @AfterEach
  void close() {
    trestle.close();
  }

  private static ConsoleAlarm writes(AlarmView view) {
    return view.view().alarms().stream()
        .filter(alarm -> alarm.kind() == Kind.WRITE_UNITS)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void the_alarm_for_scaled_units_is_for_a_share_of_their_maximum() {
    var view = new AlarmView(systems, Optional.of(trestle.engine()), () -> NOW);
    assertThat(writes(view).threshold()).isEqualTo(80);
  }

  @Test
  void what_local_indexes_use_counts_against_the_units_of_their_table() {
    var view = new AlarmView(systems, Optional.of(trestle.engine()), () -> NOW);
    for (int i = 0; i < 60; i++) store.run(WRITE, new Note("a", Integer.toString(i)));
    assertThat(writes(view).value()).as("a unit for the item, one for its entry").hasValue(2.0);
  }

  @Test
  void a_table_is_shown_with_the_units_that_it_has_now() {
    var view = new TableView(systems, Optional.of(trestle.engine()));
    assertThat(view.view().tables().getFirst().billing())
        .isEqualTo("provisioned 5 / 10, scaled up to 50 / 100");
    trestle
        .client()
        .updateTable(request ->
            request
                .tableName("notes")
                .provisionedThroughput(
                    units -> units.readCapacityUnits(7L).writeCapacityUnits(80L)));
    assertThat(view.view().tables().getFirst().billing())
        .isEqualTo("provisioned 7 / 80, scaled up to 50 / 100");
    assertThat(new TableView(systems, Optional.empty()).view().tables().getFirst().billing())
        .isEqualTo("provisioned 5 / 10, scaled up to 50 / 100");
  }
}
