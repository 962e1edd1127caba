package bookshop;

import static dev.trestle.model.Load.perSecond;
import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.BackupPlan;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Model;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Table;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;

/** Books by number, and those of an author by year. */
public final class Bookshop {
  public record Book(String isbn, String author, long year, String title) {}

  public record ByIsbn(String isbn) {}

  public record ByAuthor(String author) {}

  static final Part<String> ISBN = Part.text("isbn", Alphabet.DIGITS, 13);
  static final Part<String> AUTHOR = Part.escaped("author", 80);
  static final Part<Long> YEAR = Part.number("year", 1400, 2999);

  static final Table BOOKS =
      Table.named("books")
          .partition(string("pk"))
          .global(index("by-author", string("author_pk")).sort(string("author_sk")).all())
          .recoverable()
          .backups(BackupPlan.daily(35))
          .build();

  static final Entity<Book> BOOK =
      BOOKS
          .entity(Book.class, lookup())
          .partition(KeyTemplate.of("book#<isbn>", ISBN))
          .in(
              "by-author",
              KeyTemplate.of("author#<author>", AUTHOR),
              KeyTemplate.of("<year>#<isbn>", YEAR, ISBN))
          .population(Population.of(200_000, 1))
          .example(new Book("9780316769488", "A. Writer", 1951, "A story of a rye field"));

  public static final Get<ByIsbn, Book> FIND =
      BOOK.get("B1", "a book by its number", ByIsbn.class).load(perSecond(50)).build();
  public static final Query<ByAuthor, Book> WRITTEN =
      BOOK.index("by-author")
          .query("B2", "an author's books, newest first", ByAuthor.class)
          .descending()
          .page(20)
          .load(perSecond(5))
          .build();
  public static final Put<Book, Book> ADD =
      BOOK.put("B3", "add a book").ifAbsent().load(perSecond(0.1)).build();

  public static final Model MODEL =
      Model.named("bookshop").entities(BOOK).patterns(FIND, WRITTEN, ADD).build();

  private Bookshop() {}
}
