package dev.trestle.store.guide;

import static dev.trestle.model.Conditions.absent;
import static dev.trestle.model.Conditions.optional;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Load.perDay;
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
import dev.trestle.model.Transaction;
import dev.trestle.model.Update;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import java.time.Instant;
import java.util.Optional;

/** Sheds that lend tools to their members. */
final class Shed {
  private static final Alphabet NAME = Alphabet.of("a-z0-9-");

  static final Part<String> SHED = Part.text("shed", NAME, 32);
  static final Part<String> TOOL = Part.text("tool", NAME, 32);
  static final Part<String> BORROWER = Part.text("borrower", NAME, 32);
  static final Part<Instant> SINCE = Part.isoMillis("since");
  static final Part<Instant> DUE = Part.isoMillis("due");

  static final Table TABLE =
      Table.named("shed")
          .partition(string("pk"))
          .sort(string("sk"))
          .global(index("borrowed", string("borrower")).sort(string("due")).all())
          .recoverable()
          .backups(BackupPlan.daily(35))
          .protectedFromDeletion()
          .build();

  /** A tool; borrower and due are there while it is lent. */
  record Tool(
      String shed, String tool, String title, Optional<String> borrower, Optional<Instant> due) {}

  static final Entity<Tool> TOOLS =
      TABLE
          .entity(Tool.class, lookup())
          .partition(KeyTemplate.of("SHED#<shed>", SHED))
          .sort(KeyTemplate.of("TOOL#<tool>", TOOL))
          .in("borrowed", BORROWER, DUE)
          .population(Population.of(20_000, 200))
          .example(
              new Tool(
                  "north-pier",
                  "long-ladder",
                  "Ladder, 6 m",
                  Optional.of("ann"),
                  Optional.of(Instant.parse("2026-11-20T18:00:00Z"))));

  /** Who borrowed a tool, and when. */
  record Loan(String shed, String tool, Instant since, String member) {}

  static final Entity<Loan> LOANS =
      TABLE
          .entity(Loan.class, lookup())
          .partition(KeyTemplate.of("SHED#<shed>", SHED))
          .sort(KeyTemplate.of("LOAN#<tool>#<since>", TOOL, SINCE))
          .population(Population.of(400_000, 4_000))
          .example(
              new Loan("north-pier", "long-ladder", Instant.parse("2026-11-16T18:00:00Z"), "ann"));

  record OfShed(String shed) {}

  record OfTool(String shed, String tool) {}

  record OfMember(String borrower) {}

  static final Query<OfShed, Tool> ALL =
      TOOLS
          .query("T1", "tools of a shed", OfShed.class)
          .page(50)
          .load(perDay(20_000).hottestKey(0.01))
          .build();

  static final Get<OfTool, Tool> ONE =
      TOOLS.get("T2", "one tool", OfTool.class).load(perDay(50_000)).build();

  static final Query<OfMember, Tool> BORROWED =
      TOOLS
          .index("borrowed")
          .query("T3", "what a member has, due soonest first", OfMember.class)
          .typically(2)
          .load(perDay(10_000))
          .build();

  static final Query<OfTool, Loan> HISTORY =
      LOANS
          .query("T4", "who had a tool, latest first", OfTool.class)
          .descending()
          .page(20)
          .load(perDay(500))
          .build();

  static final Put<Tool, Tool> ADD =
      TOOLS.put("T5", "a new tool").ifAbsent().load(perDay(20)).build();

  record Taking(String shed, String tool, String member, Instant due) {}

  static final Update<Taking, Tool> TAKE =
      TOOLS
          .update("T6.tool", "it is lent, if nobody has it", Taking.class)
          .set(optional(Tool::borrower))
          .to(param(Taking::member))
          .set(optional(Tool::due))
          .to(param(Taking::due))
          .when(absent(Tool::borrower))
          .build();

  record Lending(Taking tool, Loan loan) {}

  static final Transaction<Lending> LEND =
      Transaction.of("T6", "lend a tool", Lending.class, lookup())
          .step(TAKE, Lending::tool)
          .step(LOANS.put("T6.loan", "for its history").ifAbsent().build(), Lending::loan)
          .load(perDay(3_000))
          .build();

  static final Update<OfTool, Tool> RETURN =
      TOOLS
          .update("T7", "bring a tool back", OfTool.class)
          .remove(Tool::borrower)
          .remove(Tool::due)
          .load(perDay(3_000))
          .build();

  static final Model MODEL =
      Model.named("shed")
          .entities(TOOLS, LOANS)
          .patterns(ALL, ONE, BORROWED, HISTORY, ADD, LEND, RETURN)
          .build();

  private Shed() {}
}
