package dev.trestle.model.check;

import dev.trestle.item.Limits;
import dev.trestle.model.check.Findings.Subject;
import java.util.List;

/** Items stay below half of what DynamoDB takes. */
record ItemSize() implements Rule {
  private static final int MOST = Limits.ITEM_BYTES / 2;

  @Override
  public String name() {
    return "item-size";
  }

  @Override
  public String about() {
    return "No item grows beyond 200 KB, half of DynamoDB's limit.";
  }

  @Override
  public List<Finding> findings(Survey survey) {
    var found = new Findings(this);
    for (var entity : survey.entities()) {
      if (entity.maxBytes() < MOST) continue;
      found.fault(
          Subject.of(entity),
          "an item may have %s; DynamoDB refuses items above 400 KB, and half of that is room to grow"
              .formatted(Words.bytes(entity.maxBytes())),
          "split it into several items, or keep the bulk in an object store and refer to it");
    }
    return found.list();
  }
}
