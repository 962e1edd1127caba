package dev.trestle.design.simulate;

import dev.trestle.design.cost.PriceList;
import dev.trestle.design.cost.TableOrIndex;
import dev.trestle.design.cost.Units;
import dev.trestle.model.Billing;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What a simulation found.
 *
 * @param breaks where the design is throttled first if its load grows; empty if it is not throttled
 *     up to the largest load tried
 */
public record SimulationResult(
    String design,
    int days,
    long seed,
    PriceList prices,
    List<Resource> resources,
    Optional<BreakingPoint> breaks) {
  public SimulationResult {
    resources = List.copyOf(resources);
  }

  /**
   * A table or global index.
   *
   * @param declared the provisioned units and their scaling; empty if it is on demand
   * @param average units per second
   * @param peak units per second in the busiest minute
   * @param scaling what auto scaling provisioned, or would where none is declared
   */
  public record Resource(
      TableOrIndex resource,
      Optional<Billing.Provisioned> declared,
      Units average,
      Units peak,
      long requests,
      long throttled,
      List<Throttles> throttles,
      Scaling scaling,
      int partitions,
      List<Point> points) {
    public Resource {
      throttles = List.copyOf(throttles);
      points = List.copyOf(points);
    }
  }

  /** Provisioned units per second. */
  public record Scaling(Units lowest, Units average, Units highest) {}

  /** Why requests of a pattern were throttled, and the template of their partition key. */
  public record Cause(String reason, String key, String pattern) implements Comparable<Cause> {
    @Override
    public int compareTo(Cause other) {
      return Comparator.comparing(Cause::reason)
          .thenComparing(Cause::key)
          .thenComparing(Cause::pattern)
          .compare(this, other);
    }
  }

  /** Throttled requests and the first of them, in seconds since the start. */
  public record Throttles(Cause cause, long requests, long firstSecond) {}

  /** Ten minutes: consumed and scaled units per second, and throttled requests. */
  public record Point(Units consumed, Units scaled, long throttled) {}

  /** The load at which the first request is throttled, as a multiple of the declared peak. */
  public record BreakingPoint(double factor, TableOrIndex resource, Cause cause) {}

  public long throttled() {
    return resources.stream().mapToLong(Resource::throttled).sum();
  }

  /** Returns what a month of such requests costs on demand, in dollars, in one region. */
  public double onDemand(Resource resource) {
    return prices.onDemand(resource.average.times(PriceList.SECONDS_PER_MONTH));
  }

  /** Returns what a month costs with provisioned units and auto scaling, if prices are known. */
  public Optional<Double> provisioned(Resource resource) {
    return prices.provisioned(resource.scaling.average());
  }

  /** Returns how much of the auto-scaled units is used on average. */
  public Units utilisation(Resource resource) {
    var scaled = resource.scaling.average();
    return new Units(
        scaled.read() == 0 ? 0 : resource.average.read() / scaled.read(),
        scaled.write() == 0 ? 0 : resource.average.write() / scaled.write());
  }

  public String text() {
    return SimulationText.of(this);
  }

  /** Returns a picture of the units over time, as SVG. */
  public String svg() {
    return SimulationChart.of(this);
  }
}
