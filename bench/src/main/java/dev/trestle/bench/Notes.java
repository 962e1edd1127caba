package dev.trestle.bench;

import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Model;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Table;
import dev.trestle.model.Update;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import java.time.Instant;

/** Pages in notebooks: a small model to measure a store with. */
final class Notes {
  static final int PAGE = 20;

  /** One page, some 200 bytes as an item. */
  record Note(
      String book,
      long page,
      String author,
      String text,
      Instant written,
      long edits,
      boolean done) {}

  record OfNote(String book, long page) {}

  record OfBook(String book) {}

  private static final Part<String> BOOK = Part.text("book", Alphabet.of("a-z0-9"), 20);
  private static final Part<Long> NUMBER = Part.number("page", 0, 999_999);

  static final Table TABLE =
      Table.named("notes").partition(string("pk")).sort(string("sk")).build();

  static final Entity<Note> NOTE =
      TABLE
          .entity(Note.class, lookup())
          .partition(KeyTemplate.of("b#<book>", BOOK))
          .sort(KeyTemplate.of("p#<page>", NUMBER))
          .epochMillis(Note::written)
          .example(note(1, 1, 1));

  static final Get<OfNote, Note> ONE = NOTE.get("N1", "one page", OfNote.class).build();
  static final Put<Note, Note> WRITE = NOTE.put("N2", "write a page").build();
  static final Query<OfBook, Note> ALL =
      NOTE.query("N3", "the pages of a book", OfBook.class).page(PAGE).build();

  /** Its page has room for one more than there are, so that it needs no cursor. */
  static final Query<OfBook, Note> WHOLE =
      NOTE.query("N4", "a whole book", OfBook.class).page(PAGE + 1).build();

  /** The store refuses a sum that no long can hold, so it sends a condition along. */
  static final Update<OfNote, Note> EDIT =
      NOTE.update("N5", "count an edit", OfNote.class).add(Note::edits).of(1L).build();

  static final Model MODEL =
      Model.named("notes").entities(NOTE).patterns(ONE, WRITE, ALL, WHOLE, EDIT).build();

  private Notes() {}

  static String name(int book) {
    return "book" + book;
  }

  static Note note(int book, int page, long edits) {
    return new Note(
        name(book),
        page,
        "somebody",
        "It rained all day and the river rose to the second step. We moved the boats to the mill,"
            + " had soup, and played cards.",
        Instant.ofEpochMilli(1_790_000_000_000L + page),
        edits,
        page % 2 == 0);
  }
}
