package dev.trestle.platform.metrics;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.DoubleSupplier;

/**
 * A number that a system exports at {@code /metrics}.
 *
 * @param name in lower case with dots, such as {@code messenger.connections}
 * @param labels fixed names, never anything a client sent
 * @param value read at each scrape; NaN while it is unknown
 */
public record Metric(
    String name, String description, Kind kind, Map<String, String> labels, DoubleSupplier value) {
  /** How the value may change. */
  public enum Kind {
    GAUGE,
    COUNTER
  }

  public Metric {
    labels = Map.copyOf(labels);
  }

  /** A value that goes up and down. */
  public static Metric gauge(String name, String description, DoubleSupplier value) {
    return new Metric(name, description, Kind.GAUGE, Map.of(), value);
  }

  /** A count since the start of the server. */
  public static Metric counter(String name, String description, DoubleSupplier value) {
    return new Metric(name, description, Kind.COUNTER, Map.of(), value);
  }

  /** Adds a label. All metrics of one name have the same labels. */
  public Metric label(String label, String value) {
    var more = new LinkedHashMap<>(labels);
    more.put(label, value);
    return new Metric(name, description, kind, more, this.value);
  }
}
