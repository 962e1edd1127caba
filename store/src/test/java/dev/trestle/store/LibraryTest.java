package dev.trestle.store;

import static dev.trestle.store.Library.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.engine.ManualClock;
import dev.trestle.store.Library.*;
import dev.trestle.store.TransactionOutcome.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/** Patterns with numbers for keys, local indexes, collections in attributes, versions and lists. */
final class LibraryTest {

  private static Stream<DynamicNode> with(Fronts.Check check) {
    return Fronts.each(Library.MODEL, check);
  }

  private static List<Book> shelve(Store store, String shelf, long from, long to) {
    var books = LongStream.rangeClosed(from, to).mapToObj(place -> book(shelf, place)).toList();
    store.run(STOCK, books, List.of());
    return books;
  }

  private static Card card(String member, long version) {
    return new Card(
        member, "Ann", "Elm Street 3", version, ManualClock.START.plus(Duration.ofDays(1)));
  }

  @TestFactory
  Stream<DynamicNode> numbers_are_ranged_over_in_their_order() {
    return with(at -> {
      var books = shelve(at.store(), "a", -5, 12);
      shelve(at.store(), "b", -5, 3);
      var store = at.store();
      assertThat(store.stream(BETWEEN, new Places("a", -2, 9), 100).toList())
          .isEqualTo(books.subList(3, 15));
      assertThat(store.run(BETWEEN, new Places("a", 9, -2)).items()).isEmpty();
      assertThat(store.run(AFTER, new Beside("a", 9)).items()).isEqualTo(books.subList(15, 18));
      assertThat(store.run(UP_TO, new Beside("a", 9)).items())
          .isEqualTo(books.subList(13, 15).reversed());
    });
  }

  @TestFactory
  Stream<DynamicNode> batches_of_any_size_write_read_and_delete() {
    return with(at -> {
      var books = shelve(at.store(), "a", 0, 229);
      var keys = books.stream().map(each -> new OfBook(each.shelf(), each.place())).toList();
      assertThat(at.store().run(PILE, keys.reversed())).isEqualTo(books.reversed());
      at.store().run(STOCK, List.of(book("b", 1)), keys.subList(0, 200));
      assertThat(at.store().run(PILE, keys)).isEqualTo(books.subList(200, 230));
      assertThatThrownBy(
              () -> at.store().run(STOCK, List.of(book("b", 1)), List.of(new OfBook("b", 1))))
          .isInstanceOf(IllegalArgumentException.class);
    });
  }

  @TestFactory
  Stream<DynamicNode> a_local_index_gives_whole_books_by_title() {
    return with(at -> {
      var books = shelve(at.store(), "a", 1, 9);
      assertThat(at.store().stream(TITLED, new OfShelf("a"), 100).toList()).isEqualTo(books);
      assertThat(at.store().run(TITLES_FROM, new Titles("a", "title 7")).items())
          .isEqualTo(books.subList(6, 9));
    });
  }

  @TestFactory
  Stream<DynamicNode> a_book_is_in_the_index_of_lent_ones_while_it_is_lent() {
    return with(at -> {
      shelve(at.store(), "a", 1, 3);
      var due = ManualClock.START.plus(Duration.ofDays(30));
      var lent = new Lending("a", 2, Optional.of("ann@x"), Optional.of(due));
      assertThat(at.store().run(LEND, lent).done().orElseThrow().due()).contains(due);
      at.store().run(LEND, new Lending("a", 3, Optional.of("ann@x"), Optional.of(due)));
      assertThat(places(at.store().run(LENT, new OfLender("ann@x")))).containsExactly(2L, 3L);
      assertThat(places(at.store().run(OVERDUE, new DueBefore("ann@x", due.plusMillis(1)))))
          .containsExactly(2L, 3L);
      assertThat(at.store().run(OVERDUE, new DueBefore("ann@x", due)).items()).isEmpty();
      at.store().run(LEND, new Lending("a", 2, Optional.of("bo"), Optional.of(due)));
      assertThat(places(at.store().run(LENT, new OfLender("ann@x")))).containsExactly(3L);
      assertThat(places(at.store().run(LENT, new OfLender("bo")))).containsExactly(2L);
      var back = new Lending("a", 2, Optional.empty(), Optional.empty());
      assertThat(at.store().run(LEND, back).done()).contains(book("a", 2));
      assertThat(at.store().run(LENT, new OfLender("bo")).items()).isEmpty();
    });
  }

  private static List<Long> places(Page<Book> page) {
    return page.items().stream().map(Book::place).toList();
  }

  @TestFactory
  Stream<DynamicNode> maps_sets_lists_and_numbers_change_in_place() {
    return with(at -> {
      shelve(at.store(), "a", 1, 1);
      var store = at.store();
      store.run(RATE, new Rating("a", 1, "ann", 4));
      store.run(RATE, new Rating("a", 1, "bo = :v, #x", 5));
      store.run(TAG, new Tags("a", 1, Set.of("old", "red")));
      store.run(UNTAG, new Tags("a", 1, Set.of("red", "blue")));
      store.run(TAG, new Tags("a", 1, Set.of()));
      store.run(NOTE, new Notes("a", 1, List.of("worn")));
      store.run(NOTE, new Notes("a", 1, List.of("mended", "sold")));
      store.run(BUY, new Copies("a", 1, 4));
      var book = store.run(COUNT, new Copies("a", 1, 2)).done().orElseThrow();
      assertThat(book.ratings()).isEqualTo(Map.of("ann", 4L, "bo = :v, #x", 5L));
      assertThat(book.tags()).containsExactly("old");
      assertThat(book.notes()).containsExactly("worn", "mended", "sold");
      assertThat(book.copies()).isEqualTo(7);
      assertThat(store.run(LOSE, new Copies("a", 1, 8)))
          .isEqualTo(new Written.Refused<>(Optional.of(book)));
      assertThat(store.run(RETAG, new Tags("a", 1, Set.of())).done().orElseThrow().tags())
          .isEmpty();
    });
  }

  @TestFactory
  Stream<DynamicNode> deletes_look_into_sets_and_for_absent_values() {
    return with(at -> {
      shelve(at.store(), "a", 1, 2);
      var store = at.store();
      assertThat(store.run(WEED, new Tagged("a", 1, "old")).isDone()).isFalse();
      store.run(TAG, new Tags("a", 1, Set.of("old")));
      assertThat(store.run(WEED, new Tagged("a", 1, "old")).isDone()).isTrue();
      assertThat(store.run(REMOVE_AS_SEEN, new LentTo("a", 2, Optional.of("bo"))).isDone())
          .isFalse();
      assertThat(store.run(REMOVE_AS_SEEN, new LentTo("a", 2, Optional.empty())).isDone()).isTrue();
    });
  }

  @TestFactory
  Stream<DynamicNode> who_did_not_see_the_latest_version_is_refused() {
    return with(at -> {
      var store = at.store();
      var first = store.run(ISSUE, card("m", 0)).done().orElseThrow();
      assertThat(first.version()).isEqualTo(1);
      assertThat(store.run(ISSUE, card("m", 0)))
          .isEqualTo(new Written.Refused<>(Optional.of(first)));
      assertThat(store.run(ISSUE, first).done().orElseThrow().version()).isEqualTo(2);
      assertThat(store.run(ISSUE, first).isDone()).isFalse();
      assertThat(store.run(MOVE, new Moved("m", "Oak Lane")).done().orElseThrow().version())
          .isEqualTo(3);
      assertThat(store.run(MOVE_SEEN, new SeenMoved("m", "Fir Way", 2)).isDone()).isFalse();
      assertThat(
              store.run(MOVE_SEEN, new SeenMoved("m", "Fir Way", 3)).done().orElseThrow().version())
          .isEqualTo(4);
      assertThat(store.run(CLOSE, new Seen("m", 3)).isDone()).isFalse();
      assertThat(store.run(CLOSE, new Seen("m", 4)).isDone()).isTrue();
      assertThat(store.run(CARD_OF, new OfMember("m"))).isEmpty();
    });
  }

  @TestFactory
  Stream<DynamicNode> expired_cards_are_passed_over_and_pages_filled_all_the_same() {
    return with(at -> {
      var store = at.store();
      for (int i = 0; i < 9; i++) {
        var until = ManualClock.START.plusSeconds(i % 3 == 0 ? 10_000 : 100);
        store.run(ISSUE, new Card("m" + i, "Ann", "", 0, until));
      }
      at.clock().advance(Duration.ofSeconds(100));
      assertThat(store.run(NAMED, new Named("Ann")).items()).hasSize(2);
      assertThat(store.stream(NAMED, new Named("Ann"), 100).map(Card::member))
          .containsExactlyInAnyOrder("m0", "m3", "m6");
      assertThat(store.run(ANY_NAMED, new Named("Ann")).items()).hasSize(9);
      assertThat(store.run(CARD_OF, new OfMember("m1"))).isEmpty();
      assertThat(store.run(ANY_CARD_OF, new OfMember("m1"))).isPresent();
    });
  }

  @TestFactory
  Stream<DynamicNode> a_refused_transaction_names_step_element_and_what_is_there() {
    return with(at -> {
      var store = at.store();
      shelve(store, "a", 1, 1);
      var there = store.run(ISSUE, card("m2", 0)).done().orElseThrow();
      var cards = List.of(card("m1", 0), card("m2", 0), card("m3", 0));
      var wanted = new Admission(new OfBook("a", 9), cards, Optional.of(new OfMember("m9")));
      var refused = (TransactionOutcome.Refused) store.run(ADMISSION, wanted);
      assertThat(refused.one(Admission::gift).orElseThrow().current(BOOK)).isEmpty();
      var reason = refused.one(Admission::cards).orElseThrow();
      assertThat(reason.element()).isEqualTo(OptionalInt.of(1));
      assertThat(reason.kind()).isEqualTo(Kind.CONDITION_FAILED);
      assertThat(reason.current(CARD)).contains(there);
      assertThatThrownBy(() -> reason.current(BOOK)).isInstanceOf(IllegalArgumentException.class);
      assertThat(refused.one(Admission::leaver).orElseThrow().step()).isEqualTo("C7.leaver");
      var good =
          new Admission(
              new OfBook("a", 1),
              List.of(card("m1", 0), card("m3", 0)),
              Optional.of(new OfMember("m2")));
      assertThat(store.run(ADMISSION, good, "once").isDone()).isTrue();
      assertThat(store.run(ADMISSION, good, "once").isDone()).isTrue();
      assertThat(store.run(CARD_OF, new OfMember("m1"))).contains(card("m1", 1));
      assertThat(store.run(CARD_OF, new OfMember("m2"))).isEmpty();
    });
  }

  @TestFactory
  Stream<DynamicNode> usage_is_counted_by_pattern() {
    return with(at -> {
      var store = at.store();
      shelve(store, "a", 1, 3);
      store.run(FIND, new OfBook("a", 1));
      store.run(FIND, new OfBook("a", 9));
      store.run(LOSE, new Copies("a", 1, 8));
      assertThat(store.usage("B2").calls()).isEqualTo(2);
      assertThat(store.usage("B2").items()).isEqualTo(1);
      assertThat(store.usage("B2").readUnits()).isEqualTo(2);
      assertThat(store.usage("B14").refusals()).isEqualTo(1);
      assertThat(store.usage("B15").writeUnits()).isEqualTo(6);
      assertThat(store.usage("B2").latency().p50()).isPositive();
      assertThat(store.usage("C1").calls()).isZero();
    });
  }

  @TestFactory
  Stream<DynamicNode> tables_that_are_there_are_left_alone_and_told_of() {
    return with(at -> {
      assertThat(TableCreation.create(Library.MODEL, at.client(), "test-"))
          .hasOnlyElementsOfType(TableCreation.Outcome.AlreadyThere.class);
      assertThat(TableCreation.create(Library.MODEL, at.client(), "other-"))
          .hasOnlyElementsOfType(TableCreation.Outcome.Created.class);
    });
  }
}
