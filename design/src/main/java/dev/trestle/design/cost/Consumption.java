package dev.trestle.design.cost;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Units by table and index. Those without units are not included. */
public record Consumption(Map<TableOrIndex, Units> byResource) {
  public static final Consumption NONE = new Consumption(Map.of());

  public Consumption {
    byResource = Collections.unmodifiableMap(new LinkedHashMap<>(byResource));
  }

  public static Consumption of(TableOrIndex resource, Units units) {
    return units.isNone() ? NONE : new Consumption(Map.of(resource, units));
  }

  public Units of(TableOrIndex resource) {
    return byResource.getOrDefault(resource, Units.NONE);
  }

  public Consumption plus(Consumption other) {
    var sum = new LinkedHashMap<>(byResource);
    other.byResource.forEach((resource, units) -> sum.merge(resource, units, Units::plus));
    return new Consumption(sum);
  }

  public Consumption times(double factor) {
    var product = new LinkedHashMap<TableOrIndex, Units>();
    byResource.forEach((resource, units) -> product.put(resource, units.times(factor)));
    return new Consumption(product);
  }

  /**
   * The same in a transaction: units of tables count twice, units of indexes once. The latter is
   * not documented but was measured by others.
   */
  public Consumption transactional() {
    var product = new LinkedHashMap<TableOrIndex, Units>();
    byResource.forEach((resource, units) ->
        product.put(resource, resource.index().isPresent() ? units : units.times(2)));
    return new Consumption(product);
  }

  public Units total() {
    return byResource.values().stream().reduce(Units.NONE, Units::plus);
  }

  /** The units of tables, without indexes. */
  public Units ofTables() {
    return byResource.entrySet().stream()
        .filter(entry -> entry.getKey().index().isEmpty())
        .map(Map.Entry::getValue)
        .reduce(Units.NONE, Units::plus);
  }

  /** The written units as a multiple of those of the tables alone; 1 without writes. */
  public double writeAmplification() {
    double tables = ofTables().write();
    return tables == 0 ? 1 : total().write() / tables;
  }
}
