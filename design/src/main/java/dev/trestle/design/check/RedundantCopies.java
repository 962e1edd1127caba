package dev.trestle.design.check;

import dev.trestle.design.EntityDesign;
import dev.trestle.design.EntityDesign.Indexed;
import dev.trestle.design.PatternDesign.Transact;
import dev.trestle.design.PatternDesign.Write;
import dev.trestle.design.ReportText;
import dev.trestle.design.check.Findings.Subject;
import dev.trestle.model.KeyPair;
import dev.trestle.model.key.Part;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Checks that nothing is maintained by hand that an index could maintain. */
record RedundantCopies() implements DesignCheck {
  @Override
  public String name() {
    return "copies";
  }

  @Override
  public String about() {
    return "No entity contains only what another one has, under the partition key of an index of the"
        + " other: such a copy is written and paid for twice, and can differ.";
  }

  @Override
  public List<Finding> findings(CheckedDesign survey) {
    var found = new Findings(this);
    for (var table : survey.tables()) {
      var entities = survey.design().entitiesOf(table);
      for (var copy : entities) {
        for (var original : entities) {
          if (copy.equals(original) || !holds(original).containsAll(holds(copy))) continue;
          if (isClaim(survey, copy, original)) continue;
          original.indexes().stream()
              .filter(indexed -> isUnder(copy, indexed))
              .findFirst()
              .ifPresent(indexed -> tell(found, copy, original, indexed));
        }
      }
    }
    return found.list();
  }

  /**
   * Returns whether the copy keeps the original unique, which no index does: it is only put if
   * absent, in transactions that write the original.
   */
  private static boolean isClaim(CheckedDesign survey, EntityDesign copy, EntityDesign original) {
    var puts =
        survey.writes().stream()
            .filter(each -> each.write().entity().equals(copy.name()) && isPut(each.write()))
            .toList();
    return !puts.isEmpty()
        && puts.stream()
            .allMatch(each ->
                each.write().ifAbsent()
                    && each.in().filter(in -> writes(in, original)).isPresent());
  }

  private static boolean isPut(Write write) {
    return switch (write.operation()) {
      case PUT_ITEM, BATCH_WRITE_ITEM -> true;
      case UPDATE_ITEM, DELETE_ITEM, CONDITION_CHECK -> false;
    };
  }

  private static boolean writes(Transact transaction, EntityDesign entity) {
    return transaction.steps().stream()
        .anyMatch(step -> step.write().entity().equals(entity.name()));
  }

  private static void tell(
      Findings found, EntityDesign copy, EntityDesign original, Indexed indexed) {
    found.warning(
        Subject.of(copy),
        "contains under %s only what the index %s projects of %s: two writes for one change, which can differ"
            .formatted(ReportText.of(copy.keys().partition()), indexed.index(), original.name()),
        "remove the one that is not read; DynamoDB maintains the index itself");
  }

  private static boolean isUnder(EntityDesign copy, Indexed indexed) {
    return partition(copy.keys()).equals(partition(indexed.keys()));
  }

  private static Set<String> partition(KeyPair keys) {
    return keys.partition().parts().stream().map(Part::name).collect(Collectors.toSet());
  }

  /** Every value of a record, whether it is in a key or in an attribute. */
  private static Set<String> holds(EntityDesign entity) {
    var names = new HashSet<String>();
    entity.keys().parts().forEach(part -> names.add(part.name()));
    entity.indexes().forEach(in -> in.keys().parts().forEach(part -> names.add(part.name())));
    entity.attributes().forEach(attribute -> names.add(attribute.component()));
    return names;
  }
}
