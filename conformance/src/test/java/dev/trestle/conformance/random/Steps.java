package dev.trestle.conformance.random;

import dev.trestle.gen.Choices;
import dev.trestle.gen.Gen;
import dev.trestle.testing.reference.DocumentPath;
import dev.trestle.testing.reference.ReferenceCondition;
import dev.trestle.testing.reference.ReferenceRead;
import dev.trestle.testing.reference.ReferenceWrite;
import dev.trestle.testing.reference.TableShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;

/** Generators of random requests to the tables of {@link Shapes}. */
final class Steps {
  private static final Gen<TableShape> SHAPES = Gen.of(Shapes.ALL);

  private Steps() {}

  static Gen<Step> any() {
    return Gen.frequency(
        Gen.weighted(30, Steps::put),
        Gen.weighted(20, Steps::update),
        Gen.weighted(8, Steps::delete),
        Gen.weighted(8, Steps::get),
        Gen.weighted(12, Steps::query),
        Gen.weighted(4, Steps::scan),
        Gen.weighted(3, c -> new Step.BatchWrite(writes(c, 1, 12, true))),
        Gen.weighted(2, c -> new Step.BatchGet(Gen.<Step.Key>oneOf(Steps::key).list(1, 8).from(c))),
        Gen.weighted(8, Steps::transact),
        Gen.weighted(
            3, c -> new Step.TransactGet(Gen.<Step.Key>oneOf(Steps::key).list(1, 5).from(c))),
        Gen.weighted(1, Gen.constant(new Step.Reopen())));
  }

  private static Step.Key key(Choices choices) {
    var shape = SHAPES.from(choices);
    return new Step.Key(shape.table(), Contents.keys(shape).from(choices));
  }

  private static Optional<ReferenceCondition> condition(TableShape shape, Choices choices) {
    if (choices.oneOf(2) == 0) return Optional.empty();
    Gen<DocumentPath> keys = Gen.of(shape.keyNames()).map(DocumentPath::of);
    var paths = Gen.frequency(Gen.weighted(5, Contents.PATHS), Gen.weighted(1, keys));
    return Optional.of(
        choices.oneOf(3) == 0
            ? new ReferenceCondition.Exists(DocumentPath.of("pk"))
            : Conditions.of(paths, 2).from(choices));
  }

  private static Step put(Choices choices) {
    var shape = SHAPES.from(choices);
    var item = Contents.items(shape, false).from(choices);
    var write = new ReferenceWrite.Put(shape.table(), item, condition(shape, choices));
    return new Step.WriteOne(write, noneOrOld(choices), choices.oneOf(2) == 1);
  }

  private static Step delete(Choices choices) {
    var shape = SHAPES.from(choices);
    var key = Contents.keys(shape).from(choices);
    var write = new ReferenceWrite.Delete(shape.table(), key, condition(shape, choices));
    return new Step.WriteOne(write, noneOrOld(choices), choices.oneOf(2) == 1);
  }

  private static ReturnValue noneOrOld(Choices choices) {
    return Gen.of(ReturnValue.NONE, ReturnValue.ALL_OLD).from(choices);
  }

  private static Step update(Choices choices) {
    var shape = SHAPES.from(choices);
    var key = Contents.keys(shape).from(choices);
    var update = Updates.of(shape).from(choices);
    var write = new ReferenceWrite.Change(shape.table(), key, update, condition(shape, choices));
    var returned = Gen.of(ReturnValue.knownValues().stream().sorted().toList()).from(choices);
    // If indexes shift, it is not documented which elements of a list an update returns.
    boolean inList =
        update.paths().stream()
            .anyMatch(
                path -> path.steps().stream().anyMatch(DocumentPath.Step.Index.class::isInstance));
    return new Step.WriteOne(write, inList ? ReturnValue.ALL_NEW : returned, choices.oneOf(2) == 1);
  }

  private static Step get(Choices choices) {
    var key = key(choices);
    return new Step.Get(key, paths(choices, Contents.PATHS, 3), choices.oneOf(2) == 1);
  }

  /** Generates paths that do not overlap, because overlapping paths are rejected. */
  private static List<DocumentPath> paths(Choices choices, Gen<DocumentPath> gen, int max) {
    var paths = new ArrayList<DocumentPath>();
    for (var path : gen.list(0, max).from(choices)) {
      if (paths.stream().noneMatch(other -> other.name().equals(path.name()))) paths.add(path);
    }
    return paths;
  }

  private static Step query(Choices choices) {
    var shape = Gen.of(Shapes.ALL.subList(1, Shapes.ALL.size())).from(choices);
    var index = index(shape, choices);
    var partition = index.map(TableShape.Index::partition).orElse(shape.key().subList(0, 1));
    var sort = index.map(TableShape.Index::sort).orElse(shape.key().subList(1, 2));
    var conditions = Conditions.ofKey(partition, sort).from(choices);
    var read = read(shape, index, conditions, choices.oneOf(2) == 0, choices);
    boolean canStart = index.isEmpty() && conditions.size() == 1 && choices.oneOf(4) == 3;
    var after = Contents.keys(shape).from(choices);
    conditions.stream()
        .map(condition -> ((ReferenceCondition.Compare) condition).value())
        .limit(canStart ? 1 : 0)
        .forEach(value -> after.put("pk", value));
    return new Step.Query(
        read,
        limit(choices),
        index.filter(i -> !i.local()).isEmpty() && choices.oneOf(2) == 1,
        read.paths().isEmpty() && choices.oneOf(6) == 5,
        canStart ? Optional.of(after) : Optional.empty());
  }

  private static Step scan(Choices choices) {
    var shape = SHAPES.from(choices);
    var read = read(shape, index(shape, choices), List.of(), true, choices);
    return new Step.Scan(read, limit(choices), choices.oneOf(3) == 2 ? 1 + choices.oneOf(5) : 1);
  }

  private static OptionalInt limit(Choices choices) {
    return choices.oneOf(2) == 0 ? OptionalInt.empty() : OptionalInt.of(1 + choices.oneOf(6));
  }

  private static Optional<TableShape.Index> index(TableShape shape, Choices choices) {
    int at = choices.oneOf(shape.indexes().size() + 1);
    return at == 0 ? Optional.empty() : Optional.of(shape.indexes().get(at - 1));
  }

  /** Filters and projections use the attributes of the index. A local index may fetch more. */
  private static ReferenceRead read(
      TableShape shape,
      Optional<TableShape.Index> index,
      List<ReferenceCondition> conditions,
      boolean forward,
      Choices choices) {
    var held =
        index.map(TableShape.Index::projection).orElse(new TableShape.Projection.All())
                instanceof TableShape.Projection.Include(var names)
            ? names
            : index
                    .filter(i -> i.projection() instanceof TableShape.Projection.KeysOnly)
                    .isPresent()
                ? List.<String>of()
                : Contents.NAMES;
    var inside = Contents.PATHS.filter(path -> held.contains(path.name()));
    Optional<ReferenceCondition> filter =
        held.isEmpty() || choices.oneOf(3) < 2
            ? Optional.empty()
            : Optional.of(Conditions.of(inside, 1).from(choices));
    boolean fetching = index.filter(TableShape.Index::local).isPresent();
    boolean projected = choices.oneOf(4) == 3 && (fetching || !held.isEmpty());
    var paths =
        projected ? paths(choices, fetching ? Contents.PATHS : inside, 2) : List.<DocumentPath>of();
    return new ReferenceRead(
        shape.table(),
        index.map(TableShape.Index::name),
        conditions,
        filter,
        paths.isEmpty() ? paths : withKeys(shape, index, paths),
        forward);
  }

  /** Adds the keys, because the order of the result cannot be checked without them. */
  private static List<DocumentPath> withKeys(
      TableShape shape, Optional<TableShape.Index> index, List<DocumentPath> paths) {
    var all = new ArrayList<>(paths);
    shape.keyNames().forEach(name -> all.add(DocumentPath.of(name)));
    index.ifPresent(i -> i.key().forEach(attribute -> all.add(DocumentPath.of(attribute.name()))));
    return all.stream().distinct().toList();
  }

  private static Step transact(Choices choices) {
    var writes = writes(choices, 1, 5, false);
    return new Step.Transact(writes, choices.oneOf(2) == 1, choices.oneOf(4) == 3);
  }

  private static List<ReferenceWrite> writes(Choices choices, int min, int max, boolean batch) {
    Gen<ReferenceWrite> one =
        c -> {
          var shape = SHAPES.from(c);
          var condition = batch ? Optional.<ReferenceCondition>empty() : condition(shape, c);
          var key = Contents.keys(shape);
          return switch (c.oneOf(batch ? 3 : 5)) {
            case 2 -> new ReferenceWrite.Delete(shape.table(), key.from(c), condition);
            case 3 ->
                new ReferenceWrite.Change(
                    shape.table(), key.from(c), Updates.of(shape).from(c), condition);
            case 4 ->
                new ReferenceWrite.Check(
                    shape.table(),
                    key.from(c),
                    condition.orElse(new ReferenceCondition.Exists(DocumentPath.of("pk"))));
            default ->
                new ReferenceWrite.Put(
                    shape.table(), Contents.items(shape, true).from(c), condition);
          };
        };
    return one.list(min, max).from(choices);
  }
}
