package dev.trestle.toolshed.model;

import static dev.trestle.model.Load.perSecond;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.BackupPlan;
import dev.trestle.model.Entity;
import dev.trestle.model.Model;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Table;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import java.time.Instant;

/** The table {@code toolshed}: the tools of a shed that are out, one item each. */
public final class ToolshedModel {
  private static final Part<ShedName> SHED =
      NameForm.part("shed").as(ShedName.class, ShedName::new, ShedName::value);
  private static final Part<ToolName> TOOL =
      NameForm.part("tool").as(ToolName.class, ToolName::new, ToolName::value);

  /** A tool that a member has borrowed. */
  public record Loan(ShedName shed, ToolName tool, MemberName member, Instant due) {}

  public record OfShed(ShedName shed) {}

  private static final Table TABLE =
      Table.named("toolshed")
          .partition(string("pk"))
          .sort(string("sk"))
          .recoverable()
          .backups(BackupPlan.daily(7))
          .protectedFromDeletion()
          .build();

  private static final Entity<Loan> LOAN =
      TABLE
          .entity(Loan.class, lookup())
          .partition(KeyTemplate.of("shed#<shed>", SHED))
          .sort(KeyTemplate.of("tool#<tool>", TOOL))
          .population(Population.of(1000, 20))
          .example(
              new Loan(
                  new ShedName("elm-street"),
                  new ToolName("saw"),
                  new MemberName("ann"),
                  Instant.parse("2026-11-16T12:00:00Z")));

  /** Lends a tool unless it is out. */
  public static final Put<Loan, Loan> BORROW =
      LOAN.put("T1", "borrow a tool").ifAbsent().load(perSecond(0.1)).build();

  /** The tools of a shed that are out. */
  public static final Query<OfShed, Loan> LOANS =
      LOAN.query("T2", "loans of a shed", OfShed.class)
          .page(50)
          .typically(10)
          .load(perSecond(1))
          .build();

  public static final Model MODEL =
      Model.named("toolshed").entities(LOAN).patterns(BORROW, LOANS).build();

  private ToolshedModel() {}
}
