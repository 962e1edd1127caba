package dev.trestle.model.check;

import dev.trestle.model.StreamView;
import dev.trestle.model.Table;
import dev.trestle.model.check.Findings.Subject;
import dev.trestle.model.check.Survey.Written;
import dev.trestle.model.design.PatternDesign.Transact;
import dev.trestle.model.design.PatternDesign.Writing;
import java.util.HashSet;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** What is kept in several regions can be, and what holds in one of them only is known. */
record Replicas() implements Rule {
  private static final Pattern REGION = Pattern.compile("[a-z]{2}(-[a-z]+)+-[0-9]");

  @Override
  public String name() {
    return "replicas";
  }

  @Override
  public String about() {
    return "Tables with replicas have the stream that carries them, in regions that can be; what a"
        + " transaction writes is replicated as a whole or not at all, and conditions are known to"
        + " hold in the region of the write only.";
  }

  @Override
  public List<Finding> findings(Survey survey) {
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
            "'%s' is no region".formatted(region),
            "name it as AWS does, such as eu-north-1");
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
        "has replicas and a stream of %s: replication takes the one stream there is".formatted(view)
            + " and needs both images",
        "say stream(StreamView.NEW_AND_OLD_IMAGES), or leave the stream to the replicas");
  }

  /** One note for a table: it is about where writes go, not about any one pattern. */
  private static void conditions(Findings found, Survey survey, Table table) {
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
                .formatted(Words.list(relying) + (relying.size() == 1 ? " decides" : " decide"))
            + " item the later one stays, whatever it had asked for",
        "let one region write at a time, and turn to the other when the first is lost");
  }

  private static boolean relies(Written each) {
    var write = each.write();
    return write.condition().isPresent()
        || write.ifAbsent()
        || write.operation() == Writing.CONDITION_CHECK
        || write.changes().stream().anyMatch(change -> change.counting());
  }

  /** A transaction of which the other region gets a part only. */
  private static void halves(Findings found, Survey survey, Transact transaction) {
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
        "writes %s, which other regions have, together with %s, which they do not have"
            .formatted(Words.list(there), Words.list(missing)),
        "give them the same replicas, or know what is missing where the others are");
  }
}
