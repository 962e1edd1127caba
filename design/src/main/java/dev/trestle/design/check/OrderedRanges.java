package dev.trestle.design.check;

import dev.trestle.design.PatternDesign.Read;
import dev.trestle.design.PatternDesign.Reading;
import dev.trestle.design.check.Findings.Subject;
import dev.trestle.model.key.Key;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import java.util.List;
import java.util.Optional;

/** Checks that ranges and orders of texts are ranges and orders of values. */
record OrderedRanges() implements DesignCheck {
  @Override
  public String name() {
    return "ordered";
  }

  @Override
  public String about() {
    return "Texts sort like the values that a query ranges over or sorts by, and a prefix includes no"
        + " keys of other values.";
  }

  @Override
  public List<Finding> findings(CheckedDesign survey) {
    var found = new Findings(this);
    for (var read : survey.reads()) {
      if (read.operation() != Reading.QUERY) continue;
      survey.entities(read).stream()
          .findFirst()
          .flatMap(entity -> CheckedDesign.keys(entity, read.index()))
          .flatMap(keys -> keys.sort())
          .ifPresent(sort -> check(found, read, sort));
    }
    return found.list();
  }

  private static void check(Findings found, Read read, Key sort) {
    if (!(sort instanceof Key.Text(var template))) return;
    var binding = read.binding();
    var ranged = binding.ranged().flatMap(name -> part(template, name));
    if (ranged.isPresent()) {
      template
          .disorder(ranged.get())
          .ifPresent(why ->
              found.fault(
                  Subject.of(read),
                  "a range over %s of %s returns wrong items: %s"
                      .formatted(ranged.get(), template.pattern(), why),
                  "use a part of fixed width whose text keeps the order (number, millis, ulid),"
                      + " or a separator that sorts below every character of the part"));
      return;
    }
    int bound = binding.sort().size();
    if (bound < template.parts().size()) {
      template
          .leak(bound)
          .ifPresent(witness ->
              found.fault(
                  Subject.of(read),
                  "keys of other values have the same prefix: %s (of %s) is among the keys with %s"
                      .formatted(witness.text(), witness.other(), witness.one()),
                  "end the part with a literal that it cannot contain"));
    }
    if (read.descending()) sorted(found, read, template);
  }

  /** A descending query assumes that there is an order. */
  private static void sorted(Findings found, Read read, KeyTemplate template) {
    read.binding().sortMissing().stream()
        .findFirst()
        .flatMap(name -> part(template, name))
        .flatMap(part -> template.disorder(part))
        .ifPresent(why ->
            found.warning(
                Subject.of(read),
                "descending, but %s is not sorted by value: %s".formatted(template.pattern(), why),
                "sort by a number, a time or a ULID"));
  }

  private static Optional<Part<?>> part(KeyTemplate template, String name) {
    for (var part : template.parts()) {
      if (part.name().equals(name)) return Optional.of(part);
    }
    return Optional.empty();
  }
}
