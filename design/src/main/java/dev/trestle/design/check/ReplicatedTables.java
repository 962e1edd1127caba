package dev.trestle.design.check;

import dev.trestle.design.PatternDesign.Transact;
import dev.trestle.design.PatternDesign.Writing;
import dev.trestle.design.ReportText;
import dev.trestle.design.check.CheckedDesign.Written;
import dev.trestle.design.check.Findings.Subject;
import dev.trestle.model.StreamView;
import dev.trestle.model.Table;
import dev.trestle.model.expression.UpdateAction;
import java.util.HashSet;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Checks that replicated tables can be replicated, and notes which guarantees hold in one region
 * only.
 */
record ReplicatedTables() implements DesignCheck {
  private static final Pattern REGION = Pattern.compile("[a-z]{2}(-[a-z]+)+-[0-9]");

  @Override
  public String name() {
    return "replicas";
  }

  @Override
  public String about() {
    return "Tables with replicas have the stream that replication needs, in existing regions; what a"
        + " transaction writes is replicated as a whole or not at all, and conditions are known to"
        + " hold in the region of the write only.";
  }

  @Override
  public List<Finding> findings(CheckedDesign survey) {
    var found = new Findings(this);
    for (var table : survey.tables()) {
      if (table.replicas().isEmpty()) continue;
      regions(found, table);
      stream(found, table);
      conditions(found, survey, table);
    }
    for (var transaction : survey.transactions()) halves(found, survey, transaction);
    return found.list();
  }

  private static void regions(Findings found, Table table) {
    var seen = new HashSet<String>();
    for (var region : table.replicas()) {
      if (!REGION.matcher(region).matches()) {
        found.fault(
            Subject.of(table),
            "'%s' is not a region".formatted(region),
            "use AWS's name, such as eu-north-1");
      }
      if (!seen.add(region)) {
        found.fault(
            Subject.of(table),
            "has two replicas in %s; a region has one".formatted(region),
            "name each region once");
      }
    }
  }

  private static void stream(Findings found, Table table) {
    var view = table.stream().orElse(StreamView.NEW_AND_OLD_IMAGES);
    if (view == StreamView.NEW_AND_OLD_IMAGES) return;
    found.fault(
        Subject.of(table),
        "has replicas and a stream of %s: replication uses the table's only stream".formatted(view)
            + " and needs both images",
        "say stream(StreamView.NEW_AND_OLD_IMAGES), or leave the stream to the replicas");
  }

  /** One note per table, because it is about where writes go and not about a single pattern. */
  private static void conditions(Findings found, CheckedDesign survey, Table table) {
    var relying = new TreeSet<String>();
    for (var each : survey.writes()) {
      if (each.write().table().equals(table.name()) && relies(each)) {
        relying.add(each.in().map(Transact::id).orElse(each.write().id()));
      }
    }
    if (relying.isEmpty()) return;
    found.note(
        Subject.of(table),
        "has replicas, and what %s by may have changed in another region: of two writes to one"
                .formatted(
                    ReportText.list(relying) + (relying.size() == 1 ? " decides" : " decide"))
            + " item the later one wins, whatever its condition",
        "let one region write at a time, and fail over when it is lost");
  }

  private static boolean relies(Written each) {
    var write = each.write();
    return write.condition().isPresent()
        || write.ifAbsent()
        || write.operation() == Writing.CONDITION_CHECK
        || !UpdateAction.repeating(write.actions()).isEmpty();
  }

  /** A transaction of which another region receives only a part. */
  private static void halves(Findings found, CheckedDesign survey, Transact transaction) {
    var there = new TreeSet<String>();
    var missing = new TreeSet<String>();
    boolean critical = false;
    for (var step : transaction.steps()) {
      if (step.write().operation() == Writing.CONDITION_CHECK) continue;
      var table = survey.table(step.write().table());
      if (table.isEmpty()) continue;
      if (table.get().replicas().isEmpty()) {
        missing.add(table.get().name());
        critical |= table.get().importance() == Table.Importance.CRITICAL;
      } else {
        there.add(table.get().name());
      }
    }
    if (there.isEmpty() || missing.isEmpty()) return;
    found.add(
        critical ? Finding.Severity.WARNING : Finding.Severity.NOTE,
        Subject.of(transaction),
        "writes %s, which has replicas, together with %s, which has none"
            .formatted(ReportText.list(there), ReportText.list(missing)),
        "give them the same replicas, or accept that other regions miss a part");
  }
}
