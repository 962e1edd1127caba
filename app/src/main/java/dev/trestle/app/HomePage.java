package dev.trestle.app;

import dev.trestle.engine.Engine;
import dev.trestle.engine.operation.DescribeTable;
import dev.trestle.engine.operation.ListTables;
import dev.trestle.engine.refusal.Refusal.ResourceNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** The page at {@code /}: what runs here, and what is in its tables. */
final class HomePage {
  private static final String PLACE_OF_TABLES = "<!--tables-->";

  private final Engine engine;
  private final String html = resource("home.html");
  private final String css = resource("home.css");

  HomePage(Engine engine) {
    this.engine = engine;
  }

  String css() {
    return css;
  }

  String html() {
    var rows = new StringBuilder();
    for (var name : engine.run(new ListTables(null, null)).tableNames()) {
      try {
        rows.append(row(name));
      } catch (ResourceNotFoundException _) {
        // Deleted since it was listed.
      }
    }
    if (rows.isEmpty()) {
      rows.append(
          "<tr><td colspan=\"5\">No tables yet: create one through the endpoint.</td></tr>");
    }
    return html.replace(PLACE_OF_TABLES, rows);
  }

  /** Table names have letters, digits, dots, dashes and underscores only: nothing to escape. */
  private String row(String name) {
    var table = engine.run(new DescribeTable(name));
    var meter = engine.meter(name).orElseThrow(() -> new ResourceNotFoundException(name));
    return String.format(
        Locale.ROOT,
        "<tr><th scope=\"row\">%s</th><td>%,d</td><td>%,d</td><td>%,.1f</td><td>%,d</td></tr>",
        name,
        table.size().items(),
        table.size().bytes(),
        meter.readUnits(),
        meter.writeUnits());
  }

  private static String resource(String name) {
    try (var file = HomePage.class.getResourceAsStream(name)) {
      if (file == null) throw new IllegalStateException("no resource " + name);
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
