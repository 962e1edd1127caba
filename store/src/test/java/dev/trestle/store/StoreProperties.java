package dev.trestle.store;

import static dev.trestle.store.Library.*;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.gen.Gen;
import dev.trestle.gen.Property;
import dev.trestle.store.Library.Beside;
import dev.trestle.store.Library.Book;
import dev.trestle.store.Library.Copies;
import dev.trestle.store.Library.Lending;
import dev.trestle.store.Library.Notes;
import dev.trestle.store.Library.OfBook;
import dev.trestle.store.Library.OfLender;
import dev.trestle.store.Library.OfShelf;
import dev.trestle.store.Library.Places;
import dev.trestle.store.Library.Rating;
import dev.trestle.store.Library.Tags;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Random records, page walks and updates, against what plain Java says. */
final class StoreProperties {
  private static Trestle trestle;
  private static Store store;

  private static final Gen<String> WORDS =
      Gen.of("a", "b", "old", "#n0 = :v1", "attribute_not_exists(pk)", "x y", "ü", "👍");
  private static final Gen<Instant> TIMES =
      Gen.longs(0, 4_000_000_000_000L).map(Instant::ofEpochMilli);
  private static final Gen<Set<String>> SETS = WORDS.distinctList(0, 4).map(HashSet::new);

  /** An update in the store and in plain Java. */
  private record Change(String name, Runner runner) {
    interface Runner {
      Written<Book> run(Book before, List<Book> after);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  @BeforeAll
  static void open() {
    trestle = Trestle.inMemory();
    TableCreation.create(Library.MODEL, trestle.client(), "");
    store = Store.of(Library.MODEL, trestle.client());
  }

  @AfterAll
  static void close() {
    trestle.close();
  }

  private static Gen<Book> books(String shelf, Gen<Long> places) {
    return choices ->
        new Book(
            shelf,
            places.from(choices),
            WORDS.from(choices),
            SETS.from(choices),
            Gen.maps(WORDS, Gen.longs(-5, 1L << 60), 0, 4).from(choices),
            WORDS.list(0, 4).from(choices),
            WORDS.optional().from(choices),
            TIMES.optional().from(choices),
            Gen.longs(Long.MIN_VALUE / 2, Long.MAX_VALUE / 2).from(choices));
  }

  @Test
  void what_is_written_is_read_back() {
    Property.check(
        500,
        books("r", Gen.longs(-1000, 1_000_000)),
        book -> {
          store.run(SHELVE, book);
          assertThat(store.run(FIND, new OfBook("r", book.place()))).contains(book);
          var inIndex = book.lender().isPresent() && book.due().isPresent();
          if (inIndex) {
            var lender = new OfLender(book.lender().get());
            assertThat(store.stream(LENT, lender, 10_000).toList()).contains(book);
          }
        });
  }

  @Test
  void a_walk_meets_every_record_once_and_in_order() {
    Property.check(
        60,
        Gen.longs(-1000, 1_000_000).distinctList(0, 25),
        places -> {
          clear("w");
          var books = places.stream().map(place -> book("w", place)).toList();
          store.run(STOCK, books, List.of());
          var sorted = new TreeSet<>(places);
          long low = places.isEmpty() ? 0 : places.getFirst();
          long high = places.isEmpty() ? 0 : places.getLast();
          assertThat(walk(new Places("w", low, high)))
              .isEqualTo(
                  low > high ? List.of() : List.copyOf(sorted.subSet(low, true, high, true)));
          assertThat(places(store.stream(UP_TO, new Beside("w", high), 1000).toList()))
              .isEqualTo(List.copyOf(sorted.headSet(high, true).descendingSet()));
          assertThat(places(store.stream(TITLED, new OfShelf("w"), 1000).toList()))
              .isEqualTo(places(books.stream().sorted(Comparator.comparing(Book::title)).toList()));
        });
  }

  /** Page by page, each from the last one's cursor, and none longer than declared. */
  private static List<Long> walk(Places places) {
    var found = new ArrayList<Book>();
    var cursor = Optional.of(Cursor.start());
    while (cursor.isPresent()) {
      var page = store.run(BETWEEN, places, Cursor.of(cursor.get().text()));
      assertThat(page.items()).hasSizeLessThanOrEqualTo(BETWEEN.reading().page());
      found.addAll(page.items());
      cursor = page.next();
    }
    return places(found);
  }

  private static List<Long> places(List<Book> books) {
    return books.stream().map(Book::place).toList();
  }

  private static void clear(String shelf) {
    var old =
        store.stream(TITLED, new OfShelf(shelf), 1000)
            .map(each -> new OfBook(shelf, each.place()))
            .toList();
    store.run(STOCK, List.of(), old);
  }

  @Test
  void updates_do_what_they_do_to_the_record_in_plain_java() {
    Gen<List<Change>> changes = change().list(1, 12);
    Gen<Map.Entry<Book, List<Change>>> both =
        choices -> Map.entry(books("u", Gen.constant(7L)).from(choices), changes.from(choices));
    Property.check(
        200,
        both,
        run -> {
          var book = run.getKey();
          store.run(SHELVE, book);
          for (var change : run.getValue()) {
            var after = new ArrayList<Book>();
            var written = change.runner.run(book, after);
            assertThat(written).isEqualTo(new Written.Done<>(Optional.of(after.getFirst())));
            book = after.getFirst();
            assertThat(store.run(FIND, new OfBook("u", 7))).contains(book);
            assertIndexed(book);
          }
        });
  }

  private static void assertIndexed(Book book) {
    for (var lender : List.of("a", "b", "old")) {
      boolean lent = book.lender().equals(Optional.of(lender)) && book.due().isPresent();
      var found =
          store.stream(LENT, new OfLender(lender), 10_000)
              .filter(each -> each.shelf().equals("u"))
              .toList();
      assertThat(found).isEqualTo(lent ? List.of(book) : List.of());
    }
  }

  private static Gen<Change> change() {
    return Gen.oneOf(lend(), rate(), tag(), untag(), retag(), note(), buy());
  }

  private static Gen<Change> lend() {
    return choices -> {
      var lender = WORDS.optional().from(choices);
      var due = TIMES.optional().from(choices);
      return new Change(
          "lend " + lender + " " + due,
          (b, after) -> {
            after.add(
                new Book(
                    b.shelf(),
                    b.place(),
                    b.title(),
                    b.tags(),
                    b.ratings(),
                    b.notes(),
                    lender,
                    due,
                    b.copies()));
            return store.run(LEND, new Lending("u", 7, lender, due));
          });
    };
  }

  private static Gen<Change> rate() {
    return choices -> {
      var reader = WORDS.from(choices);
      long stars = Gen.longs(-9, 9).from(choices);
      return new Change(
          "rate " + reader + " " + stars,
          (b, after) -> {
            var ratings = new HashMap<>(b.ratings());
            ratings.put(reader, stars);
            after.add(
                new Book(
                    b.shelf(),
                    b.place(),
                    b.title(),
                    b.tags(),
                    ratings,
                    b.notes(),
                    b.lender(),
                    b.due(),
                    b.copies()));
            return store.run(RATE, new Rating("u", 7, reader, stars));
          });
    };
  }

  private static Gen<Change> tag() {
    return SETS.map(given ->
        new Change(
            "tag " + given,
            (b, after) -> {
              var tags = new HashSet<>(b.tags());
              tags.addAll(given);
              after.add(tagged(b, tags));
              return store.run(TAG, new Tags("u", 7, given));
            }));
  }

  private static Gen<Change> untag() {
    return SETS.map(given ->
        new Change(
            "untag " + given,
            (b, after) -> {
              var tags = new HashSet<>(b.tags());
              tags.removeAll(given);
              after.add(tagged(b, tags));
              return store.run(UNTAG, new Tags("u", 7, given));
            }));
  }

  private static Gen<Change> retag() {
    return SETS.map(given ->
        new Change(
            "retag " + given,
            (b, after) -> {
              after.add(tagged(b, given));
              return store.run(RETAG, new Tags("u", 7, given));
            }));
  }

  private static Book tagged(Book b, Set<String> tags) {
    return new Book(
        b.shelf(),
        b.place(),
        b.title(),
        tags,
        b.ratings(),
        b.notes(),
        b.lender(),
        b.due(),
        b.copies());
  }

  private static Gen<Change> note() {
    return WORDS
        .list(0, 3)
        .map(given ->
            new Change(
                "note " + given,
                (b, after) -> {
                  var notes = new ArrayList<>(b.notes());
                  notes.addAll(given);
                  after.add(
                      new Book(
                          b.shelf(),
                          b.place(),
                          b.title(),
                          b.tags(),
                          b.ratings(),
                          notes,
                          b.lender(),
                          b.due(),
                          b.copies()));
                  return store.run(NOTE, new Notes("u", 7, given));
                }));
  }

  private static Gen<Change> buy() {
    return Gen.longs(-100, 100)
        .map(count ->
            new Change(
                "buy " + count,
                (b, after) -> {
                  after.add(
                      new Book(
                          b.shelf(),
                          b.place(),
                          b.title(),
                          b.tags(),
                          b.ratings(),
                          b.notes(),
                          b.lender(),
                          b.due(),
                          b.copies() + count));
                  return store.run(BUY, new Copies("u", 7, count));
                }));
  }
}
