package dev.trestle.design.simulate;

import dev.trestle.design.Design;
import dev.trestle.model.Load;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Loads of patterns in a file, instead of those that the model declares. Each line has a pattern's
 * id and its calls per second, and may have the share of its hottest key and its peak as a multiple
 * of the average: {@code M9, 120, 0.05, 3}. Lines that begin with # are comments.
 */
public final class LoadFile {
  private static final int LINES_MAX = 10_000;

  private LoadFile() {}

  /**
   * Reads the loads.
   *
   * @throws IllegalArgumentException with a text that names the line
   */
  public static Map<String, Load> read(String text, Design design) {
    var lines = text.lines().toList();
    if (lines.size() > LINES_MAX) {
      throw new IllegalArgumentException("it has more than " + LINES_MAX + " lines");
    }
    var loads = new LinkedHashMap<String, Load>();
    for (int i = 0; i < lines.size(); i++) {
      var line = (i == 0 ? withoutMark(lines.get(i)) : lines.get(i)).strip();
      if (line.isEmpty() || line.startsWith("#")) continue;
      try {
        add(line.split(",", -1), design, loads);
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("line " + (i + 1) + ": " + e.getMessage(), e);
      }
    }
    return loads;
  }

  /** Spreadsheets write a byte order mark in front of UTF-8. */
  private static String withoutMark(String line) {
    return line.startsWith("\uFEFF") ? line.substring(1) : line;
  }

  private static void add(String[] parts, Design design, Map<String, Load> loads) {
    var id = parts[0].strip();
    var declared =
        design
            .pattern(id)
            .orElseThrow(() ->
                new IllegalArgumentException(design.name() + " has no pattern '" + id + "'."));
    if (loads.put(id, load(parts, declared.heading().load())) != null) {
      throw new IllegalArgumentException("there is a line for " + id + " already");
    }
  }

  private static Load load(String[] parts, Load declared) {
    if (parts.length < 2 || parts.length > 4) {
      throw new IllegalArgumentException(
          "it must be a pattern, calls per second, and perhaps a share and a peak");
    }
    double hottest = parts.length > 2 ? number(parts[2]) : declared.hottestKey();
    double peak = parts.length > 3 ? number(parts[3]) : declared.peak();
    return new Load(number(parts[1]), hottest, peak);
  }

  private static double number(String text) {
    try {
      return Double.parseDouble(text.strip());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("'" + text.strip() + "' is not a number", e);
    }
  }
}
