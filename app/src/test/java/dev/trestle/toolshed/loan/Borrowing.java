package dev.trestle.toolshed.loan;

import dev.trestle.toolshed.model.ToolshedModel.Loan;
import java.time.Instant;

/** The outcome of asking for a tool. */
public sealed interface Borrowing {
  record Lent(Loan loan) implements Borrowing {}

  /** Another member has it until {@code due}. */
  record Taken(Instant due) implements Borrowing {}
}
