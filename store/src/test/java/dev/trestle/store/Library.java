package dev.trestle.store;

import static dev.trestle.model.Conditions.elements;
import static dev.trestle.model.Conditions.entry;
import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.number;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.BatchGet;
import dev.trestle.model.BatchWrite;
import dev.trestle.model.ConditionCheck;
import dev.trestle.model.Delete;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Model;
import dev.trestle.model.Projection;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Table;
import dev.trestle.model.Transaction;
import dev.trestle.model.Update;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Books on shelves and readers' cards: features that the mail system does not use. */
final class Library {
  /** A book; while it is lent, the index of lent books has it. */
  record Book(
      String shelf,
      long place,
      String title,
      Set<String> tags,
      Map<String, Long> ratings,
      List<String> notes,
      Optional<String> lender,
      Optional<Instant> due,
      long copies) {}

  /** A reader's card, with versions and an end. */
  record Card(String member, String name, String address, long version, Instant until) {}

  record OfShelf(String shelf) {}

  record OfBook(String shelf, long place) {}

  record Places(String shelf, long from, long to) {}

  record Beside(String shelf, long bound) {}

  record Titles(String shelf, String from) {}

  record OfLender(String lender) {}

  record DueBefore(String lender, Instant before) {}

  record Lending(String shelf, long place, Optional<String> lender, Optional<Instant> due) {}

  record Rating(String shelf, long place, String reader, long stars) {}

  record Tags(String shelf, long place, Set<String> tags) {}

  record Notes(String shelf, long place, List<String> notes) {}

  record Copies(String shelf, long place, long count) {}

  record Tagged(String shelf, long place, String tag) {}

  record LentTo(String shelf, long place, Optional<String> lender) {}

  record OfMember(String member) {}

  record Moved(String member, String address) {}

  record SeenMoved(String member, String address, long version) {}

  record Seen(String member, long version) {}

  record Named(String name) {}

  record Admission(OfBook gift, List<Card> cards, Optional<OfMember> leaver) {}

  static final Part<String> SHELF = Part.text("shelf", Alphabet.of("a-z"), 10);
  static final Part<Long> PLACE = Part.number("place", -1000, 1_000_000);
  static final Part<String> TITLE = Part.raw("title", 200);
  static final Part<String> LENDER = Part.escaped("lender", 100);
  static final Part<Instant> DUE = Part.millis("due");
  static final Part<String> MEMBER = Part.escaped("member", 100);
  static final Part<String> NAME = Part.escaped("name", 100);

  static final Table BOOKS =
      Table.named("books")
          .partition(string("pk"))
          .sort(number("place"))
          .local("titled", string("title"), new Projection.All())
          .global(index("lent", string("lpk")).sort(string("lsk")).all())
          .build();

  static final Table CARDS =
      Table.named("cards")
          .partition(string("member"))
          .global(index("named", string("name")).all())
          .provisioned(100, 100)
          .ephemeral("gone")
          .build();

  static final Instant SOME_TIME = Instant.parse("2026-06-01T00:00:00Z");

  static final Entity<Book> BOOK =
      BOOKS
          .entity(Book.class, lookup())
          .partition(KeyTemplate.of("s#<shelf>", SHELF))
          .sort(PLACE)
          .inLocal("titled", TITLE)
          .in(
              "lent",
              KeyTemplate.of("l#<lender>", LENDER),
              KeyTemplate.of("d#<due>#<place>", DUE, PLACE))
          .example(
              new Book(
                  "a",
                  1,
                  "Walden",
                  Set.of("pond"),
                  Map.of("bo", 5L),
                  List.of("worn"),
                  Optional.of("ann"),
                  Optional.of(SOME_TIME),
                  2));

  static final Entity<Card> CARD =
      CARDS
          .entity(Card.class, lookup())
          .partition(MEMBER)
          .in("named", NAME)
          .version(Card::version)
          .named(Card::until, "gone")
          .expires(Card::until)
          .example(new Card("m1", "Ann", "Elm Street 3", 4, SOME_TIME));

  static final Put<Book, Book> SHELVE = BOOK.put("B1", "shelve a book").build();
  static final Get<OfBook, Book> FIND = BOOK.get("B2", "a book", OfBook.class).consistent().build();
  static final Query<Places, Book> BETWEEN =
      BOOK.query("B3", "a stretch of a shelf", Places.class)
          .between(Places::from, Places::to)
          .page(3)
          .build();
  static final Query<Beside, Book> AFTER =
      BOOK.query("B4", "books behind", Beside.class).after(Beside::bound).build();
  static final Query<Beside, Book> UP_TO =
      BOOK.query("B5", "books before, nearest first", Beside.class)
          .upTo(Beside::bound)
          .descending()
          .page(2)
          .build();
  static final Query<OfShelf, Book> TITLED =
      BOOK.index("titled")
          .query("B6", "a shelf by title", OfShelf.class)
          .consistent()
          .page(4)
          .build();
  static final Query<Titles, Book> TITLES_FROM =
      BOOK.index("titled").query("B6b", "titles from", Titles.class).from(Titles::from).build();
  static final Query<OfLender, Book> LENT =
      BOOK.index("lent").query("B7", "what somebody has", OfLender.class).page(2).build();
  static final Query<DueBefore, Book> OVERDUE =
      BOOK.index("lent")
          .query("B7b", "what somebody should have brought", DueBefore.class)
          .before(DueBefore::before)
          .build();
  static final Update<Lending, Book> LEND =
      BOOK.update("B8", "lend or take back", Lending.class)
          .set(Book::lender)
          .to(param(Lending::lender))
          .set(Book::due)
          .to(param(Lending::due))
          .build();
  static final Update<Rating, Book> RATE =
      BOOK.update("B9", "rate", Rating.class)
          .set(entry(Book::ratings, param(Rating::reader)))
          .to(param(Rating::stars))
          .build();
  static final Update<Tags, Book> TAG =
      BOOK.update("B10", "tag", Tags.class).addAll(Book::tags).of(param(Tags::tags)).build();
  static final Update<Tags, Book> UNTAG =
      BOOK.update("B11", "untag", Tags.class).removeAll(Book::tags).of(param(Tags::tags)).build();
  static final Update<Tags, Book> RETAG =
      BOOK.update("B11b", "set tags", Tags.class).set(Book::tags).to(param(Tags::tags)).build();
  static final Update<Notes, Book> NOTE =
      BOOK.update("B12", "add notes", Notes.class)
          .set(Book::notes)
          .to(field(Book::notes).then(param(Notes::notes)))
          .build();
  static final Update<Copies, Book> BUY =
      BOOK.update("B13", "more copies", Copies.class)
          .set(Book::copies)
          .to(field(Book::copies).orElse(0L).plus(param(Copies::count)))
          .build();
  static final Update<Copies, Book> LOSE =
      BOOK.update("B14", "fewer copies", Copies.class)
          .set(Book::copies)
          .to(field(Book::copies).minus(param(Copies::count)))
          .when(field(Book::copies).atLeast(param(Copies::count)))
          .build();
  static final Update<Copies, Book> COUNT =
      BOOK.update("B14b", "count copies", Copies.class)
          .add(Book::copies)
          .of(param(Copies::count))
          .build();
  static final BatchWrite<OfBook, Book> STOCK =
      BOOK.batchWrite("B15", "stock up and clear out", OfBook.class).build();
  static final BatchGet<OfBook, Book> PILE =
      BOOK.batchGet("B16", "a pile of books", OfBook.class).consistent().build();
  static final Delete<Tagged, Book> WEED =
      BOOK.delete("B17", "remove if tagged", Tagged.class)
          .when(elements(Book::tags).contain(param(Tagged::tag)))
          .build();
  static final Delete<LentTo, Book> REMOVE_AS_SEEN =
      BOOK.delete("B18", "remove if lent as seen", LentTo.class)
          .when(field(Book::lender).is(param(LentTo::lender)))
          .build();

  static final Put<Card, Card> ISSUE = CARD.put("C1", "write a card").build();
  static final Get<OfMember, Card> CARD_OF = CARD.get("C2", "a card", OfMember.class).build();
  static final Get<OfMember, Card> ANY_CARD_OF =
      CARD.get("C2b", "a card, be it over", OfMember.class).withExpired().build();
  static final Update<Moved, Card> MOVE =
      CARD.update("C3", "new address", Moved.class)
          .set(Card::address)
          .to(param(Moved::address))
          .build();
  static final Update<SeenMoved, Card> MOVE_SEEN =
      CARD.update("C4", "new address of a card seen", SeenMoved.class)
          .set(Card::address)
          .to(param(SeenMoved::address))
          .build();
  static final Delete<Seen, Card> CLOSE =
      CARD.delete("C5", "close a card seen", Seen.class).build();
  static final Query<Named, Card> NAMED =
      CARD.index("named").query("C6", "cards of a name", Named.class).page(2).build();
  static final Query<Named, Card> ANY_NAMED =
      CARD.index("named")
          .query("C6b", "cards of a name, be they over", Named.class)
          .withExpired()
          .build();

  static final ConditionCheck<OfBook, Book> GIFT_THERE =
      BOOK.check("C7.gift", "the gift is there", OfBook.class).ifExists().build();
  static final Put<Card, Card> ADMIT = CARD.put("C7.card", "the card").build();
  static final Delete<OfMember, Card> LEAVE =
      CARD.delete("C7.leaver", "who leaves", OfMember.class).ifExists().build();
  static final Transaction<Admission> ADMISSION =
      Transaction.of("C7", "admit several", Admission.class, lookup())
          .step(GIFT_THERE, Admission::gift)
          .each(ADMIT, Admission::cards, 10)
          .maybe(LEAVE, Admission::leaver)
          .build();

  static final Model MODEL =
      Model.named("library")
          .entities(BOOK, CARD)
          .patterns(
              SHELVE,
              FIND,
              BETWEEN,
              AFTER,
              UP_TO,
              TITLED,
              TITLES_FROM,
              LENT,
              OVERDUE,
              LEND,
              RATE,
              TAG,
              UNTAG,
              RETAG,
              NOTE,
              BUY,
              LOSE,
              COUNT,
              STOCK,
              PILE,
              WEED,
              REMOVE_AS_SEEN,
              ISSUE,
              CARD_OF,
              ANY_CARD_OF,
              MOVE,
              MOVE_SEEN,
              CLOSE,
              NAMED,
              ANY_NAMED,
              ADMISSION)
          .build();

  private Library() {}

  /** A book with nothing in particular. */
  static Book book(String shelf, long place) {
    return new Book(
        shelf,
        place,
        "title " + place,
        Set.of(),
        Map.of(),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        1);
  }
}
