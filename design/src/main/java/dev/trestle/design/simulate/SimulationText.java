package dev.trestle.design.simulate;

import dev.trestle.design.ReportText;
import dev.trestle.design.cost.Units;
import dev.trestle.design.simulate.SimulationResult.Resource;
import dev.trestle.model.Billing;
import dev.trestle.model.Throughput;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/** A simulation as lines for a terminal. */
final class SimulationText {
  private static final List<String> HEADINGS =
      List.of(
          "units per second (read/write)",
          "billing",
          "average",
          "peak minute",
          "throttled",
          "partitions",
          "auto scaling",
          "on demand",
          "provisioned");

  /** The first columns are words, the others numbers. */
  private static final int WORDS = 2;

  private final StringBuilder out = new StringBuilder();
  private final SimulationResult result;

  private SimulationText(SimulationResult result) {
    this.result = result;
  }

  static String of(SimulationResult result) {
    return new SimulationText(result).text();
  }

  private String text() {
    line(
        "%s: %s of its load, seed %d%n",
        result.design(), ReportText.count(result.days(), "day"), result.seed());
    table();
    out.append('\n');
    throttles();
    breakingPoint();
    crossover();
    return out.toString();
  }

  /** Each column is as wide as its widest cell. */
  private void table() {
    var rows = new ArrayList<>(List.of(HEADINGS));
    result.resources().forEach(resource -> rows.add(row(resource)));
    var columns = new StringJoiner(" ", "", "%n");
    for (int i = 0; i < HEADINGS.size(); i++) {
      int at = i;
      int width = rows.stream().mapToInt(row -> row.get(at).length()).max().orElse(1);
      columns.add((i < WORDS ? "%-" : "%") + width + "s");
    }
    for (var row : rows) line(columns.toString(), row.toArray());
  }

  private List<String> row(Resource each) {
    return List.of(
        each.resource().toString(),
        each.declared().map(SimulationText::declared).orElse("on demand"),
        units(each.average()),
        units(each.peak()),
        ReportText.number((double) each.throttled()),
        Integer.toString(each.partitions()),
        units(each.scaling().lowest()) + "–" + units(each.scaling().highest()),
        ReportText.dollars(result.onDemand(each)),
        result.provisioned(each).map(ReportText::dollars).orElse("unknown"));
  }

  /** The units, or the range in which they are scaled. */
  static String declared(Billing.Provisioned declared) {
    var units = units(declared.throughput());
    return declared.scaling().map(scaled -> units + "–" + units(scaled.maximum())).orElse(units);
  }

  private static String units(Throughput units) {
    return units(new Units((double) units.read(), (double) units.write()));
  }

  private void throttles() {
    for (var each : result.resources()) {
      for (var throttles : each.throttles()) {
        line(
            "Throttled: %s of %s on %s (%s, key %s), first after %s.%n",
            ReportText.count((double) throttles.requests(), "request"),
            throttles.cause().pattern(),
            each.resource(),
            throttles.cause().reason(),
            throttles.cause().key(),
            time(throttles.firstSecond()));
      }
    }
    if (result.throttled() == 0) line("Nothing is throttled at this load.%n");
  }

  private static String time(long seconds) {
    return String.format(Locale.ROOT, "%d:%02d h", seconds / 3600, seconds / 60 % 60);
  }

  private void breakingPoint() {
    if (result.breaks().isEmpty()) {
      line(
          "It is not throttled at up to %s times its peak load.%n",
          ReportText.number(LoadSimulation.FACTOR_MAX));
      return;
    }
    var point = result.breaks().get();
    line(
        "It breaks first at %s times its peak load: %s of %s on %s, key %s.%n",
        ReportText.number(point.factor()),
        point.cause().reason(),
        point.cause().pattern(),
        point.resource(),
        point.cause().key());
  }

  private void crossover() {
    result
        .prices()
        .crossover()
        .ifPresent(at ->
            line(
                "On demand is cheaper below %s (reads) and %s (writes) of the provisioned units.%n",
                ReportText.percent(at.read()), ReportText.percent(at.write())));
    line("Dollars are per month and region, in %s.%n", result.prices().region());
  }

  private static String units(Units units) {
    return ReportText.number(rounded(units.read()))
        + "/"
        + ReportText.number(rounded(units.write()));
  }

  private static double rounded(double value) {
    return value >= 10 ? Math.rint(value) : value;
  }

  @SuppressWarnings("AnnotateFormatMethod") // The annotation would need another library.
  private void line(String format, Object... values) {
    out.append(String.format(Locale.ROOT, format, values));
  }
}
