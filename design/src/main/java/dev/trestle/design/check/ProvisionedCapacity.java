package dev.trestle.design.check;

import dev.trestle.design.PatternDesign.Read;
import dev.trestle.design.PatternStep;
import dev.trestle.design.ReportText;
import dev.trestle.design.check.Findings.Subject;
import dev.trestle.design.cost.PatternCost;
import dev.trestle.design.cost.TablePlan;
import dev.trestle.design.cost.Units;
import dev.trestle.model.Billing;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks that provisioned units, or those to which auto scaling may raise them, are enough for the
 * declared peaks, as if all patterns had theirs at the same time.
 */
record ProvisionedCapacity() implements DesignCheck {
  @Override
  public String name() {
    return "provisioned-capacity";
  }

  @Override
  public String about() {
    return "The declared peaks need no more units than are provisioned, or than auto scaling may"
        + " provision.";
  }

  @Override
  public List<Finding> findings(CheckedDesign survey) {
    var costs = costs(survey);
    var found = new Findings(this);
    for (var table : survey.tables()) {
      if (table.provisioned().isEmpty()) continue;
      for (var line : TablePlan.lines(table, costs)) {
        var units = line.resource().index().map(table::index).flatMap(table::provisioned);
        var subject = new Subject(line.resource().toString(), table.place());
        tell(found, subject, units.orElse(table.provisioned().get()), line.peak());
      }
    }
    return found.list();
  }

  /** The cost of each step, as far as the design has what it names. */
  private static List<PatternCost> costs(CheckedDesign survey) {
    var costs = new ArrayList<PatternCost>();
    for (var pattern : survey.design().patterns()) {
      for (var step : PatternStep.of(pattern)) {
        if (!isKnown(survey, step)) continue;
        var perCall = PatternCost.of(survey.design(), step.pattern()).perCall();
        costs.add(new PatternCost(pattern.heading(), perCall));
      }
    }
    return costs;
  }

  private static boolean isKnown(CheckedDesign survey, PatternStep step) {
    var entity = survey.entity(step.entity());
    if (entity.isEmpty() || survey.table(entity.get().table()).isEmpty()) return false;
    return !(step.pattern() instanceof Read read)
        || read.index().isEmpty()
        || survey.index(read).isPresent();
  }

  private static void tell(Findings found, Subject subject, Billing.Provisioned units, Units peak) {
    tell(found, subject, units, "read", peak.read(), units.most().read());
    tell(found, subject, units, "write", peak.write(), units.most().write());
  }

  private static void tell(
      Findings found,
      Subject subject,
      Billing.Provisioned units,
      String kind,
      double peak,
      long most) {
    if (peak <= most) return;
    boolean isScaled = units.scaling().isPresent();
    found.warning(
        subject,
        "the declared peaks need %s %s units a second, and %s"
            .formatted(
                ReportText.number(Math.ceil(peak)),
                kind,
                isScaled ? "auto scaling stops at " + most : most + " are provisioned"),
        isScaled
            ? "raise the maximum of its scaling"
            : "provision more, or let them be scaled: provisioned(…, upTo(…))");
  }
}
