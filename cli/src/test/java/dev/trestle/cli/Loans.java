package dev.trestle.cli;

import static dev.trestle.model.Load.perDay;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.BackupPlan;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Model;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Table;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;

/** A model on the class path of the tests. */
public final class Loans {
  record Loan(String tool, String member) {}

  record OfTool(String tool) {}

  private static final Table TABLE =
      Table.named("loans")
          .partition(string("pk"))
          .recoverable()
          .backups(BackupPlan.daily(35))
          .protectedFromDeletion()
          .build();

  private static final Entity<Loan> LOANS =
      TABLE
          .entity(Loan.class, lookup())
          .partition(KeyTemplate.of("TOOL#<tool>", Part.text("tool", Alphabet.of("a-z0-9-"), 32)))
          .population(Population.of(1000, 100))
          .example(new Loan("saw", "ann"));

  static final Put<Loan, Loan> LEND =
      LOANS.put("L1", "lend a tool").ifAbsent().load(perDay(100)).build();

  static final Get<OfTool, Loan> BORROWER =
      LOANS.get("L2", "who has a tool", OfTool.class).load(perDay(1000)).build();

  public static final Model MODEL =
      Model.named("loans").entities(LOANS).patterns(LEND, BORROWER).build();

  private Loans() {}
}
