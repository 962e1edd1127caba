package dev.trestle.model.check;

import dev.trestle.model.KeyPair;
import dev.trestle.model.check.Findings.Subject;
import dev.trestle.model.design.EntityDesign;
import dev.trestle.model.design.EntityDesign.Indexed;
import dev.trestle.model.key.Part;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Nothing is kept by hand that an index keeps by itself. */
record Copies() implements Rule {
  @Override
  public String name() {
    return "copies";
  }

  @Override
  public String about() {
    return "No entity holds only what another one has, under the partition key that an index of the"
        + " other has: such a copy is written and paid twice, and can differ.";
  }

  @Override
  public List<Finding> findings(Survey survey) {
    var found = new Findings(this);
    for (var table : survey.tables()) {
      var entities = survey.design().entitiesOf(table);
      for (var copy : entities) {
        for (var original : entities) {
          if (copy.equals(original) || !holds(original).containsAll(holds(copy))) continue;
          original.indexes().stream()
              .filter(indexed -> isUnder(copy, indexed))
              .findFirst()
              .ifPresent(indexed -> tell(found, copy, original, indexed));
        }
      }
    }
    return found.list();
  }

  private static void tell(
      Findings found, EntityDesign copy, EntityDesign original, Indexed indexed) {
    found.warning(
        Subject.of(copy),
        "keeps under %s only what the index %s shows of %s: two writes for one change, and they can differ"
            .formatted(Words.of(copy.keys().partition()), indexed.index(), original.name()),
        "remove the one that is not read: the index is kept by DynamoDB itself");
  }

  private static boolean isUnder(EntityDesign copy, Indexed indexed) {
    return partition(copy.keys()).equals(partition(indexed.keys()));
  }

  private static Set<String> partition(KeyPair keys) {
    return keys.partition().parts().stream().map(Part::name).collect(Collectors.toSet());
  }

  /** Every value of a record, whether it stands in a key or in an attribute. */
  private static Set<String> holds(EntityDesign entity) {
    var names = new HashSet<String>();
    entity.keys().parts().forEach(part -> names.add(part.name()));
    entity.indexes().forEach(in -> in.keys().parts().forEach(part -> names.add(part.name())));
    entity.attributes().forEach(attribute -> names.add(attribute.component()));
    return names;
  }
}
