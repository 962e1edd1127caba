package dev.trestle.design.check;

import dev.trestle.design.check.Findings.Subject;
import java.util.List;

/** Notes reads that return items that have expired but were not yet removed. */
record ExpiredReads() implements DesignCheck {
  @Override
  public String name() {
    return "expired-reads";
  }

  @Override
  public String about() {
    return "Reads recognise expired items; those that return them on purpose are noted. DynamoDB"
        + " removes expired items only after some days.";
  }

  @Override
  public List<Finding> findings(CheckedDesign survey) {
    var found = new Findings(this);
    for (var read : survey.reads()) {
      for (var entity : survey.entities(read)) {
        if (entity.expires().isEmpty()) continue;
        var attribute = entity.expires().get();
        if (read.withExpired()) {
          found.note(
              Subject.of(read),
              "returns items of %s that have expired and were not yet removed"
                  .formatted(entity.name()),
              "remove withExpired() if they are not needed");
          continue;
        }
        survey
            .table(read.table())
            .flatMap(table -> survey.shown(table, survey.index(read)))
            .filter(shown -> !shown.contains(attribute))
            .ifPresent(shown ->
                found.fault(
                    Subject.of(read),
                    "the index %s does not have %s, so expired items of %s cannot be distinguished"
                        .formatted(read.index().orElseThrow(), attribute, entity.name()),
                    "add %s to the index, or say withExpired()".formatted(attribute)));
      }
    }
    return found.list();
  }
}
