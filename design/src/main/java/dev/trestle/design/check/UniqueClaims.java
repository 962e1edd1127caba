package dev.trestle.design.check;

import dev.trestle.design.EntityDesign;
import dev.trestle.design.PatternDesign.Read;
import dev.trestle.design.PatternDesign.StepDesign;
import dev.trestle.design.PatternDesign.Write;
import dev.trestle.design.PatternDesign.Writing;
import dev.trestle.design.ReportText;
import dev.trestle.design.check.Findings.Subject;
import dev.trestle.model.expression.AttributePath;
import dev.trestle.model.expression.UpdateAction;
import dev.trestle.model.key.Part;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Checks that something guarantees uniqueness if one item is expected. */
record UniqueClaims() implements DesignCheck {
  @Override
  public String name() {
    return "unique";
  }

  @Override
  public String about() {
    return "A query that expects one item has a claim behind it: an item keyed by the same values,"
        + " put if absent in every transaction that writes the item. An index alone"
        + " does not ensure uniqueness.";
  }

  @Override
  public List<Finding> findings(CheckedDesign survey) {
    var found = new Findings(this);
    for (var read : survey.reads()) {
      if (!read.single() || read.entities().isEmpty() || read.filter().isPresent()) continue;
      if (read.index().isEmpty() && read.binding().isWhole()) continue;
      survey
          .entity(read.entities().getFirst())
          .ifPresent(entity -> check(found, survey, read, entity));
    }
    return found.list();
  }

  private static void check(Findings found, CheckedDesign survey, Read read, EntityDesign entity) {
    if (takesFirst(read)) {
      found.fault(
          Subject.of(read),
          "single() says that there is never a second %s, but the query takes the %s of several"
              .formatted(entity.name(), read.descending() ? "last" : "first"),
          "say first() in place of single()");
      return;
    }
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
        "expects one %s by %s, but nothing prevents a second one%s"
            .formatted(
                entity.name(),
                ReportText.list(new TreeSet<>(given)),
                careless.isEmpty() ? "" : ": " + ReportText.list(careless) + " makes no claim"),
        "declare a claim with the key %s and put it if absent in the same transaction as the %s"
            .formatted(ReportText.list(new TreeSet<>(given)), entity.name()));
  }

  /** Whether the order decides which item it is: nobody turns the order of one. */
  private static boolean takesFirst(Read read) {
    return read.descending() || read.binding().range().isPresent();
  }

  /** Returns whether the write can create an item with the values that are searched for. */
  private static boolean makes(Write write, EntityDesign entity, Read read) {
    if (!write.entity().equals(entity.name())) return false;
    return switch (write.operation()) {
      case PUT_ITEM, BATCH_WRITE_ITEM -> true;
      case UPDATE_ITEM ->
          write.rewritten().stream()
              .filter(key -> read.index().filter(key.index()::equals).isPresent())
              .anyMatch(key -> !removes(write, key.attribute()));
      case DELETE_ITEM, CONDITION_CHECK -> false;
    };
  }

  /**
   * An update that removes the value also removes the index entry, so it cannot create a second
   * item.
   */
  private static boolean removes(Write write, String attribute) {
    return write.actions().contains(new UpdateAction.Remove(AttributePath.of(attribute)));
  }

  private static boolean claims(
      CheckedDesign survey, StepDesign step, Set<String> given, EntityDesign entity) {
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
