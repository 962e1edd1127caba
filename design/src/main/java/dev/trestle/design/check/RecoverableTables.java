package dev.trestle.design.check;

import dev.trestle.design.check.Findings.Subject;
import dev.trestle.model.Table;
import java.util.List;

/** Checks that irreplaceable data can be restored. */
record RecoverableTables() implements DesignCheck {
  @Override
  public String name() {
    return "recovery";
  }

  @Override
  public String about() {
    return "Critical tables have point-in-time recovery and scheduled backups.";
  }

  @Override
  public List<Finding> findings(CheckedDesign survey) {
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
            "the table is critical, but a single call can delete it",
            "say protectedFromDeletion()");
      }
    }
    return found.list();
  }
}
