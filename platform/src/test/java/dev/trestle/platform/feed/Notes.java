package dev.trestle.platform.feed;

import static dev.trestle.model.Load.perSecond;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.Delete;
import dev.trestle.model.Entity;
import dev.trestle.model.Model;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.StreamView;
import dev.trestle.model.Table;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;

/** A small system that others follow: notes in books, and a cover for each book. */
final class Notes {
  record Note(String book, long page, long version) {}

  record Cover(String book, String title) {}

  record OfNote(String book, long page) {}

  static final Part<String> BOOK = Part.text("book", Alphabet.of("a-z0-9"), 20);
  static final Part<Long> PAGE = Part.number("page", 0, 9999);

  static final Table TABLE =
      Table.named("notes").partition(string("pk")).sort(string("sk")).ephemeral().stream(
              StreamView.NEW_AND_OLD_IMAGES)
          .build();

  static final Entity<Note> NOTE =
      TABLE
          .entity(Note.class, lookup())
          .partition(KeyTemplate.of("b#<book>", BOOK))
          .sort(KeyTemplate.of("p#<page>", PAGE))
          .population(Population.of(1000, 10))
          .example(new Note("a", 1, 1));

  static final Entity<Cover> COVER =
      TABLE
          .entity(Cover.class, lookup())
          .partition(KeyTemplate.of("b#<book>", BOOK))
          .sort(KeyTemplate.of("c#"))
          .population(Population.of(100, 1))
          .example(new Cover("a", "A book"));

  static final Put<Note, Note> WRITE = NOTE.put("N1", "write a note").load(perSecond(1)).build();
  static final Put<Cover, Cover> BIND = COVER.put("N2", "bind a book").load(perSecond(1)).build();
  static final Delete<OfNote, Note> TEAR =
      NOTE.delete("N3", "tear it out", OfNote.class).load(perSecond(1)).build();

  static final Model MODEL =
      Model.named("notes").entities(NOTE, COVER).patterns(WRITE, BIND, TEAR).build();

  private Notes() {}
}
