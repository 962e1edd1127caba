package dev.trestle.platform.metrics;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.DoubleSupplier;

/**
 * A figure that a system tells of itself.
 *
 * @param name in lower case with points, such as {@code messenger.connections}
 * @param labels names that were declared, never what somebody sent
 * @param value asked for each time that somebody looks; not a number where it is not known
 */
public record Figure(
    String name, String description, Kind kind, Map<String, String> labels, DoubleSupplier value) {
  /** Whether it ever goes down. */
  public enum Kind {
    LEVEL,
    COUNT
  }

  public Figure {
    labels = Map.copyOf(labels);
  }

  /** Something that goes up and down. */
  public static Figure level(String name, String description, DoubleSupplier value) {
    return new Figure(name, description, Kind.LEVEL, Map.of(), value);
  }

  /** How often something has happened since the start. */
  public static Figure count(String name, String description, DoubleSupplier value) {
    return new Figure(name, description, Kind.COUNT, Map.of(), value);
  }

  /** Tells it apart from others of its name; all of one name have the same labels. */
  public Figure of(String label, String value) {
    var more = new LinkedHashMap<>(labels);
    more.put(label, value);
    return new Figure(name, description, kind, more, this.value);
  }
}
