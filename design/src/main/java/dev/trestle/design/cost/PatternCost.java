package dev.trestle.design.cost;

import dev.trestle.design.Design;
import dev.trestle.design.EntityDesign;
import dev.trestle.design.PatternDesign;
import dev.trestle.design.PatternDesign.Read;
import dev.trestle.design.PatternDesign.Reads;
import dev.trestle.design.PatternDesign.Several;
import dev.trestle.design.PatternDesign.StepDesign;
import dev.trestle.design.PatternDesign.Transact;
import dev.trestle.design.PatternDesign.Write;
import dev.trestle.design.PatternDesign.Writes;
import dev.trestle.item.CapacityUnits;
import dev.trestle.item.CapacityUnits.Consistency;
import dev.trestle.item.Item;
import dev.trestle.model.Heading;
import dev.trestle.model.Projection;
import dev.trestle.model.Table;
import dev.trestle.model.TableIndex;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/**
 * The cost of one call of a pattern, with items as large as the examples. If the cost varies, this
 * is the more expensive usual case: a put writes every index that the example is in, and an update
 * moves the entry in each index whose key it rewrites (in a sparse index an entry is added or
 * removed, not moved). A step per list element counts as often as is typical.
 */
public record PatternCost(Heading heading, Consumption perCall) {
  /** The cost of each pattern, in the order of their declaration. */
  public static List<PatternCost> of(Design design) {
    return design.patterns().stream().map(pattern -> of(design, pattern)).toList();
  }

  /** The cost of one call of a pattern. */
  public static PatternCost of(Design design, PatternDesign pattern) {
    return new PatternCost(pattern.heading(), new Reckoning(design).of(pattern));
  }

  /** The units per second at the declared load. */
  public Consumption average() {
    return perCall.times(heading.load().perSecond());
  }

  /** The units per second at peak load. */
  public Consumption peak() {
    return average().times(heading.load().peak());
  }

  private record Reckoning(Design design) {
    Consumption of(PatternDesign pattern) {
      return switch (pattern) {
        case Read read -> of(read);
        case Write write -> of(write).times(write.typical());
        case Reads(var ignored, var steps, boolean transactional) ->
            steps.stream()
                .map(step -> get(step.read(), transactional))
                .reduce(Consumption.NONE, Consumption::plus);
        case Writes(var ignored, var steps) ->
            steps.stream()
                .map(step -> of(step.write()).times(step.write().typical()))
                .reduce(Consumption.NONE, Consumption::plus);
        case Transact(var ignored, var steps) ->
            steps.stream().map(this::of).reduce(Consumption.NONE, Consumption::plus);
        case Several several ->
            several.patterns().stream().map(this::of).reduce(Consumption.NONE, Consumption::plus);
      };
    }

    private Consumption of(StepDesign step) {
      return of(step.write()).transactional().times(step.write().typical());
    }

    private Consumption of(Read read) {
      return switch (read.operation()) {
        case GET_ITEM, BATCH_GET_ITEM -> get(read, false);
        case QUERY -> query(new ItemCost(design.table(read.table())), read);
      };
    }

    private Consumption get(Read read, boolean transactional) {
      var item = Optional.of(design.entity(read.entities().getFirst()).example());
      return new ItemCost(design.table(read.table()))
          .get(List.of(item), consistency(read, transactional))
          .times(read.typical());
    }

    private static Consistency consistency(Read read, boolean transactional) {
      if (transactional) return Consistency.TRANSACTIONAL;
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
      double each = read.typical() * bytes / items / read.partitions();
      var resource = index.map(cost::of).orElse(cost.own());
      return ItemCost.queryOf(resource, (long) Math.ceil(each), read.consistent())
          .times(read.partitions());
    }

    /** An example that is not in a sparse index has no entry; its own size is the upper bound. */
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
      var units = new LinkedHashMap<TableOrIndex, Units>();
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
        case Projection.All() -> true;
        case Projection.KeysOnly() -> false;
        case Projection.Include(var names) ->
            write.actions().stream()
                .map(action -> action.path().attribute())
                .anyMatch(attribute ->
                    names.contains(attribute)
                        || new ItemCost(table).keys(index).contains(attribute));
      };
    }
  }
}
