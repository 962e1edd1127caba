package dev.trestle.model.check;

import dev.trestle.model.Load;
import dev.trestle.model.Place;
import dev.trestle.model.check.Finding.Severity;
import dev.trestle.model.check.Findings.Subject;
import dev.trestle.model.cost.PatternCost;
import dev.trestle.model.cost.Resource;
import dev.trestle.model.cost.Units;
import dev.trestle.model.design.PatternDesign;
import dev.trestle.model.design.PatternDesign.Read;
import dev.trestle.model.design.PatternDesign.Several;
import dev.trestle.model.design.PatternDesign.Transact;
import dev.trestle.model.design.PatternDesign.Write;
import dev.trestle.model.key.Key;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * No partition key gets more than half of what a partition bears. The patterns that use keys of one
 * kind are taken to have the same hottest key; where there are only few keys, the hottest has at
 * least its share of them.
 */
record PartitionLoad() implements Rule {
  private static final double READ_MOST = 1500;
  private static final double WRITE_MOST = 500;

  /** A partition key with no more values than this is worth telling. */
  private static final long FEW = 100;

  /** The share of what a partition bears below which few keys are only noted. */
  private static final double QUIET = 0.1;

  @Override
  public String name() {
    return "partition-load";
  }

  @Override
  public String about() {
    return "The hottest partition key of each table and index gets at most 1500 read and 500 write"
        + " units a second; partition keys with few values are named, with the load they bear.";
  }

  /** The keys of one kind in a table or an index. */
  private record Spot(Resource resource, String key) {}

  /** What one pattern does to the hottest key, for each call to it and at its declared load. */
  private record Part(String pattern, Units perCall, double share, Load load) {
    Units hot() {
      return perCall.times(share * load.perSecond() * load.peak());
    }

    /** Calls a second at which this pattern alone makes the partition hot. */
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
  public List<Finding> findings(Survey survey) {
    var heats = new LinkedHashMap<Spot, Heat>();
    for (var pattern : survey.design().patterns()) {
      gather(survey, pattern, pattern.id(), pattern.heading().load(), heats);
    }
    var found = new Findings(this);
    heats.forEach((spot, heat) -> tell(survey, found, spot, heat));
    return found.list();
  }

  private static void gather(
      Survey survey, PatternDesign pattern, String id, Load load, Map<Spot, Heat> heats) {
    switch (pattern) {
      case Several several ->
          several.patterns().forEach(inner -> gather(survey, inner, id, load, heats));
      case Transact(var heading, var steps) ->
          steps.forEach(step ->
              add(
                  survey,
                  new Transact(heading, List.of(step)),
                  step.write().entity(),
                  id,
                  load,
                  heats));
      case Read read -> {
        if (!read.entities().isEmpty()) {
          add(survey, read, read.entities().getFirst(), id, load, heats);
        }
      }
      case Write write -> add(survey, write, write.entity(), id, load, heats);
    }
  }

  private static void add(
      Survey survey,
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
        Survey.keys(known.get(), resource.index())
            .ifPresent(keys -> {
              var values = values(keys.partition());
              double share = load.hottestKey();
              if (values.isPresent()) share = Math.max(share, 1.0 / values.getAsLong());
              heats
                  .computeIfAbsent(
                      new Spot(resource, Words.of(keys.partition())),
                      spot -> new Heat(values, new ArrayList<>()))
                  .parts()
                  .add(new Part(id, perCall, share, load));
            }));
  }

  /** How many keys there can be, where that can be told. */
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

  private static void tell(Survey survey, Findings found, Spot spot, Heat heat) {
    var place =
        survey.table(spot.resource.table()).map(table -> table.place()).orElse(Place.of(""));
    var subject = new Subject(spot.resource.toString(), place);
    var hot = heat.hot();
    if (hot.read() > READ_MOST || hot.write() > WRITE_MOST) {
      found.fault(
          subject,
          "the hottest key of %s gets %s read and %s write units a second at the peak (%s); %s and %s are safe"
              .formatted(
                  spot.key,
                  Words.figure(hot.read()),
                  Words.figure(hot.write()),
                  patterns(heat),
                  Words.figure(READ_MOST),
                  Words.figure(WRITE_MOST)),
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
                    ? "every item with the key %s lies in one partition".formatted(spot.key)
                    : "the key %s has only %d values, hence %d partitions at most"
                        .formatted(spot.key, values, values),
                bearable(heat)),
        "add a part that spreads the items, such as a shard number, or keep the load below that");
  }

  private static String patterns(Heat heat) {
    var names = new LinkedHashSet<String>();
    heat.parts.stream()
        .filter(part -> !part.hot().isNone())
        .forEach(part -> names.add(part.pattern));
    return Words.list(names);
  }

  private static String bearable(Heat heat) {
    return heat.parts.stream()
        .filter(part -> part.share > 0)
        .map(part ->
            "%s calls a second of %s (declared %s)"
                .formatted(
                    Words.figure(Math.floor(part.bearable())),
                    part.pattern,
                    part.load.perSecond() == 0
                        ? "none"
                        : Words.figure(part.load.perSecond() * part.load.peak())))
        .distinct()
        .collect(Collectors.joining(", or "));
  }
}
