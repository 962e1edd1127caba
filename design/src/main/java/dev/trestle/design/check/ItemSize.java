package dev.trestle.design.check;

import dev.trestle.design.ReportText;
import dev.trestle.design.check.Findings.Subject;
import dev.trestle.item.Limits;
import java.util.List;

/** Checks that items stay below half of DynamoDB's limit. */
record ItemSize() implements DesignCheck {
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
  public List<Finding> findings(CheckedDesign survey) {
    var found = new Findings(this);
    for (var entity : survey.entities()) {
      if (entity.maxBytes() < MOST) continue;
      found.fault(
          Subject.of(entity),
          "an item may have %s; DynamoDB refuses items above 400 KB, and half of that is room to grow"
              .formatted(ReportText.bytes(entity.maxBytes())),
          "split it into several items, or keep the bulk in an object store and refer to it");
    }
    return found.list();
  }
}
