package dev.trestle.design.check;

import dev.trestle.design.EntityDesign;
import dev.trestle.design.PatternDesign;
import dev.trestle.design.PatternDesign.Reads;
import dev.trestle.design.PatternDesign.StepDesign;
import dev.trestle.design.PatternDesign.Transact;
import dev.trestle.design.ReportText;
import dev.trestle.design.check.Findings.Subject;
import dev.trestle.item.Limits;
import java.util.List;

/** Checks that transactions fit DynamoDB's limits and touch no item twice. */
record TransactionLimits() implements DesignCheck {
  @Override
  public String name() {
    return "transaction-limits";
  }

  @Override
  public String about() {
    return "A transaction has at most 100 items and 4 MB, and no item twice.";
  }

  @Override
  public List<Finding> findings(CheckedDesign survey) {
    var found = new Findings(this);
    for (var transaction : survey.transactions()) {
      sizes(found, survey, transaction);
      for (int i = 0; i < transaction.steps().size(); i++) {
        for (int j = i + 1; j < transaction.steps().size(); j++) {
          twice(found, survey, transaction, transaction.steps().get(i), transaction.steps().get(j));
        }
      }
    }
    survey.snapshots().forEach(reads -> sizes(found, survey, reads));
    return found.list();
  }

  private static void sizes(Findings found, CheckedDesign survey, Reads reads) {
    long items = 0;
    long bytes = 0;
    for (var step : reads.steps()) {
      int many = step.many().orElse(1);
      items += many;
      for (var entity : survey.entities(step.read())) bytes += (long) many * entity.maxBytes();
    }
    limits(found, reads, items, bytes);
  }

  private static void sizes(Findings found, CheckedDesign survey, Transact transaction) {
    long items = 0;
    long bytes = 0;
    for (var step : transaction.steps()) {
      int many = step.many().orElse(1);
      items += many;
      bytes +=
          (long) many * survey.entity(step.write().entity()).map(EntityDesign::maxBytes).orElse(0);
    }
    limits(found, transaction, items, bytes);
  }

  private static void limits(Findings found, PatternDesign transaction, long items, long bytes) {
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
              .formatted(ReportText.bytes((double) bytes)),
          "allow fewer in its lists, or bound the items' sizes (maxBytes)");
    }
  }

  private static void twice(
      Findings found,
      CheckedDesign survey,
      Transact transaction,
      StepDesign one,
      StepDesign other) {
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
          "combine them into one step");
    } else {
      found.note(
          Subject.of(transaction),
          "%s and %s are both about %s: if the keys are ever equal, DynamoDB refuses the transaction"
              .formatted(one.write().id(), other.write().id(), entity),
          "make sure that %s and %s differ".formatted(one.component(), other.component()));
    }
  }
}
