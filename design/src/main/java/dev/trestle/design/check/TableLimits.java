package dev.trestle.design.check;

import dev.trestle.design.check.Findings.Subject;
import dev.trestle.item.Limits;
import dev.trestle.model.Billing;
import dev.trestle.model.Projection;
import dev.trestle.model.Table;
import dev.trestle.model.TableIndex;
import java.util.HashSet;
import java.util.List;
import java.util.regex.Pattern;

/** Checks that DynamoDB would accept the tables as declared. */
record TableLimits() implements DesignCheck {
  private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9_.-]{3,255}");

  @Override
  public String name() {
    return "table-limits";
  }

  @Override
  public String about() {
    return "DynamoDB accepts the names, the keys and the number of indexes.";
  }

  @Override
  public List<Finding> findings(CheckedDesign survey) {
    var found = new Findings(this);
    var names = new HashSet<String>();
    for (var table : survey.tables()) {
      var subject = Subject.of(table);
      if (!names.add(table.name())) {
        found.fault(subject, "two tables have this name", "give one of them another");
      }
      name(found, subject, table.name());
      if (table.sort().filter(sort -> sort.name().equals(table.partition().name())).isPresent()) {
        found.fault(
            subject,
            "partition key and sort key are the same attribute",
            "use two attributes, or no sort key");
      }
      indexes(found, table);
    }
    return found.list();
  }

  private static void indexes(Findings found, Table table) {
    var subject = Subject.of(table);
    var names = new HashSet<String>();
    long local = 0;
    int projected = 0;
    for (var index : table.indexes()) {
      var own = Subject.of(table, index.name());
      name(found, own, index.name());
      if (!names.add(index.name())) {
        found.fault(own, "two indexes have this name", "give one of them another");
      }
      if (index.scope() == TableIndex.Scope.LOCAL) {
        local++;
        if (table.sort().isEmpty()) {
          found.fault(
              own,
              "a local index of a table without a sort key",
              "give the table a sort key, or make the index global");
        }
      }
      if (index.projection() instanceof Projection.Include(var attributes)) {
        projected += attributes.size();
      }
      if (index.provisioned().isPresent() && table.billing() instanceof Billing.OnDemand) {
        found.fault(
            own,
            "has provisioned units in a table that is paid on demand",
            "leave them out, or provision the table");
      }
    }
    most(found, subject, "local indexes", local, Limits.LOCAL_SECONDARY_INDEXES);
    most(
        found,
        subject,
        "global indexes",
        table.indexes().size() - local,
        Limits.GLOBAL_SECONDARY_INDEXES);
    most(found, subject, "attributes included in indexes", projected, Limits.PROJECTED_ATTRIBUTES);
  }

  private static void most(Findings found, Subject subject, String what, long count, int most) {
    if (count <= most) return;
    found.fault(
        subject, "%d %s; DynamoDB takes %d".formatted(count, what, most), "use fewer of them");
  }

  private static void name(Findings found, Subject subject, String name) {
    if (NAME.matcher(name).matches()) return;
    found.fault(
        subject,
        "'%s' cannot be the name of a table or an index".formatted(name),
        "use 3 to 255 letters, digits, '_', '-' and '.'");
  }
}
