package dev.trestle.junit;

import static dev.trestle.model.Load.perDay;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.BackupPlan;
import dev.trestle.model.Entity;
import dev.trestle.model.Model;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Table;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;

/** A small model. Its members are not public, as in a program of one package. */
final class Bookmarks {
  private static final Alphabet NAME = Alphabet.of("a-z0-9-");
  private static final Part<String> USER = Part.text("user", NAME, 32);
  private static final Part<String> PAGE = Part.text("page", NAME, 32);

  private static final Table TABLE =
      Table.named("bookmarks")
          .partition(string("pk"))
          .sort(string("sk"))
          .recoverable()
          .backups(BackupPlan.daily(35))
          .protectedFromDeletion()
          .build();

  record Bookmark(String user, String page, String title) {}

  record OfUser(String user) {}

  static final Entity<Bookmark> BOOKMARKS =
      TABLE
          .entity(Bookmark.class, lookup())
          .partition(KeyTemplate.of("USER#<user>", USER))
          .sort(KeyTemplate.of("PAGE#<page>", PAGE))
          .population(Population.of(10_000, 100))
          .example(new Bookmark("ann", "tides", "Tides today"));

  static final Put<Bookmark, Bookmark> SAVE =
      BOOKMARKS.put("B1", "save a bookmark").load(perDay(1_000)).build();

  static final Query<OfUser, Bookmark> OF_USER =
      BOOKMARKS
          .query("B2", "bookmarks of a user", OfUser.class)
          .page(50)
          .load(perDay(100_000).hottestKey(0.01))
          .build();

  static final Model MODEL =
      Model.named("bookmarks").entities(BOOKMARKS).patterns(SAVE, OF_USER).build();

  private Bookmarks() {}
}
