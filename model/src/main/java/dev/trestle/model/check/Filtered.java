package dev.trestle.model.check;

import dev.trestle.model.check.Findings.Subject;
import java.util.List;

/** A search for one item does not stop before it has come to it. */
record Filtered() implements Rule {
  @Override
  public String name() {
    return "filtered";
  }

  @Override
  public String about() {
    return "A query that expects one item finds it by its key: a filter is applied only after the"
        + " page was read, so what lies beyond the page is missed.";
  }

  @Override
  public List<Finding> findings(Survey survey) {
    var found = new Findings(this);
    for (var read : survey.reads()) {
      if (!read.single() || read.filter().isEmpty()) continue;
      found.fault(
          Subject.of(read),
          "looks for one item where %s, but the filter comes after the limit: if none of the %d"
                  .formatted(read.filter().get(), read.page())
              + " items read fits, the answer is none although there is one",
          "put what is filtered by into a key, or keep the answer in an item of its own");
    }
    return found.list();
  }
}
