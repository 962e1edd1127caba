package dev.trestle.model.check;

import dev.trestle.item.Limits;
import dev.trestle.model.check.Findings.Subject;
import dev.trestle.model.design.EntityDesign;
import dev.trestle.model.design.PatternDesign.StepDesign;
import dev.trestle.model.design.PatternDesign.Transact;
import java.util.List;

/** Transactions fit into DynamoDB's limits and touch no item twice. */
record TransactionLimits() implements Rule {
  @Override
  public String name() {
    return "transaction-limits";
  }

  @Override
  public String about() {
    return "A transaction has at most 100 items and 4 MB, and no item twice.";
  }

  @Override
  public List<Finding> findings(Survey survey) {
    var found = new Findings(this);
    for (var transaction : survey.transactions()) {
      sizes(found, survey, transaction);
      for (int i = 0; i < transaction.steps().size(); i++) {
        for (int j = i + 1; j < transaction.steps().size(); j++) {
          twice(found, survey, transaction, transaction.steps().get(i), transaction.steps().get(j));
        }
      }
    }
    return found.list();
  }

  private static void sizes(Findings found, Survey survey, Transact transaction) {
    long items = 0;
    long bytes = 0;
    for (var step : transaction.steps()) {
      int many = step.many().orElse(1);
      items += many;
      bytes +=
          (long) many * survey.entity(step.write().entity()).map(EntityDesign::maxBytes).orElse(0);
    }
    if (items > Limits.TRANSACTION_ITEMS) {
      found.fault(
          Subject.of(transaction),
          "up to %d items; DynamoDB takes %d".formatted(items, Limits.TRANSACTION_ITEMS),
          "allow fewer in its lists, or do it in several transactions that can be repeated");
    }
    if (bytes > Limits.TRANSACTION_BYTES) {
      found.fault(
          Subject.of(transaction),
          "up to %s when all items have their greatest size; DynamoDB takes 4 MB"
              .formatted(Words.bytes((double) bytes)),
          "allow fewer in its lists, or bound the items' sizes (maxBytes)");
    }
  }

  private static void twice(
      Findings found, Survey survey, Transact transaction, StepDesign one, StepDesign other) {
    var entity = one.write().entity();
    if (!entity.equals(other.write().entity())) return;
    boolean sameParameters = one.component().equals(other.component());
    boolean onlyOne =
        survey.entity(entity).filter(known -> known.keys().parts().isEmpty()).isPresent();
    if (sameParameters || onlyOne) {
      found.fault(
          Subject.of(transaction),
          "%s and %s are about the same %s; DynamoDB refuses a transaction with an item twice"
              .formatted(one.write().id(), other.write().id(), entity),
          "make one step of both");
    } else {
      found.note(
          Subject.of(transaction),
          "%s and %s are both about %s: if the keys are ever equal, DynamoDB refuses the transaction"
              .formatted(one.write().id(), other.write().id(), entity),
          "make sure that %s and %s differ".formatted(one.component(), other.component()));
    }
  }
}
