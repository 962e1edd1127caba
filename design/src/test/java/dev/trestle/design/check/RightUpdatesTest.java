package dev.trestle.design.check;

import static dev.trestle.design.check.Plant.NAME;
import static dev.trestle.design.check.Plant.OWNER;
import static dev.trestle.design.check.Plant.expectNothing;
import static dev.trestle.design.check.Plant.model;
import static dev.trestle.design.check.Plant.put;
import static dev.trestle.design.check.Plant.table;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.number;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.Entity;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Updates that were once told to be wrong. */
class RightUpdatesTest {
  record Stock(String owner, String name, long pieces, Set<String> tags, long version) {}

  record OfStock(String owner, String name) {}

  record Seen(String owner, String name, long version) {}

  record Tagged(String owner, String name, Set<String> tags) {}

  private static final Stock STOCK = new Stock("ann", "lamp", 3, Set.of("old"), 0);

  private static Entity<Stock> stock(boolean versioned) {
    var table =
        table().global(index("few", string("few_owner")).sort(number("few_pieces")).all()).build();
    var builder =
        table
            .entity(Stock.class, lookup())
            .partition(KeyTemplate.of("o#<owner>", OWNER))
            .sort(KeyTemplate.of("s#<name>", NAME))
            .in("few", KeyTemplate.of("<owner>", OWNER), Part.number("pieces", 0, 1000));
    if (versioned) builder.version(Stock::version);
    return builder.example(STOCK);
  }

  @Test
  void a_version_in_the_parameters_is_used_and_refuses_the_repetition() {
    var stock = stock(true);
    var update = stock.update("U", "sell one", Seen.class).add(Stock::pieces).of(-1L).build();
    expectNothing("served", model(stock, put(stock), update));
    expectNothing("counting", model(stock, put(stock), update));
  }

  @Test
  void members_that_are_added_twice_are_there_once() {
    var stock = stock(false);
    var update =
        stock.update("U", "tag", Tagged.class).addAll(Stock::tags).of(param(Tagged::tags)).build();
    expectNothing("counting", model(stock, put(stock), update));
  }

  @Test
  void a_number_that_is_a_whole_index_key_can_be_added_to() {
    var stock = stock(false);
    var update = stock.update("U", "sell one", OfStock.class).add(Stock::pieces).of(-1L).build();
    expectNothing("index-key-written", model(stock, put(stock), update));
  }
}
