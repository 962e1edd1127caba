package dev.trestle.design.simulate;

import dev.trestle.design.ReportText;
import dev.trestle.design.cost.Units;
import dev.trestle.design.simulate.SimulationResult.Point;
import dev.trestle.design.simulate.SimulationResult.Resource;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** A simulation as a picture: for each table and index, its units over time. */
final class SimulationChart {
  private static final int WIDTH = 900;
  private static final int PANEL = 120;
  private static final int TOP = 40;
  private static final int LEFT = 70;
  private static final int PLOT_TOP = 24;
  private static final int PLOT = 76;
  private static final String READ = "#2563eb";
  private static final String WRITE = "#c2410c";
  private static final String THROTTLED = "#dc2626";

  private final StringBuilder out = new StringBuilder();

  private SimulationChart() {}

  static String of(SimulationResult result) {
    return new SimulationChart().draw(result);
  }

  private String draw(SimulationResult result) {
    int height = TOP + PANEL * result.resources().size();
    add(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\""
            + " font-family=\"system-ui, sans-serif\" font-size=\"12\" fill=\"#1f2937\">%n",
        WIDTH, height);
    add("<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>%n", WIDTH, height);
    add(
        "<text x=\"10\" y=\"20\" font-size=\"15\">%s, %s: units per second</text>%n",
        escaped(result.design()), ReportText.count(result.days(), "day"));
    legend();
    for (int i = 0; i < result.resources().size(); i++) {
      panel(result.resources().get(i), TOP + i * PANEL);
    }
    return out.append("</svg>\n").toString();
  }

  private void legend() {
    add("<text x=\"500\" y=\"20\" fill=\"%s\">reads</text>%n", READ);
    add("<text x=\"550\" y=\"20\" fill=\"%s\">writes</text>%n", WRITE);
    add("<text x=\"610\" y=\"20\">dashed: auto scaling</text>%n");
    add("<text x=\"750\" y=\"20\" fill=\"%s\">throttled</text>%n", THROTTLED);
  }

  private void panel(Resource resource, int y) {
    double most = 1;
    for (var point : resource.points()) {
      most = Math.max(most, Math.max(largest(point.consumed()), largest(point.scaled())));
    }
    int bottom = y + PLOT_TOP + PLOT;
    add("<text x=\"10\" y=\"%d\">%s</text>%n", y + 14, escaped(title(resource)));
    add(
        "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%.0f</text>%n",
        LEFT - 6, y + PLOT_TOP + 10, most);
    add("<path d=\"M%d %dH%d\" stroke=\"#9ca3af\" fill=\"none\"/>%n", LEFT, bottom, WIDTH - 10);
    line(resource.points(), point -> point.scaled().read(), most, bottom, READ, true);
    line(resource.points(), point -> point.scaled().write(), most, bottom, WRITE, true);
    line(resource.points(), point -> point.consumed().read(), most, bottom, READ, false);
    line(resource.points(), point -> point.consumed().write(), most, bottom, WRITE, false);
    for (int i = 0; i < resource.points().size(); i++) {
      if (resource.points().get(i).throttled() == 0) continue;
      add(
          "<rect x=\"%.1f\" y=\"%d\" width=\"2\" height=\"%d\" fill=\"%s\"><title>%d"
              + " throttled</title></rect>%n",
          x(i, resource.points().size()),
          y + PLOT_TOP,
          PLOT,
          THROTTLED,
          resource.points().get(i).throttled());
    }
  }

  private static String title(Resource resource) {
    return resource
        .declared()
        .filter(units -> units.scaling().isPresent())
        .map(
            units -> "%s, scaled %s".formatted(resource.resource(), SimulationText.declared(units)))
        .orElse(resource.resource().toString());
  }

  private void line(
      List<Point> points,
      ToDoubleFunction<Point> value,
      double most,
      int bottom,
      String color,
      boolean isDashed) {
    if (points.isEmpty()) return;
    var path = new StringBuilder();
    for (int i = 0; i < points.size(); i++) {
      double y = bottom - value.applyAsDouble(points.get(i)) / most * PLOT;
      path.append(
          String.format(Locale.ROOT, "%s%.1f %.1f", i == 0 ? "M" : "L", x(i, points.size()), y));
    }
    add(
        "<path d=\"%s\" stroke=\"%s\" fill=\"none\"%s/>%n",
        path, color, isDashed ? " stroke-dasharray=\"4 3\" opacity=\"0.6\"" : "");
  }

  private static double x(int point, int points) {
    return LEFT + (double) point * (WIDTH - 10 - LEFT) / Math.max(1, points - 1);
  }

  private static double largest(Units units) {
    return Math.max(units.read(), units.write());
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  @SuppressWarnings("AnnotateFormatMethod") // The annotation would need another library.
  private void add(String format, Object... values) {
    out.append(String.format(Locale.ROOT, format, values));
  }
}
