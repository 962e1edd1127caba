package dev.trestle.model.cost;

import dev.trestle.item.CapacityUnits;
import dev.trestle.item.CapacityUnits.Consistency;
import dev.trestle.item.Item;
import dev.trestle.model.Heading;
import dev.trestle.model.Projection;
import dev.trestle.model.Table;
import dev.trestle.model.TableIndex;
import dev.trestle.model.design.Design;
import dev.trestle.model.design.EntityDesign;
import dev.trestle.model.design.PatternDesign;
import dev.trestle.model.design.PatternDesign.Read;
import dev.trestle.model.design.PatternDesign.Several;
import dev.trestle.model.design.PatternDesign.StepDesign;
import dev.trestle.model.design.PatternDesign.Transact;
import dev.trestle.model.design.PatternDesign.Write;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/**
 * What one call of a pattern costs, with items as large as the examples. Where the same call can
 * cost different things, this is the usual dearer one: a put writes every index the example is in,
 * an update moves the entry of each index whose key it writes anew (a sparse one is entered or
 * left, not moved), a step for each of a list is done as often as it may be.
 */
public record PatternCost(Heading heading, Consumption perCall) {
  public static List<PatternCost> of(Design design) {
    return design.patterns().stream().map(pattern -> of(design, pattern)).toList();
  }

  public static PatternCost of(Design design, PatternDesign pattern) {
    return new PatternCost(pattern.heading(), new Reckoning(design).of(pattern));
  }

  /** Units a second at the declared load. */
  public Consumption average() {
    return perCall.times(heading.load().perSecond());
  }

  /** Units a second in the busiest moments. */
  public Consumption peak() {
    return average().times(heading.load().peak());
  }

  private record Reckoning(Design design) {
    Consumption of(PatternDesign pattern) {
      return switch (pattern) {
        case Read read -> of(read);
        case Write write -> of(write).times(write.typical());
        case Transact(var _, var steps) ->
            steps.stream().map(this::of).reduce(Consumption.NONE, Consumption::plus);
        case Several several ->
            several.patterns().stream().map(this::of).reduce(Consumption.NONE, Consumption::plus);
      };
    }

    private Consumption of(StepDesign step) {
      return of(step.write()).transactional().times(step.many().orElse(1));
    }

    private Consumption of(Read read) {
      var cost = new ItemCost(design.table(read.table()));
      return switch (read.operation()) {
        case GET_ITEM, BATCH_GET_ITEM -> {
          var item = Optional.of(design.entity(read.entities().getFirst()).example());
          yield cost.get(List.of(item), consistency(read)).times(read.typical());
        }
        case QUERY -> query(cost, read);
      };
    }

    private static Consistency consistency(Read read) {
      return read.consistent() ? Consistency.STRONG : Consistency.EVENTUAL;
    }

    private Consumption query(ItemCost cost, Read read) {
      var index = read.index().map(cost.table()::index);
      double bytes = 0;
      double items = 0;
      for (var name : read.entities()) {
        var entity = design.entity(name);
        double weight = Math.max(1, entity.population().perPartition());
        bytes += weight * shownBytes(cost, index, entity);
        items += weight;
      }
      long read4 = (long) Math.ceil(read.typical() * bytes / items);
      return ItemCost.queryOf(index.map(cost::of).orElse(cost.own()), read4, read.consistent());
    }

    /** An example outside a sparse index has no entry; its own size is the most one could have. */
    private static int shownBytes(ItemCost cost, Optional<TableIndex> index, EntityDesign entity) {
      var item = entity.example();
      return index.flatMap(known -> cost.entry(known, item)).map(Item::size).orElse(item.size());
    }

    private Consumption of(Write write) {
      var cost = new ItemCost(design.table(write.table()));
      var entity = design.entity(write.entity());
      var item = Optional.of(entity.example());
      return switch (write.operation()) {
        case PUT_ITEM, BATCH_WRITE_ITEM -> cost.write(Optional.empty(), item);
        case DELETE_ITEM -> cost.write(item, Optional.empty());
        case CONDITION_CHECK -> cost.check(item);
        case UPDATE_ITEM -> update(cost, entity, write);
      };
    }

    private Consumption update(ItemCost cost, EntityDesign entity, Write write) {
      var size = entity.example().size();
      var units = new LinkedHashMap<Resource, Units>();
      units.put(cost.own(), Units.written(CapacityUnits.write(size, size)));
      for (var index : cost.table().indexes()) {
        var place = entity.in(index.name());
        if (place.isEmpty()) continue;
        var entry = cost.entry(index, entity.example());
        int bytes = entry.map(Item::size).orElse(size);
        boolean moved =
            write.rewritten().stream().anyMatch(key -> key.index().equals(index.name()));
        long written;
        if (moved) {
          written = CapacityUnits.indexWrite(place.get().sparse() ? 0 : bytes, bytes, true, true);
        } else {
          boolean shown = entry.isPresent() && shows(cost.table(), index, write);
          written = shown ? CapacityUnits.indexWrite(bytes, bytes, false, true) : 0;
        }
        if (written > 0) units.put(cost.of(index), Units.written(written));
      }
      return new Consumption(units);
    }

    private static boolean shows(Table table, TableIndex index, Write write) {
      return switch (index.projection()) {
        case Projection.All _ -> true;
        case Projection.KeysOnly _ -> false;
        case Projection.Include(var names) ->
            write.changes().stream()
                .anyMatch(change ->
                    names.contains(change.attribute())
                        || new ItemCost(table).keys(index).contains(change.attribute()));
      };
    }
  }
}
