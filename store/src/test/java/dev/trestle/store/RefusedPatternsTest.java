package dev.trestle.store;

import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.itemExists;
import static dev.trestle.model.Conditions.optional;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.store.Library.BOOK;
import static dev.trestle.store.Library.CARD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.model.AccessPattern;
import dev.trestle.model.Mail;
import dev.trestle.model.Model;
import dev.trestle.store.Library.Book;
import dev.trestle.store.Library.Card;
import dev.trestle.store.Library.Named;
import dev.trestle.store.Library.OfBook;
import dev.trestle.store.Library.OfLender;
import dev.trestle.store.Library.OfMember;
import dev.trestle.store.Library.OfShelf;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Patterns that no request can serve are refused when the store is made. */
final class RefusedPatternsTest {
  record OfPlace(long place) {}

  private static void assertRefused(Supplier<AccessPattern> pattern, String why) {
    try (var trestle = Trestle.inMemory()) {
      assertThatThrownBy(
              () -> {
                var model =
                    Model.named("faulty").entities(BOOK, CARD).patterns(pattern.get()).build();
                Store.of(model, trestle.client());
              })
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("X1 (RefusedPatternsTest.java:")
          .hasMessageContaining(why);
    }
  }

  @Test
  void a_get_without_its_whole_key() {
    assertRefused(() -> BOOK.get("X1", "a shelf", OfShelf.class).build(), "[place]");
  }

  @Test
  void a_query_without_its_partition_key() {
    assertRefused(() -> BOOK.query("X1", "a place", OfPlace.class).build(), "[shelf]");
  }

  @Test
  void a_consistent_read_of_a_global_index() {
    assertRefused(
        () -> BOOK.index("lent").query("X1", "lent", OfLender.class).consistent().build(),
        "no consistent read");
  }

  @Test
  void an_update_of_an_index_key_that_lacks_a_part() {
    assertRefused(
        () ->
            BOOK.update("X1", "lent to its title", OfBook.class)
                .set(optional(Book::lender))
                .to(field(Book::title))
                .build(),
        "<lender>");
  }

  @Test
  void a_whole_record_from_an_index_that_does_not_show_it() {
    try (var trestle = Trestle.inMemory()) {
      var whole = Mail.LETTER.index("flagged").query("X1", "flagged", Mail.Flagged.class).build();
      var model = Model.named("faulty").entities(Mail.LETTER).patterns(whole).build();
      assertThatThrownBy(() -> Store.of(model, trestle.client()))
          .hasMessageContaining("does not show")
          .hasMessageContaining("text");
    }
  }

  @Test
  void a_filter_on_whether_there_is_an_item() {
    assertRefused(
        () -> CARD.index("named").query("X1", "named", Named.class).filter(itemExists()).build(),
        "filter");
  }

  @Test
  void a_batch_of_records_with_versions() {
    assertRefused(() -> CARD.batchWrite("X1", "cards", OfMember.class).build(), "counts writes");
  }

  @Test
  void a_sum_of_sums() {
    assertRefused(
        () ->
            BOOK.update("X1", "count", OfBook.class)
                .set(Book::copies)
                .to(field(Book::copies).plus(1L).plus(2L))
                .build(),
        "once");
  }

  @Test
  void a_condition_that_computes() {
    assertRefused(
        () ->
            BOOK.delete("X1", "remove", Library.Copies.class)
                .when(field(Book::copies).is(param(Library.Copies::count).plus(1L)))
                .build(),
        "compute");
  }

  @Test
  void a_pattern_of_another_model_is_not_run() {
    try (var trestle = Trestle.inMemory()) {
      var store = Store.of(Library.MODEL, trestle.client());
      assertThatThrownBy(() -> store.run(Mail.CHECK, new Mail.BySession("s")))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("S2 (Mail.java:")
          .hasMessageContaining("not a pattern of the model library. Add it to");
    }
  }

  @Test
  void a_step_is_run_by_its_transaction_only() {
    try (var trestle = Trestle.inMemory()) {
      var store = Store.of(Library.MODEL, trestle.client());
      Card card = CARD.example();
      assertThatThrownBy(() -> store.run(Library.ADMIT, card))
          .hasMessageContaining("C7.card (Library.java:")
          .hasMessageContaining("It is a step of C7 (Library.java:")
          .hasMessageEndingWith("run that.");
      assertThat(store.usage()).containsKey("C7").doesNotContainKey("C7.card");
    }
  }

  @Test
  void a_table_with_other_keys_is_told_of() {
    try (var trestle = Trestle.inMemory()) {
      TableCreation.create(Library.MODEL, trestle.client(), "");
      var other =
          dev.trestle.model.Table.named("books")
              .partition(dev.trestle.model.Table.string("id"))
              .build();
      var outcome =
          TableCreation.create(Model.named("other").tables(other).build(), trestle.client(), "");
      assertThat(outcome)
          .singleElement()
          .isInstanceOfSatisfying(
              TableCreation.Outcome.Different.class,
              different -> assertThat(different.differences()).isNotEmpty());
    }
  }
}
