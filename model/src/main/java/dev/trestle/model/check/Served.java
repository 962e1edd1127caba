package dev.trestle.model.check;

import dev.trestle.model.Binding;
import dev.trestle.model.KeyPair;
import dev.trestle.model.check.Findings.Subject;
import dev.trestle.model.design.EntityDesign;
import dev.trestle.model.design.PatternDesign.Parameter;
import dev.trestle.model.design.PatternDesign.Read;
import dev.trestle.model.design.PatternDesign.Reading;
import dev.trestle.model.design.PatternDesign.Write;
import dev.trestle.model.design.PatternDesign.Writing;
import java.util.ArrayList;
import java.util.List;

/** The keys that a pattern goes by can serve it with one operation. */
record Served() implements Rule {
  @Override
  public String name() {
    return "served";
  }

  @Override
  public String about() {
    return "Each pattern binds the whole partition key and a prefix of the sort key, with at most"
        + " one range behind it; what names one item binds the whole key.";
  }

  @Override
  public List<Finding> findings(Survey survey) {
    var found = new Findings(this);
    for (var read : survey.reads()) {
      var entities = survey.entities(read);
      if (entities.isEmpty()) continue;
      var keys = Survey.keys(entities.getFirst(), read.index());
      if (keys.isEmpty()) {
        found.fault(
            Subject.of(read),
            "%s is not in the index %s, so the index never has what is looked for"
                .formatted(entities.getFirst().name(), read.index().orElseThrow()),
            "give the entity its keys in the index, or read it by another");
        continue;
      }
      check(found, read, keys.get());
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
    var texts = read.filter().map(List::of).orElse(List.of());
    unused(found, subject, read.parameters(), binding, texts);
  }

  private static void check(Findings found, Write write, EntityDesign entity) {
    var keys = entity.keys();
    var subject = Subject.of(write);
    partition(found, subject, write.binding(), keys);
    if (write.operation() == Writing.PUT_ITEM) return;
    whole(found, subject, write.binding(), keys);
    if (write.operation() == Writing.BATCH_WRITE_ITEM) return;
    var texts = new ArrayList<String>();
    write.condition().ifPresent(texts::add);
    write.changes().forEach(change -> texts.add(change.change()));
    texts.addAll(partsOf(entity, write));
    unused(found, subject, write.parameters(), write.binding(), texts);
  }

  /** What index keys are written anew from need not be named by any change. */
  private static List<String> partsOf(EntityDesign entity, Write write) {
    return write.rewritten().stream()
        .flatMap(key -> entity.in(key.index()).stream())
        .flatMap(indexed -> indexed.keys().parts().stream())
        .map(part -> ":" + part.name())
        .toList();
  }

  private static void partition(Findings found, Subject subject, Binding binding, KeyPair keys) {
    if (binding.partitionMissing().isEmpty()) return;
    found.fault(
        subject,
        "no parameter gives %s of the partition key %s: without the whole partition key only a"
                .formatted(Words.list(binding.partitionMissing()), Words.of(keys.partition()))
            + " scan could find the items",
        "add %s to the parameters, or declare an index whose partition key is made of what is given"
            .formatted(Words.list(binding.partitionMissing())));
  }

  private static void sort(Findings found, Subject subject, Binding binding, KeyPair keys) {
    var key = keys.sort().map(Words::of).orElse("");
    if (!binding.sortStray().isEmpty()) {
      found.fault(
          subject,
          "%s stands in the sort key %s behind %s, which is not given: only a prefix of the sort key can be searched by"
              .formatted(Words.list(binding.sortStray()), key, Words.list(binding.sortMissing())),
          "give %s too, or declare an index with %s earlier in its sort key"
              .formatted(Words.list(binding.sortMissing()), Words.list(binding.sortStray())));
    }
    if (binding.range().isPresent() && binding.ranged().isEmpty()) {
      found.fault(
          subject,
          keys.sort().isEmpty()
              ? "a range, but there is no sort key to range over"
              : "a range, but every part of the sort key %s is already given".formatted(key),
          "leave out the range, or the parameter that gives the part it should be over");
    }
  }

  private static void whole(Findings found, Subject subject, Binding binding, KeyPair keys) {
    if (!binding.partitionMissing().isEmpty()) return;
    var missing = new ArrayList<>(binding.sortMissing());
    if (missing.isEmpty() && binding.range().isEmpty()) return;
    found.fault(
        subject,
        "names one item, but %s of the sort key %s is not given"
            .formatted(Words.list(missing), keys.sort().map(Words::of).orElse("")),
        "add %s to the parameters, or make it a query".formatted(Words.list(missing)));
  }

  private static void unused(
      Findings found,
      Subject subject,
      List<Parameter> parameters,
      Binding binding,
      List<String> texts) {
    for (var parameter : parameters) {
      var name = parameter.name();
      if (!binding.unused().contains(name)) continue;
      if (texts.stream().anyMatch(text -> Words.hasParameter(text, name))) continue;
      found.fault(
          subject,
          "the parameter %s fills no part of the key and is in no condition: it changes nothing"
              .formatted(name),
          "name it as the part it should fill, use it in a condition or a filter, or leave it out");
    }
  }
}
