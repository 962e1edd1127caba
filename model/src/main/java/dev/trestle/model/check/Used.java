package dev.trestle.model.check;

import dev.trestle.model.check.Findings.Subject;
import dev.trestle.model.design.EntityDesign;
import dev.trestle.model.design.PatternDesign.Write;
import dev.trestle.model.design.PatternDesign.Writing;
import java.util.List;

/** What is declared is used, and what is read is also written. */
record Used() implements Rule {
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
  public List<Finding> findings(Survey survey) {
    var found = new Findings(this);
    for (var table : survey.tables()) {
      if (survey.design().entitiesOf(table).isEmpty()) {
        found.warning(
            Subject.of(table),
            "nothing is kept in the table",
            "remove it, or declare its entities");
      }
    }
    survey.entities().forEach(entity -> check(found, survey, entity));
    return found.list();
  }

  private static void check(Findings found, Survey survey, EntityDesign entity) {
    var subject = Subject.of(entity);
    boolean read =
        survey.reads().stream().anyMatch(each -> each.entities().contains(entity.name()));
    var writes =
        survey.writes().stream()
            .map(Survey.Written::write)
            .filter(write -> write.entity().equals(entity.name()))
            .toList();
    boolean made =
        writes.stream()
            .anyMatch(write ->
                switch (write.operation()) {
                  case PUT_ITEM, UPDATE_ITEM, BATCH_WRITE_ITEM -> true;
                  case DELETE_ITEM, CONDITION_CHECK -> false;
                });
    boolean looked = read || writes.stream().anyMatch(Used::looks);
    boolean streamed =
        survey.table(entity.table()).filter(table -> table.stream().isPresent()).isPresent();
    if (!looked && !made && writes.isEmpty()) {
      found.warning(subject, "no pattern reads or writes it", "remove it, or declare its patterns");
    } else if (!made) {
      found.warning(
          subject,
          "patterns read it, but none ever writes it",
          "declare the put, update or transaction that makes these items");
    } else if (!looked && !streamed) {
      found.warning(
          subject,
          "patterns write it, but none ever reads it",
          "declare who reads it, or do not keep it");
    }
  }

  /** A condition reads the item it is about. */
  private static boolean looks(Write write) {
    return write.operation() == Writing.CONDITION_CHECK || write.condition().isPresent();
  }
}
