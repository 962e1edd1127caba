package dev.trestle.design.check;

import static dev.trestle.design.check.Finding.Severity.FAULT;
import static dev.trestle.design.check.Plant.THING;
import static dev.trestle.design.check.Plant.expect;
import static dev.trestle.design.check.Plant.expectNothing;
import static dev.trestle.design.check.Plant.found;
import static dev.trestle.design.check.Plant.model;
import static dev.trestle.design.check.Plant.passesMail;
import static dev.trestle.design.check.Plant.put;
import static dev.trestle.design.check.Plant.table;
import static dev.trestle.design.check.Plant.thing;
import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.string;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.model.Model;
import dev.trestle.model.Projection;
import dev.trestle.model.Table;
import org.junit.jupiter.api.Test;

/** Tables that DynamoDB would not make. */
class TableLimitsTest {
  private static final String CHECK = "table-limits";

  @Test
  void the_sample_system_passes() {
    passesMail(CHECK);
  }

  @Test
  void names_that_dynamodb_refuses_are_told() {
    var thing =
        thing(Table.named("my things").partition(string("pk")).sort(string("sk")).build())
            .example(THING);
    expect(CHECK, model(thing, put(thing)), FAULT, "my things", "cannot be the name");
  }

  @Test
  void more_than_20_global_indexes_are_told() {
    var table = table();
    for (int i = 0; i < 21; i++) table.global(index("index" + i, string("k" + i)).all());
    var thing = thing(table.build()).example(THING);
    expect(CHECK, model(thing, put(thing)), FAULT, "things", "21 global indexes");
  }

  @Test
  void more_than_5_local_indexes_are_told() {
    var table = table();
    for (int i = 0; i < 6; i++) table.local("index" + i, string("k" + i), new Projection.All());
    var thing = thing(table.build()).example(THING);
    expect(CHECK, model(thing, put(thing)), FAULT, "things", "6 local indexes");
  }

  @Test
  void provisioned_units_of_an_index_need_a_provisioned_table() {
    var table = table().global(index("xxx", string("g")).provisioned(1, 1).all());
    var thing = thing(table.build()).example(THING);
    expect(CHECK, model(thing, put(thing)), FAULT, "things/xxx", "paid on demand");
    var fine = thing(table.provisioned(5, 5).build()).example(THING);
    expectNothing(CHECK, model(fine, put(fine)));
  }

  @Test
  void a_name_is_given_once_and_a_key_has_two_attributes() {
    var table =
        Table.named("things")
            .partition(string("pk"))
            .sort(string("pk"))
            .global(index("x12", string("g")).all())
            .global(index("x12", string("h")).all())
            .build();
    assertThat(found(CHECK, Model.named("planted").tables(table).build()))
        .extracting(Finding::message)
        .containsExactly(
            "partition key and sort key are the same attribute", "two indexes have this name");
  }
}
