package dev.trestle.model.check;

import dev.trestle.model.KeyPair;
import dev.trestle.model.Projection;
import dev.trestle.model.Table;
import dev.trestle.model.TableIndex;
import dev.trestle.model.cost.ItemCost;
import dev.trestle.model.design.Design;
import dev.trestle.model.design.EntityDesign;
import dev.trestle.model.design.PatternDesign;
import dev.trestle.model.design.PatternDesign.Read;
import dev.trestle.model.design.PatternDesign.Several;
import dev.trestle.model.design.PatternDesign.Transact;
import dev.trestle.model.design.PatternDesign.Write;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A design with its patterns laid out flat. What a pattern names and the design does not have is
 * absent here; {@link Known} tells of it and the other rules pass over it.
 */
record Survey(Design design, List<Read> reads, List<Written> writes, List<Transact> transactions) {
  Survey(Design design) {
    this(
        design,
        design.patterns().stream().flatMap(Survey::reads).distinct().toList(),
        design.patterns().stream().flatMap(Survey::writes).distinct().toList(),
        design.patterns().stream().flatMap(Survey::transactions).distinct().toList());
  }

  /** A write with the transaction it is a step of, if it is one. */
  record Written(Write write, Optional<Transact> in) {}

  private static Stream<Read> reads(PatternDesign pattern) {
    return switch (pattern) {
      case Read read -> Stream.of(read);
      case Several several -> several.patterns().stream().flatMap(Survey::reads);
      case Write _, Transact _ -> Stream.empty();
    };
  }

  private static Stream<Written> writes(PatternDesign pattern) {
    return switch (pattern) {
      case Write write -> Stream.of(new Written(write, Optional.empty()));
      case Transact transact ->
          transact.steps().stream().map(step -> new Written(step.write(), Optional.of(transact)));
      case Several several -> several.patterns().stream().flatMap(Survey::writes);
      case Read _ -> Stream.empty();
    };
  }

  private static Stream<Transact> transactions(PatternDesign pattern) {
    return switch (pattern) {
      case Transact transact -> Stream.of(transact);
      case Several several -> several.patterns().stream().flatMap(Survey::transactions);
      case Read _, Write _ -> Stream.empty();
    };
  }

  List<Table> tables() {
    return design.tables();
  }

  List<EntityDesign> entities() {
    return design.entities();
  }

  Optional<Table> table(String name) {
    return design.tables().stream().filter(table -> table.name().equals(name)).findFirst();
  }

  Optional<EntityDesign> entity(String name) {
    return design.entities().stream().filter(entity -> entity.name().equals(name)).findFirst();
  }

  /** The entities a read can find, those that the design has. */
  List<EntityDesign> entities(Read read) {
    return read.entities().stream().flatMap(name -> entity(name).stream()).toList();
  }

  Optional<TableIndex> index(Read read) {
    return read.index().flatMap(name -> index(read.table(), name));
  }

  Optional<TableIndex> index(String table, String name) {
    return table(table)
        .flatMap(known -> known.indexes().stream().filter(i -> i.name().equals(name)).findFirst());
  }

  /** What stands in the keys that a read goes by, for one entity. */
  static Optional<KeyPair> keys(EntityDesign entity, Optional<String> index) {
    return index.isEmpty()
        ? Optional.of(entity.keys())
        : entity.in(index.get()).map(EntityDesign.Indexed::keys);
  }

  /** The attributes that a read of this index, or of the table, can show; none: all of them. */
  Optional<Set<String>> shown(Table table, Optional<TableIndex> index) {
    if (index.isEmpty()) return Optional.empty();
    return switch (index.get().projection()) {
      case Projection.All _ -> Optional.empty();
      case Projection.KeysOnly _ -> Optional.of(new ItemCost(table).keys(index.get()));
      case Projection.Include(var more) -> {
        var names = new LinkedHashSet<>(new ItemCost(table).keys(index.get()));
        names.addAll(more);
        yield Optional.of(names);
      }
    };
  }
}
