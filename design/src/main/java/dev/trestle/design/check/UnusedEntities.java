package dev.trestle.design.check;

import dev.trestle.design.EntityDesign;
import dev.trestle.design.PatternDesign.Write;
import dev.trestle.design.PatternDesign.Writing;
import dev.trestle.design.check.Findings.Subject;
import java.util.List;

/** Checks that everything declared is used, and that everything that is read is also written. */
record UnusedEntities() implements DesignCheck {
  @Override
  public String name() {
    return "used";
  }

  @Override
  public String about() {
    return "Every table has entities, and every entity a pattern that writes it and one that reads"
        + " it.";
  }

  @Override
  public List<Finding> findings(CheckedDesign survey) {
    var found = new Findings(this);
    for (var table : survey.tables()) {
      if (survey.design().entitiesOf(table).isEmpty()) {
        found.warning(
            Subject.of(table), "the table has no entities", "remove it, or declare its entities");
      }
    }
    survey.entities().forEach(entity -> check(found, survey, entity));
    return found.list();
  }

  private static void check(Findings found, CheckedDesign survey, EntityDesign entity) {
    var subject = Subject.of(entity);
    boolean read =
        survey.reads().stream().anyMatch(each -> each.entities().contains(entity.name()));
    var writes =
        survey.writes().stream()
            .map(CheckedDesign.Written::write)
            .filter(write -> write.entity().equals(entity.name()))
            .toList();
    boolean made =
        writes.stream()
            .anyMatch(write ->
                switch (write.operation()) {
                  case PUT_ITEM, BATCH_WRITE_ITEM -> true;
                  case UPDATE_ITEM -> write.upsert();
                  case DELETE_ITEM, CONDITION_CHECK -> false;
                });
    boolean looked = read || writes.stream().anyMatch(UnusedEntities::looks);
    boolean streamed =
        survey.table(entity.table()).filter(table -> table.stream().isPresent()).isPresent();
    if (!looked && !made && writes.isEmpty()) {
      found.warning(subject, "no pattern reads or writes it", "remove it, or declare its patterns");
      return;
    }
    if (!made) {
      found.warning(
          subject,
          "no pattern creates its items",
          "declare the put, the upsert or the transaction that creates them; an update only changes"
              + " what is there");
    }
    if (!looked && !streamed) {
      found.warning(
          subject,
          "no pattern reads its items",
          "declare the pattern that reads them, or remove it");
    }
  }

  /** A condition reads its item. */
  private static boolean looks(Write write) {
    return write.operation() == Writing.CONDITION_CHECK || write.condition().isPresent();
  }
}
