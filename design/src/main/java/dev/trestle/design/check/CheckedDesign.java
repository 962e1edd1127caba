package dev.trestle.design.check;

import dev.trestle.design.Design;
import dev.trestle.design.EntityDesign;
import dev.trestle.design.PatternDesign;
import dev.trestle.design.PatternDesign.Read;
import dev.trestle.design.PatternDesign.ReadStep;
import dev.trestle.design.PatternDesign.Reads;
import dev.trestle.design.PatternDesign.Several;
import dev.trestle.design.PatternDesign.Transact;
import dev.trestle.design.PatternDesign.Write;
import dev.trestle.design.PatternDesign.Writes;
import dev.trestle.design.cost.ItemCost;
import dev.trestle.model.KeyPair;
import dev.trestle.model.Projection;
import dev.trestle.model.Table;
import dev.trestle.model.TableIndex;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A design with a flat list of its patterns. Names that the design does not have are absent here;
 * {@link DeclaredNames} reports them and the other checks ignore them.
 */
record CheckedDesign(
    Design design, List<Read> reads, List<Written> writes, List<Transact> transactions) {
  CheckedDesign(Design design) {
    this(
        design,
        design.patterns().stream().flatMap(CheckedDesign::reads).distinct().toList(),
        design.patterns().stream().flatMap(CheckedDesign::writes).distinct().toList(),
        design.patterns().stream().flatMap(CheckedDesign::transactions).distinct().toList());
  }

  /** A write, with its transaction if it is a step of one. */
  record Written(Write write, Optional<Transact> in) {}

  private static Stream<Read> reads(PatternDesign pattern) {
    return switch (pattern) {
      case Read read -> Stream.of(read);
      case Reads reads -> reads.steps().stream().map(ReadStep::read);
      case Several several -> several.patterns().stream().flatMap(CheckedDesign::reads);
      case Write ignored -> Stream.empty();
      case Writes ignored -> Stream.empty();
      case Transact ignored -> Stream.empty();
    };
  }

  private static Stream<Written> writes(PatternDesign pattern) {
    return switch (pattern) {
      case Write write -> Stream.of(new Written(write, Optional.empty()));
      case Transact transact ->
          transact.steps().stream().map(step -> new Written(step.write(), Optional.of(transact)));
      case Writes writes ->
          writes.steps().stream().map(step -> new Written(step.write(), Optional.empty()));
      case Several several -> several.patterns().stream().flatMap(CheckedDesign::writes);
      case Read ignored -> Stream.empty();
      case Reads ignored -> Stream.empty();
    };
  }

  private static Stream<Transact> transactions(PatternDesign pattern) {
    return switch (pattern) {
      case Transact transact -> Stream.of(transact);
      case Several several -> several.patterns().stream().flatMap(CheckedDesign::transactions);
      case Read ignored -> Stream.empty();
      case Reads ignored -> Stream.empty();
      case Write ignored -> Stream.empty();
      case Writes ignored -> Stream.empty();
    };
  }

  private static Stream<Reads> snapshots(PatternDesign pattern) {
    return switch (pattern) {
      case Reads reads -> reads.transactional() ? Stream.of(reads) : Stream.empty();
      case Several several -> several.patterns().stream().flatMap(CheckedDesign::snapshots);
      case Read ignored -> Stream.empty();
      case Write ignored -> Stream.empty();
      case Writes ignored -> Stream.empty();
      case Transact ignored -> Stream.empty();
    };
  }

  /** The reads of several items as they were at one moment. */
  List<Reads> snapshots() {
    return design.patterns().stream().flatMap(CheckedDesign::snapshots).distinct().toList();
  }

  List<Table> tables() {
    return design.tables();
  }

  List<EntityDesign> entities() {
    return design.entities();
  }

  Optional<Table> table(String name) {
    return design.findTable(name);
  }

  Optional<EntityDesign> entity(String name) {
    return design.findEntity(name);
  }

  /** The entities that a read can find, as far as the design has them. */
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

  /** The content of the keys that a read uses, for one entity. */
  static Optional<KeyPair> keys(EntityDesign entity, Optional<String> index) {
    return index.isEmpty()
        ? Optional.of(entity.keys())
        : entity.in(index.get()).map(EntityDesign.Indexed::keys);
  }

  /** The attributes that this index contains, or that the table does; empty means all of them. */
  Optional<Set<String>> shown(Table table, Optional<TableIndex> index) {
    if (index.isEmpty()) return Optional.empty();
    return switch (index.get().projection()) {
      case Projection.All() -> Optional.empty();
      case Projection.KeysOnly() -> Optional.of(new ItemCost(table).keys(index.get()));
      case Projection.Include(var more) -> {
        var names = new LinkedHashSet<>(new ItemCost(table).keys(index.get()));
        names.addAll(more);
        yield Optional.of(names);
      }
    };
  }
}
