package dev.trestle.design.check;

import static dev.trestle.design.check.Finding.Severity.FAULT;
import static dev.trestle.design.check.Finding.Severity.NOTE;
import static dev.trestle.design.check.Finding.Severity.WARNING;
import static dev.trestle.design.check.Plant.expect;
import static dev.trestle.design.check.Plant.expectNothing;
import static dev.trestle.design.check.Plant.found;
import static dev.trestle.design.check.Plant.model;
import static dev.trestle.design.check.Plant.note;
import static dev.trestle.design.check.Plant.passesMail;
import static dev.trestle.design.check.Plant.put;
import static dev.trestle.design.check.Plant.table;
import static dev.trestle.design.check.Plant.thing;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.design.check.Plant.Note;
import dev.trestle.design.check.Plant.Thing;
import dev.trestle.model.BackupPlan;
import dev.trestle.model.Model;
import dev.trestle.model.StreamView;
import dev.trestle.model.Table;
import dev.trestle.model.Transaction;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tables that are kept in several regions. */
class ReplicatedTablesTest {
  private static final String CHECK = "replicas";

  record Both(Thing thing, Note note) {}

  @Test
  void the_sample_system_passes() {
    passesMail(CHECK);
  }

  @Test
  void a_stream_that_does_not_carry_replicas_is_a_fault() {
    var replicated = table().replicas("eu-north-1");
    expect(
        CHECK,
        unconditional(replicated.stream(StreamView.NEW_IMAGE).build()),
        FAULT,
        "things",
        "NEW_IMAGE");
    expectNothing(CHECK, unconditional(replicated.stream(StreamView.NEW_AND_OLD_IMAGES).build()));
    expectNothing(CHECK, unconditional(table().replicas("eu-north-1").build()));
    expectNothing(CHECK, unconditional(table().stream(StreamView.NEW_IMAGE).build()));
  }

  @Test
  void regions_that_are_none_or_come_twice_are_faults() {
    expect(
        CHECK,
        unconditional(table().replicas("Stockholm").build()),
        FAULT,
        "things",
        "is not a region");
    expect(
        CHECK,
        unconditional(table().replicas("eu-north-1", "eu-north-1").build()),
        FAULT,
        "things",
        "two replicas in eu-north-1");
  }

  @Test
  void conditions_that_another_region_does_not_know_of_are_noted_once_for_a_table() {
    var thing = thing(table().replicas("eu-north-1").build()).example(Plant.THING);
    expect(CHECK, model(thing, put(thing)), NOTE, "things", "put Thing decides");
    var other = thing.put("other", "keep it too").ifAbsent().build();
    expect(CHECK, model(thing, put(thing), other), NOTE, "things", "other and put Thing");
    expectNothing(CHECK, model(thing(), put(thing())));
  }

  @Test
  void a_transaction_of_which_another_region_gets_a_half_is_told() {
    assertThat(found(CHECK, together(notes().build())))
        .filteredOn(finding -> finding.subject().equals("T"))
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.severity()).isEqualTo(WARNING);
          assertThat(finding.message()).contains("writes things", "with notes");
        });
    assertThat(found(CHECK, together(notes().ephemeral("ttl").build())))
        .filteredOn(finding -> finding.subject().equals("T"))
        .singleElement()
        .satisfies(finding -> assertThat(finding.severity()).isEqualTo(NOTE));
    assertThat(found(CHECK, together(notes().replicas("eu-north-1").build())))
        .filteredOn(finding -> finding.subject().equals("T"))
        .isEmpty();
  }

  private static Table.Builder notes() {
    return Table.named("notes")
        .partition(string("pk"))
        .sort(string("sk"))
        .recoverable()
        .backups(BackupPlan.daily(35));
  }

  private static Model together(Table notes) {
    var thing = thing(table().replicas("eu-north-1").build()).example(Plant.THING);
    var note = note(notes).example(Plant.NOTE);
    var both =
        Transaction.of("T", "both", Both.class, lookup())
            .step(put(thing), Both::thing)
            .step(put(note), Both::note)
            .build();
    return model(List.of(thing, note), both);
  }

  private static Model unconditional(Table table) {
    var thing = thing(table).example(Plant.THING);
    return model(thing, thing.put("P", "keep it").build());
  }
}
