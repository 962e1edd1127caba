package dev.trestle.design.simulate;

import dev.trestle.design.Design;
import dev.trestle.design.EntityDesign;
import dev.trestle.design.PatternDesign.Read;
import dev.trestle.design.PatternStep;
import dev.trestle.design.ReportText;
import dev.trestle.design.cost.PatternCost;
import dev.trestle.design.cost.TableOrIndex;
import dev.trestle.design.cost.Units;
import dev.trestle.item.KeyHash;
import dev.trestle.item.throughput.KeyPosition;
import dev.trestle.item.throughput.UnitKind;
import dev.trestle.model.Load;
import dev.trestle.model.Table;
import dev.trestle.model.TableIndex;
import dev.trestle.model.key.Key;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The requests of one step of a pattern: how often they come, and what each takes where.
 *
 * @param table the table that they go to
 * @param hottestShare the share of requests for the hottest key
 */
record Traffic(String pattern, String table, Load load, double hottestShare, List<Flow> flows) {
  /**
   * What a request takes from one table or index.
   *
   * @param key the template of the partition key
   * @param keys how many partition keys there are, if known
   * @param keySpace a hash of the table or index and the template, so that patterns share keys
   */
  record Flow(
      TableOrIndex resource,
      UnitKind kind,
      double units,
      String key,
      OptionalLong keys,
      long keySpace) {
    static Flow of(
        TableOrIndex resource, UnitKind kind, double units, String key, OptionalLong keys) {
      var name = (resource + "|" + key).getBytes(StandardCharsets.UTF_8);
      return new Flow(resource, kind, units, key, keys, KeyHash.of(name, 0, name.length));
    }

    /** Returns what so many requests use. */
    Units used(double requests) {
      double all = units * requests;
      return kind == UnitKind.READ ? Units.reading(all) : Units.writing(all);
    }

    /**
     * Returns the demand of several requests for one of the keys; the hottest key has the number 0.
     */
    Demand demand(long number, long requests) {
      var bytes = ByteBuffer.allocate(2 * Long.BYTES).putLong(keySpace).putLong(number);
      long hash = KeyHash.of(bytes.array(), 0, 2 * Long.BYTES);
      return new Demand(resource, kind, KeyPosition.ofHash(hash), units * requests);
    }
  }

  /** Returns the traffic of a design, with other loads for some of its patterns. */
  static List<Traffic> of(Design design, Map<String, Load> loads) {
    var all = new ArrayList<Traffic>();
    for (var pattern : design.patterns()) {
      var load = loads.getOrDefault(pattern.id(), pattern.heading().load());
      if (load.perSecond() == 0) continue;
      for (var step : PatternStep.of(pattern)) add(design, pattern.id(), load, step, all);
    }
    return List.copyOf(all);
  }

  /** Returns the units per second of tables and indexes if all have their peak at the same time. */
  static Map<TableOrIndex, Units> peaks(List<Traffic> traffic) {
    var peaks = new LinkedHashMap<TableOrIndex, Units>();
    for (var each : traffic) {
      double calls = each.load().perSecond() * each.load().peak();
      for (var flow : each.flows()) peaks.merge(flow.resource(), flow.used(calls), Units::plus);
    }
    return peaks;
  }

  private static void add(
      Design design, String id, Load load, PatternStep step, List<Traffic> all) {
    var entity = design.findEntity(step.entity());
    if (entity.isEmpty()) return;
    var table = design.table(entity.get().table());
    var flows = new ArrayList<Flow>();
    double partitions = step.pattern() instanceof Read read ? Math.max(1, read.partitions()) : 1;
    PatternCost.of(design, step.pattern())
        .perCall()
        .byResource()
        .forEach((resource, units) ->
            addFlows(table, entity.get(), resource, units.times(1 / partitions), flows));
    if (flows.isEmpty()) return;
    var spread = new Load(load.perSecond() * partitions, load.hottestKey(), load.peak());
    all.add(new Traffic(id, table.name(), spread, hottestShare(entity.get(), load, flows), flows));
  }

  private static void addFlows(
      Table table, EntityDesign entity, TableOrIndex resource, Units units, List<Flow> flows) {
    var keys =
        resource.index().isEmpty()
            ? Optional.of(entity.keys())
            : entity.in(resource.index().get()).map(EntityDesign.Indexed::keys);
    if (keys.isEmpty()) return;
    var partition = keys.get().partition();
    var payer = payer(table, resource);
    boolean isOfTable = payer.index().isEmpty();
    var count = count(partition, isOfTable ? populated(entity) : OptionalLong.empty());
    if (units.read() > 0) {
      flows.add(Flow.of(payer, UnitKind.READ, units.read(), ReportText.of(partition), count));
    }
    if (units.write() > 0) {
      flows.add(Flow.of(payer, UnitKind.WRITE, units.write(), ReportText.of(partition), count));
    }
  }

  /** A local index uses its table's units. */
  private static TableOrIndex payer(Table table, TableOrIndex resource) {
    boolean isGlobal =
        resource
            .index()
            .map(table::index)
            .filter(index -> index.scope() == TableIndex.Scope.GLOBAL)
            .isPresent();
    return isGlobal ? resource : TableOrIndex.of(table.name());
  }

  private static OptionalLong populated(EntityDesign entity) {
    var population = entity.population();
    if (population.items() <= 1) return OptionalLong.empty();
    return OptionalLong.of(Math.ceilDiv(population.items(), population.perPartition()));
  }

  /** Returns the number of keys: what the template allows, or what the population says. */
  private static OptionalLong count(Key partition, OptionalLong populated) {
    long product = 1;
    for (var part : partition.parts()) {
      var count = part.count();
      if (count.isEmpty() || count.getAsLong() > Integer.MAX_VALUE / product) return populated;
      product *= count.getAsLong();
    }
    return OptionalLong.of(product);
  }

  private static double hottestShare(EntityDesign entity, Load load, List<Flow> flows) {
    if (load.hottestKey() > 0) return load.hottestKey();
    var populated = populated(entity);
    double share = populated.isPresent() ? 1.0 / populated.getAsLong() : 0;
    for (var flow : flows) {
      if (flow.keys.isPresent()) share = Math.max(share, 1.0 / flow.keys.getAsLong());
    }
    return share;
  }
}
