package dev.trestle.design.check;

import dev.trestle.design.ConditionText;
import dev.trestle.design.PatternDesign.Read;
import dev.trestle.design.ReportText;
import dev.trestle.design.check.Findings.Subject;
import java.util.List;

/** Checks that a search for one item does not stop before it reaches the item. */
record FilteredSearch() implements DesignCheck {
  /** The requests by which the store fills a page that a filter made short. */
  private static final int REQUESTS = 10;

  /** The requests after which {@code store.first} gives up. */
  private static final int REQUESTS_FOR_FIRST = 1000;

  @Override
  public String name() {
    return "filtered";
  }

  @Override
  public String about() {
    return "A query that expects one item finds it by its key: a filter is applied only after the"
        + " items were read, and the store reads ten pages at most, so what lies further on is"
        + " missed. A query for the first item that passes a filter may read the whole partition.";
  }

  @Override
  public List<Finding> findings(CheckedDesign survey) {
    var found = new Findings(this);
    for (var read : survey.reads()) {
      if (read.filter().isEmpty() || read.counts()) continue;
      if (!read.single()) {
        if (read.page() == 1) first(found, read);
        continue;
      }
      found.fault(
          Subject.of(read),
          "looks for one item where %s, but the filter is applied to what was read: if none of the"
                  .formatted(ConditionText.of(read.filter().get()))
              + " first %s fits (%s of %d), the result is empty although there may be one"
                  .formatted(
                      ReportText.count(REQUESTS * read.page(), "item"),
                      ReportText.count(REQUESTS, "request"),
                      read.page()),
          "put what is filtered by into a key, or keep the result in an item of its own");
    }
    return found.list();
  }

  private static void first(Findings found, Read read) {
    found.warning(
        Subject.of(read),
        "takes the first item where %s, and pays for all items before it: store.first makes up to"
                .formatted(ConditionText.of(read.filter().orElseThrow()))
            + " %s and then fails".formatted(ReportText.count(REQUESTS_FOR_FIRST, "request")),
        "put what is filtered by into a key, or keep the result in an item of its own");
  }
}
