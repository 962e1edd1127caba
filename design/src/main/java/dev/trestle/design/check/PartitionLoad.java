package dev.trestle.design.check;

import dev.trestle.design.EntityDesign;
import dev.trestle.design.PatternDesign;
import dev.trestle.design.PatternDesign.Read;
import dev.trestle.design.PatternStep;
import dev.trestle.design.ReportText;
import dev.trestle.design.check.Finding.Severity;
import dev.trestle.design.check.Findings.Subject;
import dev.trestle.design.cost.PatternCost;
import dev.trestle.design.cost.TableOrIndex;
import dev.trestle.design.cost.Units;
import dev.trestle.model.Load;
import dev.trestle.model.SourceLocation;
import dev.trestle.model.TableIndex;
import dev.trestle.model.key.Key;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * Checks that no partition key gets more than half of a partition's capacity. Patterns that use the
 * same kind of key are assumed to share their hottest key. If there are only a few keys, the
 * hottest one gets at least its share. If no share is declared, the population tells how many keys
 * there are.
 */
record PartitionLoad() implements DesignCheck {
  private static final double READ_MOST = 1500;
  private static final double WRITE_MOST = 500;

  /** A partition key with at most this many values is reported. */
  private static final long FEW = 100;

  /** Below this share of a partition's capacity, few keys are only a note. */
  private static final double QUIET = 0.1;

  @Override
  public String name() {
    return "partition-load";
  }

  @Override
  public String about() {
    return "The hottest partition key of each table and index gets at most 1500 read and 500 write"
        + " units a second, by the declared share of the hottest key or else by the population;"
        + " partition keys with few values are reported with their load.";
  }

  /** The keys of one kind in a table or an index. */
  private record Spot(TableOrIndex resource, String key) {}

  /** The load of one pattern on the hottest key, per call and at its declared rate. */
  private record Part(
      String pattern, Units perCall, double share, Load load, OptionalLong populated) {
    Units hot() {
      return perCall.times(share * load.perSecond() * load.peak());
    }

    /** The calls per second at which this pattern alone overloads the partition. */
    double bearable() {
      double read = perCall.read() == 0 ? Double.MAX_VALUE : READ_MOST / perCall.read();
      double write = perCall.write() == 0 ? Double.MAX_VALUE : WRITE_MOST / perCall.write();
      return Math.min(read, write) / share;
    }
  }

  private record Heat(OptionalLong values, List<Part> parts) {
    Units hot() {
      return parts.stream().map(Part::hot).reduce(Units.NONE, Units::plus);
    }
  }

  @Override
  public List<Finding> findings(CheckedDesign survey) {
    var heats = new LinkedHashMap<Spot, Heat>();
    for (var pattern : survey.design().patterns()) {
      for (var step : PatternStep.of(pattern)) {
        add(survey, step.pattern(), step.entity(), pattern.id(), pattern.heading().load(), heats);
      }
    }
    var found = new Findings(this);
    heats.forEach((spot, heat) -> tell(survey, found, spot, heat));
    return found.list();
  }

  private static void add(
      CheckedDesign survey,
      PatternDesign pattern,
      String entity,
      String id,
      Load load,
      Map<Spot, Heat> heats) {
    var known = survey.entity(entity);
    if (known.isEmpty() || survey.table(known.get().table()).isEmpty()) return;
    if (pattern instanceof Read read && read.index().isPresent() && survey.index(read).isEmpty()) {
      return;
    }
    var units = PatternCost.of(survey.design(), pattern).perCall().byResource();
    units.forEach((resource, perCall) ->
        CheckedDesign.keys(known.get(), resource.index())
            .ifPresent(keys -> {
              var values = values(keys.partition());
              var populated = populated(survey, known.get(), resource, load);
              double share = load.hottestKey();
              if (populated.isPresent()) share = 1.0 / populated.getAsLong();
              if (values.isPresent()) share = Math.max(share, 1.0 / values.getAsLong());
              heats
                  .computeIfAbsent(
                      new Spot(resource, ReportText.of(keys.partition())),
                      spot -> new Heat(values, new ArrayList<>()))
                  .parts()
                  .add(
                      new Part(id, perCall.times(1 / partitions(pattern)), share, load, populated));
            }));
  }

  /**
   * How many partition keys of the table the population says there are, where the load declares no
   * hottest key. A population of one item is the default and says nothing.
   */
  private static OptionalLong populated(
      CheckedDesign survey, EntityDesign entity, TableOrIndex resource, Load load) {
    boolean ofTable =
        resource.index().isEmpty()
            || survey
                .index(resource.table(), resource.index().get())
                .filter(index -> index.scope() == TableIndex.Scope.LOCAL)
                .isPresent();
    var population = entity.population();
    if (!ofTable || load.hottestKey() > 0 || population.items() <= 1) return OptionalLong.empty();
    return OptionalLong.of(Math.ceilDiv(population.items(), population.perPartition()));
  }

  /** A query across several partitions spreads its reads over that many keys. */
  private static double partitions(PatternDesign pattern) {
    return pattern instanceof Read read ? Math.max(1, read.partitions()) : 1;
  }

  /** The number of possible keys, if known. */
  static OptionalLong values(Key key) {
    long product = 1;
    for (var part : key.parts()) {
      var count = part.count();
      if (count.isEmpty() || count.getAsLong() > Integer.MAX_VALUE / product) {
        return OptionalLong.empty();
      }
      product *= count.getAsLong();
    }
    return OptionalLong.of(product);
  }

  private static void tell(CheckedDesign survey, Findings found, Spot spot, Heat heat) {
    var place =
        survey
            .table(spot.resource.table())
            .map(table -> table.place())
            .orElse(SourceLocation.of(""));
    var subject = new Subject(spot.resource.toString(), place);
    var hot = heat.hot();
    if (hot.read() > READ_MOST || hot.write() > WRITE_MOST) {
      found.fault(
          subject,
          "the hottest key of %s gets %s read and %s write units a second at the peak (%s%s); %s and %s are safe"
              .formatted(
                  spot.key,
                  ReportText.number(hot.read()),
                  ReportText.number(hot.write()),
                  patterns(heat),
                  keys(heat),
                  ReportText.number(READ_MOST),
                  ReportText.number(WRITE_MOST)),
          "spread the key over shards (a number at its end), or cache what is read");
      return;
    }
    if (heat.values.isEmpty() || heat.values.getAsLong() > FEW) return;
    boolean declared = heat.parts.stream().anyMatch(part -> part.load.perSecond() > 0);
    boolean quiet =
        declared && hot.read() <= QUIET * READ_MOST && hot.write() <= QUIET * WRITE_MOST;
    long values = heat.values.getAsLong();
    found.add(
        quiet ? Severity.NOTE : Severity.WARNING,
        subject,
        "%s: hot at %s"
            .formatted(
                values == 1
                    ? "every item with the key %s is in one partition".formatted(spot.key)
                    : "the key %s has only %d values, so at most %d partitions"
                        .formatted(spot.key, values, values),
                bearable(heat)),
        values == 1
            ? "add a part that spreads the items, such as a shard number, or keep the load below"
                + " that"
            : "spread the items over more values, such as more shards, or keep the load below"
                + " that");
  }

  private static String patterns(Heat heat) {
    var names = new LinkedHashSet<String>();
    heat.parts.stream()
        .filter(part -> !part.hot().isNone())
        .forEach(part -> names.add(part.pattern));
    return ReportText.list(names);
  }

  private static String keys(Heat heat) {
    return heat.parts.stream()
        .filter(part -> part.populated.isPresent() && !part.hot().isNone())
        .findFirst()
        .map(part ->
            ", with the population's %s"
                .formatted(ReportText.count((double) part.populated.getAsLong(), "partition")))
        .orElse("");
  }

  private static String bearable(Heat heat) {
    return heat.parts.stream()
        .filter(part -> part.share > 0)
        .map(part ->
            "%s calls a second of %s (declared %s)"
                .formatted(
                    ReportText.number(Math.floor(part.bearable())),
                    part.pattern,
                    part.load.perSecond() == 0
                        ? "none"
                        : ReportText.number(part.load.perSecond() * part.load.peak())))
        .distinct()
        .collect(Collectors.joining(", or "));
  }
}
