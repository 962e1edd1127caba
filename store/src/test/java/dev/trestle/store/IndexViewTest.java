package dev.trestle.store;

import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.model.Entity;
import dev.trestle.model.Model;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Table;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A view reads from the key of its index what the index does not project. */
class IndexViewTest {
  record Loan(String book, Optional<String> reader, Optional<Instant> due, String shelf) {}

  record Due(String book, Optional<String> reader, Optional<Instant> due) {}

  record Where(String book, String shelf) {}

  record OfReader(String reader) {}

  private static final Part<String> BOOK = Part.text("book", Alphabet.of("a-z"), 9);
  private static final Part<String> READER = Part.text("reader", Alphabet.of("a-z"), 9);
  private static final Part<Instant> DUE = Part.isoMillis("due");

  private static final Table TABLE =
      Table.named("loans")
          .partition(string("pk"))
          .global(index("byReader", string("rpk")).sort(string("rsk")).keysOnly())
          .build();
  private static final Entity<Loan> LOAN =
      TABLE
          .entity(Loan.class, lookup())
          .partition(KeyTemplate.of("b#<book>", BOOK))
          .in(
              "byReader",
              KeyTemplate.of("r#<reader>", READER),
              KeyTemplate.of("<due>#<book>", DUE, BOOK))
          .example(loan("tides"));
  private static final Put<Loan, Loan> PUT = LOAN.put("P", "lend").build();
  private static final Query<OfReader, Due> DUES =
      LOAN.index("byReader").query("Q", "due", OfReader.class).as(Due.class).build();

  private static Loan loan(String book) {
    return new Loan(
        book, Optional.of("ann"), Optional.of(Instant.parse("2026-01-15T12:00:00Z")), "top");
  }

  @Test
  void components_come_from_the_key_of_the_index() {
    var model = Model.named("loans").entities(LOAN).patterns(PUT, DUES).build();
    try (var trestle = Trestle.inMemory()) {
      TableCreation.create(model, trestle.client(), "");
      var store = Store.of(model, trestle.client());
      store.run(PUT, loan("tides"));
      store.run(PUT, new Loan("waves", Optional.of("ann"), Optional.empty(), "low"));
      assertThat(store.run(DUES, new OfReader("ann")).items())
          .containsExactly(new Due("tides", loan("tides").reader(), loan("tides").due()));
    }
  }

  @Test
  void what_the_index_has_nowhere_is_refused() {
    var query = LOAN.index("byReader").query("Q", "where", OfReader.class).as(Where.class).build();
    var model = Model.named("loans").entities(LOAN).patterns(PUT, query).build();
    try (var trestle = Trestle.inMemory()) {
      assertThatThrownBy(() -> Store.of(model, trestle.client()))
          .hasMessageContaining("the index byReader does not show [shelf]");
    }
  }
}
