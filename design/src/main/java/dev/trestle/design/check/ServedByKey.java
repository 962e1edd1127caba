package dev.trestle.design.check;

import dev.trestle.design.EntityDesign;
import dev.trestle.design.PatternDesign.Parameter;
import dev.trestle.design.PatternDesign.Read;
import dev.trestle.design.PatternDesign.Reading;
import dev.trestle.design.PatternDesign.Write;
import dev.trestle.design.PatternDesign.Writing;
import dev.trestle.design.ReportText;
import dev.trestle.design.check.Findings.Subject;
import dev.trestle.model.Binding;
import dev.trestle.model.KeyPair;
import dev.trestle.model.TableIndex;
import dev.trestle.model.expression.AttributePath;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Checks that a pattern's key can serve it with one operation. */
record ServedByKey() implements DesignCheck {
  @Override
  public String name() {
    return "served";
  }

  @Override
  public String about() {
    return "Each pattern binds the whole partition key and a prefix of the sort key, with at most"
        + " one range after it; a pattern for one item binds the whole key.";
  }

  @Override
  public List<Finding> findings(CheckedDesign survey) {
    var found = new Findings(this);
    for (var read : survey.reads()) {
      var entities = survey.entities(read);
      if (entities.isEmpty()) continue;
      var keys = CheckedDesign.keys(entities.getFirst(), read.index());
      if (keys.isEmpty()) {
        found.fault(
            Subject.of(read),
            "%s is not in the index %s, so the index never contains it"
                .formatted(entities.getFirst().name(), read.index().orElseThrow()),
            "declare the entity's keys in the index, or read it by another");
        continue;
      }
      check(found, read, keys.get());
      filteredKeys(found, survey, read);
    }
    for (var written : survey.writes()) {
      survey
          .entity(written.write().entity())
          .ifPresent(entity -> check(found, written.write(), entity));
    }
    return found.list();
  }

  private static void check(Findings found, Read read, KeyPair keys) {
    var subject = Subject.of(read);
    var binding = read.binding();
    partition(found, subject, binding, keys);
    if (read.operation() == Reading.QUERY) sort(found, subject, binding, keys);
    else whole(found, subject, binding, keys);
    var used = new HashSet<String>();
    read.filter().ifPresent(filter -> filter.parameters().forEach(used::add));
    unused(found, subject, read.parameters(), binding, used);
  }

  /** DynamoDB refuses a filter on an attribute of the key that is queried. */
  private static void filteredKeys(Findings found, CheckedDesign survey, Read read) {
    var table = survey.table(read.table());
    if (table.isEmpty() || read.filter().isEmpty()) return;
    var index = survey.index(read);
    var partition = index.map(TableIndex::partition).orElse(table.get().partition());
    var sort = index.map(TableIndex::sort).orElse(table.get().sort());
    read.filter()
        .get()
        .paths()
        .map(AttributePath::attribute)
        .filter(name ->
            name.equals(partition.name())
                || sort.filter(key -> key.name().equals(name)).isPresent())
        .distinct()
        .forEach(name ->
            found.fault(
                Subject.of(read),
                "filters by %s, an attribute of the key that is queried, which DynamoDB refuses"
                    .formatted(name),
                "give it as a parameter of the key, or declare a range over it"));
  }

  private static void check(Findings found, Write write, EntityDesign entity) {
    var keys = entity.keys();
    var subject = Subject.of(write);
    partition(found, subject, write.binding(), keys);
    if (write.operation() == Writing.PUT_ITEM) return;
    whole(found, subject, write.binding(), keys);
    if (write.operation() == Writing.BATCH_WRITE_ITEM) return;
    unused(found, subject, write.parameters(), write.binding(), used(write, entity));
  }

  /** The parameters of a write that fill no key but are used otherwise. */
  private static Set<String> used(Write write, EntityDesign entity) {
    var used = new HashSet<String>();
    write.condition().ifPresent(condition -> condition.parameters().forEach(used::add));
    write.actions().forEach(action -> action.parameters().forEach(used::add));
    write.rewritten().stream()
        .flatMap(key -> entity.in(key.index()).stream())
        .flatMap(indexed -> indexed.keys().parts().stream())
        .forEach(part -> {
          used.add(part.name());
          part.source().ifPresent(source -> used.add(source.component()));
        });
    entity.versionComponent().ifPresent(used::add);
    return used;
  }

  private static void partition(Findings found, Subject subject, Binding binding, KeyPair keys) {
    if (binding.partitionMissing().isEmpty()) return;
    found.fault(
        subject,
        "no parameter gives %s of the partition key %s: without the whole partition key only a"
                .formatted(
                    ReportText.list(binding.partitionMissing()), ReportText.of(keys.partition()))
            + " scan could find the items",
        "add %s to the parameters, or declare an index whose partition key consists of the given ones"
            .formatted(ReportText.list(binding.partitionMissing())));
  }

  private static void sort(Findings found, Subject subject, Binding binding, KeyPair keys) {
    var key = keys.sort().map(ReportText::of).orElse("");
    if (!binding.sortStray().isEmpty()) {
      found.fault(
          subject,
          "%s stands in the sort key %s behind %s, which is not given: only a prefix of the sort key can be queried"
              .formatted(
                  ReportText.list(binding.sortStray()),
                  key,
                  ReportText.list(binding.sortMissing())),
          "give %s too, or declare an index with %s earlier in its sort key"
              .formatted(
                  ReportText.list(binding.sortMissing()), ReportText.list(binding.sortStray())));
    }
    if (binding.range().isPresent() && binding.ranged().isEmpty()) {
      found.fault(
          subject,
          keys.sort().isEmpty()
              ? "a range, but there is no sort key to range over"
              : "a range, but every part of the sort key %s is already given".formatted(key),
          "remove the range, or the parameter for the part it should be over");
    }
  }

  private static void whole(Findings found, Subject subject, Binding binding, KeyPair keys) {
    if (!binding.partitionMissing().isEmpty()) return;
    var missing = new ArrayList<>(binding.sortMissing());
    if (missing.isEmpty() && binding.range().isEmpty()) return;
    found.fault(
        subject,
        "identifies one item, but %s of the sort key %s is not given"
            .formatted(ReportText.list(missing), keys.sort().map(ReportText::of).orElse("")),
        "add %s to the parameters, or make it a query".formatted(ReportText.list(missing)));
  }

  private static void unused(
      Findings found,
      Subject subject,
      List<Parameter> parameters,
      Binding binding,
      Set<String> used) {
    for (var parameter : parameters) {
      var name = parameter.name();
      if (!binding.unused().contains(name)) continue;
      if (used.contains(name)) continue;
      found.fault(
          subject,
          "the parameter %s fills no part of the key and is in no condition: it has no effect"
              .formatted(name),
          "name it like the part it should fill, use it in a condition or a filter, or remove it");
    }
  }
}
