package dev.trestle.junit;

import dev.trestle.design.Design;
import dev.trestle.design.cost.CapacityPlan;
import dev.trestle.design.cost.PatternCost;
import dev.trestle.design.cost.PriceList;
import java.util.Comparator;
import java.util.Locale;
import java.util.stream.Collectors;

/** What a month of a design may cost, in US dollars. */
record CostBudget(double dollars, PriceList prices) {
  /** How many patterns a failure names. */
  private static final int NAMED_MAX = 3;

  CostBudget {
    if (!(dollars >= 0)) throw new IllegalArgumentException("a budget of " + dollars + " USD");
  }

  String text() {
    return text(dollars);
  }

  void verify(Design design) {
    var plan = CapacityPlan.of(design, prices);
    var bill =
        plan.bill(false)
            .orElseThrow(() ->
                new AssertionError(
                    """
                    There are no prices for provisioned tables in %s.
                      Fix: declare the tables on demand, or read a complete list with PriceList.read\
                    """
                        .formatted(prices.region())));
    if (bill.total() <= dollars) return;
    var expensive =
        plan.patterns().stream()
            .sorted(Comparator.<PatternCost>comparingDouble(plan::onDemand).reversed())
            .limit(NAMED_MAX)
            .map(pattern -> "%s %s".formatted(pattern.heading().id(), text(plan.onDemand(pattern))))
            .collect(Collectors.joining(", "));
    throw new AssertionError(
        """
        A month of %s costs %s, which is more than %s: requests %s, storage %s, recovery %s, \
        backups %s, streams %s.
          Fix: make the most expensive patterns cheaper (on demand: %s), or raise the budget\
        """
            .formatted(
                design.name(),
                text(bill.total()),
                text(),
                text(bill.requests()),
                text(bill.storage()),
                text(bill.recovery()),
                text(bill.backups()),
                text(bill.streams()),
                expensive));
  }

  private static String text(double dollars) {
    return String.format(Locale.ROOT, "%.2f USD", dollars);
  }
}
