package dev.trestle.toolshed.loan;

import dev.trestle.store.Store;
import dev.trestle.store.Written;
import dev.trestle.toolshed.model.MemberName;
import dev.trestle.toolshed.model.ShedName;
import dev.trestle.toolshed.model.ToolName;
import dev.trestle.toolshed.model.ToolshedModel;
import dev.trestle.toolshed.model.ToolshedModel.Loan;
import dev.trestle.toolshed.model.ToolshedModel.OfShed;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** Lends tools to members. One member has a tool at a time. */
public final class Loans {
  static final Duration LOAN_MAX = Duration.ofDays(14);

  /** How many tools of a shed one member may have at a time. */
  public static final int LOANS_MAX = 3;

  private final Store store;
  private final InstantSource clock;

  public Loans(Store store, InstantSource clock) {
    this.store = store;
    this.clock = clock;
  }

  /**
   * Lends a tool. Repeating a call for the same member returns the same loan.
   *
   * @throws Refusal if the member has too many other tools
   */
  public Borrowing borrow(ShedName shed, ToolName tool, MemberName member) {
    long others =
        of(shed).stream()
            .filter(loan -> loan.member().equals(member) && !loan.tool().equals(tool))
            .count();
    if (others >= LOANS_MAX) {
      throw new Refusal.TooManyLoans(LOANS_MAX);
    }
    var due = clock.instant().plus(LOAN_MAX).truncatedTo(ChronoUnit.SECONDS);
    var loan = new Loan(shed, tool, member, due);
    return switch (store.run(ToolshedModel.BORROW, loan)) {
      case Written.Done<Loan> _ -> new Borrowing.Lent(loan);
      case Written.Refused<Loan>(var current) -> {
        var held = current.orElseThrow();
        yield held.member().equals(member)
            ? new Borrowing.Lent(held)
            : new Borrowing.Taken(held.due());
      }
    };
  }

  /** The first page of a shed's loans. */
  public List<Loan> of(ShedName shed) {
    return store.run(ToolshedModel.LOANS, new OfShed(shed)).items();
  }
}
