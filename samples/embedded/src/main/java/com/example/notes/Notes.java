package com.example.notes;

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
import java.time.Instant;

/** Notes that users write. */
public final class Notes {
  private static final Part<String> USER = Part.text("user", Alphabet.of("a-z0-9-"), 32);
  private static final Part<Instant> WRITTEN = Part.isoMillis("written");

  private static final Table TABLE =
      Table.named("notes")
          .partition(string("pk"))
          .sort(string("sk"))
          .recoverable()
          .backups(BackupPlan.daily(35))
          .protectedFromDeletion()
          .build();

  public record Note(String user, Instant written, String text) {}

  public record OfUser(String user) {}

  private static final Entity<Note> NOTES =
      TABLE
          .entity(Note.class, lookup())
          .partition(KeyTemplate.of("USER#<user>", USER))
          .sort(KeyTemplate.of("NOTE#<written>", WRITTEN))
          .population(Population.of(100_000, 100))
          .example(new Note("ann", Instant.parse("2026-03-01T12:00:00Z"), "Buy string"));

  public static final Put<Note, Note> WRITE =
      NOTES.put("N1", "write a note").ifAbsent().load(perDay(10_000)).build();

  public static final Query<OfUser, Note> LATEST =
      NOTES
          .query("N2", "notes of a user, latest first", OfUser.class)
          .descending()
          .page(20)
          .load(perDay(50_000).hottestKey(0.01))
          .build();

  public static final Model MODEL =
      Model.named("notes").entities(NOTES).patterns(WRITE, LATEST).build();

  private Notes() {}
}
