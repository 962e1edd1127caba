package dev.trestle.model.check;

import dev.trestle.model.Table;
import dev.trestle.model.check.Findings.Subject;
import java.util.List;

/** What nothing replaces can be brought back. */
record Recovery() implements Rule {
  @Override
  public String name() {
    return "recovery";
  }

  @Override
  public String about() {
    return "Critical tables have recovery to any second and backups by schedule.";
  }

  @Override
  public List<Finding> findings(Survey survey) {
    var found = new Findings(this);
    for (var table : survey.tables()) {
      if (table.importance() != Table.Importance.CRITICAL) continue;
      var subject = Subject.of(table);
      if (!table.recovery()) {
        found.fault(
            subject,
            "the table is critical but cannot be restored to a point in time",
            "say recoverable(), or ephemeral(…) if it can be rebuilt");
      }
      if (table.backups().isEmpty()) {
        found.fault(
            subject,
            "the table is critical but has no backups beyond the 35 days of recovery",
            "say backups(BackupPlan.daily(35)), or ephemeral(…) if it can be rebuilt");
      }
      if (!table.deletionProtection()) {
        found.note(
            subject,
            "the table is critical and one call deletes it",
            "say protectedFromDeletion()");
      }
    }
    return found.list();
  }
}
