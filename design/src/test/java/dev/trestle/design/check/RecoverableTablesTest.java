package dev.trestle.design.check;

import static dev.trestle.design.check.Finding.Severity.FAULT;
import static dev.trestle.design.check.Plant.THING;
import static dev.trestle.design.check.Plant.expect;
import static dev.trestle.design.check.Plant.expectNothing;
import static dev.trestle.design.check.Plant.found;
import static dev.trestle.design.check.Plant.model;
import static dev.trestle.design.check.Plant.passesMail;
import static dev.trestle.design.check.Plant.put;
import static dev.trestle.design.check.Plant.thing;
import static dev.trestle.model.Table.string;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.design.check.Finding.Severity;
import dev.trestle.model.Table;
import org.junit.jupiter.api.Test;

/** Critical tables that cannot be brought back. */
class RecoverableTablesTest {
  private static final String CHECK = "recovery";

  @Test
  void the_sample_system_passes() {
    passesMail(CHECK);
  }

  @Test
  void a_critical_table_without_recovery_or_backups_is_told() {
    var bare = Table.named("things").partition(string("pk")).sort(string("sk"));
    var thing = thing(bare.build()).example(THING);
    var found = found(CHECK, model(thing, put(thing)));
    assertThat(found).extracting(Finding::severity).containsExactly(FAULT, FAULT, Severity.NOTE);
    var protectedOne = thing(bare.recoverable().protectedFromDeletion().build()).example(THING);
    expect(CHECK, model(protectedOne, put(protectedOne)), FAULT, "things", "no backups");
  }

  @Test
  void an_ephemeral_table_needs_neither() {
    var thing =
        thing(
                Table.named("things")
                    .partition(string("pk"))
                    .sort(string("sk"))
                    .ephemeral("ttl")
                    .build())
            .example(THING);
    expectNothing(CHECK, model(thing, put(thing)));
  }
}
