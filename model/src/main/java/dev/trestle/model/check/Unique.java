package dev.trestle.model.check;

import dev.trestle.model.check.Findings.Subject;
import dev.trestle.model.design.EntityDesign;
import dev.trestle.model.design.PatternDesign.Read;
import dev.trestle.model.design.PatternDesign.StepDesign;
import dev.trestle.model.design.PatternDesign.Write;
import dev.trestle.model.design.PatternDesign.Writing;
import dev.trestle.model.key.Part;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Where one item is expected, something sees to it that there is no second. */
record Unique() implements Rule {
  @Override
  public String name() {
    return "unique";
  }

  @Override
  public String about() {
    return "A query that expects one item has a claim behind it: an item keyed by the same values,"
        + " put if absent in every transaction that writes what is looked for. An index alone"
        + " keeps nothing unique.";
  }

  @Override
  public List<Finding> findings(Survey survey) {
    var found = new Findings(this);
    for (var read : survey.reads()) {
      if (!read.single() || read.entities().isEmpty()) continue;
      if (read.index().isEmpty() && read.binding().isWhole()) continue;
      survey
          .entity(read.entities().getFirst())
          .ifPresent(entity -> check(found, survey, read, entity));
    }
    return found.list();
  }

  private static void check(Findings found, Survey survey, Read read, EntityDesign entity) {
    var given = new HashSet<>(read.binding().partition());
    given.addAll(read.binding().sort());
    var careless = new TreeSet<String>();
    boolean written = false;
    for (var each : survey.writes()) {
      if (!makes(each.write(), entity, read)) continue;
      written = true;
      boolean claimed =
          each.in()
              .filter(
                  in -> in.steps().stream().anyMatch(step -> claims(survey, step, given, entity)))
              .isPresent();
      if (!claimed) careless.add(each.in().map(in -> in.id()).orElse(each.write().id()));
    }
    if (written && careless.isEmpty()) return;
    found.fault(
        Subject.of(read),
        "expects one %s by %s, but nothing keeps a second one out%s"
            .formatted(
                entity.name(),
                Words.list(new TreeSet<>(given)),
                careless.isEmpty() ? "" : ": " + Words.list(careless) + " makes no claim"),
        "declare a claim with the key %s and put it if absent in the same transaction as the %s"
            .formatted(Words.list(new TreeSet<>(given)), entity.name()));
  }

  /** Whether the write can bring an item under the values that are looked for. */
  private static boolean makes(Write write, EntityDesign entity, Read read) {
    if (!write.entity().equals(entity.name())) return false;
    return switch (write.operation()) {
      case PUT_ITEM, BATCH_WRITE_ITEM -> true;
      case UPDATE_ITEM ->
          write.rewritten().stream()
              .anyMatch(key -> read.index().filter(key.index()::equals).isPresent());
      case DELETE_ITEM, CONDITION_CHECK -> false;
    };
  }

  private static boolean claims(
      Survey survey, StepDesign step, Set<String> given, EntityDesign entity) {
    var write = step.write();
    if (write.operation() != Writing.PUT_ITEM || !write.ifAbsent()) return false;
    if (write.entity().equals(entity.name())) return false;
    return survey
        .entity(write.entity())
        .map(claim -> claim.keys().parts())
        .filter(parts -> !parts.isEmpty())
        .filter(parts -> parts.stream().map(Part::name).allMatch(given::contains))
        .isPresent();
  }
}
