package dev.trestle.conformance.cost;

import dev.trestle.gen.Gen;
import dev.trestle.model.Projection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/** A random table and random requests to it. */
record Sample(
    Optional<Projection> global, Optional<Projection> local, boolean second, List<Step> steps) {

  /** The key of an item. There are few keys, so that requests meet. */
  record Cell(int partition, int sort) {}

  /** The attributes of an item besides its key. Without a group it is in no global index. */
  record Content(
      Optional<Integer> group, Optional<Integer> rank, int bytes, boolean nested, boolean flag) {}

  enum Kind {
    PUT,
    UPDATE,
    DELETE,
    CHECK
  }

  record Change(Kind kind, Cell cell, Content content) {}

  sealed interface Step {
    record Write(Change change) implements Step {}

    record BatchWrite(List<Change> changes) implements Step {}

    record TransactWrite(List<Change> changes) implements Step {}

    record Get(Cell cell, boolean consistent) implements Step {}

    record BatchGet(List<Cell> cells, boolean consistent) implements Step {}

    record TransactGet(List<Cell> cells) implements Step {}

    record Query(int partition, boolean consistent) implements Step {}

    record QueryGlobal(int group) implements Step {}

    record QueryLocal(int partition, boolean consistent) implements Step {}
  }

  private static final Gen<Cell> CELLS =
      choices -> new Cell(Gen.ints(0, 1).from(choices), Gen.ints(0, 2).from(choices));

  /** Sizes close to unit boundaries, and any other. */
  private static final Gen<Integer> SIZES =
      Gen.oneOf(
          Gen.ints(0, 40),
          Gen.ints(950, 1050),
          Gen.ints(1980, 2060),
          Gen.ints(3950, 4200),
          Gen.ints(0, 20_000));

  private static final Gen<Content> CONTENTS =
      choices ->
          new Content(
              Gen.ints(0, 1).optional().from(choices),
              Gen.ints(-2, 150).optional().from(choices),
              SIZES.from(choices),
              Gen.booleans().from(choices),
              Gen.booleans().from(choices));

  private static Gen<Change> changes(Kind first, Kind... others) {
    var kinds = Gen.of(first, others);
    return choices -> new Change(kinds.from(choices), CELLS.from(choices), CONTENTS.from(choices));
  }

  /** Each item occurs only once in a request. */
  private static Gen<List<Change>> several(Gen<Change> changes) {
    return changes
        .list(1, 5)
        .map(list -> {
          var byCell = new LinkedHashMap<Cell, Change>();
          list.forEach(change -> byCell.putIfAbsent(change.cell(), change));
          return List.copyOf(byCell.values());
        });
  }

  private static final Gen<Step> STEPS =
      Gen.frequency(
          Gen.weighted(
              6, changes(Kind.PUT, Kind.UPDATE, Kind.DELETE).map(change -> new Step.Write(change))),
          Gen.weighted(2, several(changes(Kind.PUT, Kind.DELETE)).map(Step.BatchWrite::new)),
          Gen.weighted(
              3,
              several(changes(Kind.PUT, Kind.UPDATE, Kind.DELETE, Kind.CHECK))
                  .map(Step.TransactWrite::new)),
          Gen.weighted(
              1, choices -> new Step.Get(CELLS.from(choices), Gen.booleans().from(choices))),
          Gen.weighted(
              1,
              choices ->
                  new Step.BatchGet(
                      CELLS.distinctList(1, 4).from(choices), Gen.booleans().from(choices))),
          Gen.weighted(1, CELLS.distinctList(1, 4).map(Step.TransactGet::new)),
          Gen.weighted(
              1,
              choices ->
                  new Step.Query(Gen.ints(0, 1).from(choices), Gen.booleans().from(choices))),
          Gen.weighted(1, Gen.ints(0, 1).map(Step.QueryGlobal::new)),
          Gen.weighted(
              1,
              choices ->
                  new Step.QueryLocal(Gen.ints(0, 1).from(choices), Gen.booleans().from(choices))));

  private static final Gen<Projection> PROJECTIONS =
      Gen.of(
          new Projection.All(),
          new Projection.KeysOnly(),
          new Projection.Include(List.of("text", "flag")));

  static final Gen<Sample> ALL =
      choices ->
          new Sample(
              PROJECTIONS.optional().from(choices),
              PROJECTIONS.optional().from(choices),
              Gen.booleans().from(choices),
              STEPS.list(1, 25).from(choices));
}
