package dev.trestle.store.property;

import dev.trestle.gen.Choices;
import dev.trestle.gen.Gen;
import dev.trestle.item.Type;
import dev.trestle.model.AccessPattern;
import dev.trestle.model.BatchGet;
import dev.trestle.model.BatchWrite;
import dev.trestle.model.ConditionCheck;
import dev.trestle.model.Count;
import dev.trestle.model.Delete;
import dev.trestle.model.Entity;
import dev.trestle.model.EntityBuilder;
import dev.trestle.model.Get;
import dev.trestle.model.ItemCollection;
import dev.trestle.model.Model;
import dev.trestle.model.MultiGet;
import dev.trestle.model.MultiWrite;
import dev.trestle.model.Projection;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Table;
import dev.trestle.model.TableIndex;
import dev.trestle.model.TableIndex.Scope;
import dev.trestle.model.Transaction;
import dev.trestle.model.Update;
import dev.trestle.store.property.Sample.Changes;
import dev.trestle.store.property.Sample.Found;
import dev.trestle.store.property.Sample.Given;
import dev.trestle.store.property.Sample.Glance;
import dev.trestle.store.property.Sample.Moves;
import dev.trestle.store.property.Sample.Wanted;
import dev.trestle.store.property.Stored.Stub;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A table with indexes, an entity and patterns of every kind, all chosen at random. */
final class RandomModel implements RandomUpdate.Place, RandomTraits.Keys {
  /** An index with its key. */
  record IndexLayout(String name, Scope scope, KeyLayout partition, Optional<KeyLayout> sort) {
    Stream<KeyLayout> keys() {
      return Stream.concat(Stream.of(partition), sort.stream());
    }
  }

  final KeyLayout partition;
  final Optional<KeyLayout> sort;
  final List<IndexLayout> indexes = new ArrayList<>();
  final boolean snakeCase;
  final boolean wholeSeconds;
  final RandomTraits traits;
  final List<RandomQuery> queries = new ArrayList<>();
  final List<RandomQuery> collected = new ArrayList<>();
  final List<RandomUpdate> changes;
  final List<RandomUpdate> makes;
  final Optional<RandomCondition> updateIf;
  final boolean returnsOld;
  final RandomCondition deleteIf;
  final RandomCondition checkIf;

  final Entity<Sample> entity;
  final Optional<Entity<Sample>> neighbour;
  final Put<Sample, Sample> put;
  final Put<Sample, Sample> putNew;
  final Get<Given, Sample> get;
  final Update<Given, Sample> update;
  final Optional<Update<Given, Sample>> upsert;
  final Delete<Given, Sample> delete;
  final BatchGet<Given, Sample> some;
  final Optional<BatchWrite<Given, Sample>> write;
  final Optional<BatchWrite<Given, Sample>> writeNeighbours;
  final Optional<Entity<Stub>> stub;
  final Optional<Put<Stub, Stub>> putStub;
  final Transaction<Moves> moves;
  final MultiGet<Wanted, Found> multiGet;
  final Optional<MultiWrite<Changes>> multiWrite;
  final Map<RandomQuery, Query<Given, Sample>> declared = new LinkedHashMap<>();
  final Map<RandomQuery, Query<Given, Glance>> views = new LinkedHashMap<>();
  final Map<RandomQuery, Count<Given>> counts = new LinkedHashMap<>();
  final Map<RandomQuery, Query<Given, Stored>> collections = new LinkedHashMap<>();
  final Model model;

  RandomModel(Choices choices) {
    var tableKey = TableKey.random(choices);
    partition = tableKey.partition();
    sort = tableKey.sort();
    var indexable = new ArrayList<>(Columns.OF_INDEX_KEYS);
    indexable.removeAll(keyColumns());
    int count = choices.oneOf(3);
    for (int i = 0; i < count; i++) indexes.add(indexLayout(choices, i, indexable));
    snakeCase = choices.oneOf(2) == 1;
    wholeSeconds = choices.oneOf(2) == 1 && !isInKey(Columns.AT);
    traits = RandomTraits.random(choices, this);
    var table = table();
    entity = entity(table, sort);
    var beside = sort.filter(key -> !key.isBare() && !key.prefix().isEmpty());
    boolean collects = choices.oneOf(2) == 1;
    neighbour =
        beside.filter(key -> !collects).map(key -> entity(table, Optional.of(key.behind("b#"))));
    stub = beside.filter(key -> collects).map(key -> stub(table, key.behind("c#")));
    putStub = stub.map(other -> other.put("putStub", "put a stub").build());
    var attributes = new ArrayList<>(Columns.ALL);
    attributes.removeAll(keyColumns());
    var nameable = nameable(attributes);
    randomQueries(choices, nameable);
    traits.version().ifPresent(attributes::remove);
    // A day that is given under its own name says nothing of the time it belongs to.
    if (keyColumns().contains(Columns.AT_DAY)) attributes.remove(Columns.AT);
    changes = changes(choices, attributes);
    makes = makes(choices, attributes);
    updateIf = RandomCondition.maybe(choices, nameable);
    returnsOld = choices.oneOf(4) == 3;
    deleteIf = RandomCondition.random(choices, nameable, 1);
    checkIf = RandomCondition.random(choices, nameable, 1);
    put = entity.put("put", "put").build();
    putNew = entity.put("putNew", "put if absent").ifAbsent().build();
    get = entity.get("get", "get", Given.class).build();
    update = update();
    upsert = upsert();
    delete =
        entity.delete("delete", "delete", Given.class).ifExists().when(deleteIf.declared()).build();
    some = entity.batchGet("some", "batch get", Given.class).build();
    boolean versioned = traits.version().isPresent();
    write = versioned ? Optional.empty() : Optional.of(batchWrite());
    writeNeighbours =
        neighbour.map(other -> other.batchWrite("neighbours", "batch", Given.class).build());
    moves = moves();
    multiGet = multiGet(choices.oneOf(2) == 1);
    multiWrite = versioned ? Optional.empty() : Optional.of(multiWrite());
    for (var query : queries) {
      declared.put(query, query.declare(entity));
      views.put(query, query.declareView(entity));
      counts.put(query, query.declareCount(entity));
    }
    for (var query : collected) {
      var both = ItemCollection.of(Stored.class, List.of(entity, stub.orElseThrow()));
      collections.put(query, query.declare(both));
      counts.put(query, query.declareCount(both));
    }
    model = model();
  }

  /** The key of the table; of some, the days or months of a time. */
  private record TableKey(KeyLayout partition, Optional<KeyLayout> sort) {
    static TableKey random(Choices choices) {
      if (choices.oneOf(8) == 7) {
        var bucket = choices.oneOf(2) == 0 ? Columns.AT_DAY : Columns.AT_MONTH;
        return new TableKey(
            KeyLayout.of("pk", "p#", List.of(Columns.OTHER, bucket), choices),
            Optional.of(KeyLayout.of("sk", "a#", List.of(Columns.AT, Columns.WORD), choices)));
      }
      var free = new ArrayList<>(Columns.OF_TABLE_KEYS);
      var first = KeyLayout.random(choices, "pk", free, 2, Gen.of("", "p#").from(choices));
      if (choices.oneOf(5) == 0) return new TableKey(first, Optional.empty());
      return new TableKey(
          first,
          Optional.of(KeyLayout.random(choices, "sk", free, 3, Gen.of("", "a#").from(choices))));
    }
  }

  private IndexLayout indexLayout(Choices choices, int number, List<Column<?>> free) {
    if (sort.isPresent() && choices.oneOf(4) == 3) {
      var own = KeyLayout.random(choices, "i" + number + "s", free, 2, prefix(choices));
      return new IndexLayout("index" + number, Scope.LOCAL, partition, Optional.of(own));
    }
    var first = KeyLayout.random(choices, "i" + number + "p", free, 2, prefix(choices));
    var second =
        choices.oneOf(3) == 0
            ? Optional.<KeyLayout>empty()
            : Optional.of(KeyLayout.random(choices, "i" + number + "s", free, 2, prefix(choices)));
    return new IndexLayout("index" + number, Scope.GLOBAL, first, second);
  }

  private static String prefix(Choices choices) {
    return Gen.of("", "x#").from(choices);
  }

  List<Column<?>> keyColumns() {
    var columns = new ArrayList<>(partition.columns());
    sort.ifPresent(key -> columns.addAll(key.columns()));
    return columns;
  }

  List<Column<?>> indexColumns() {
    return indexes.stream()
        .flatMap(IndexLayout::keys)
        .<Column<?>>flatMap(key -> key.columns().stream())
        .toList();
  }

  private boolean isInKey(Column<?> column) {
    return keyColumns().contains(column) || indexColumns().contains(column);
  }

  @Override
  public boolean isInAnyKey(Column<?> column) {
    return Stream.concat(keyColumns().stream(), indexColumns().stream())
        .anyMatch(each -> each.component().is(column));
  }

  @Override
  public boolean hasAttribute(Column<?> column) {
    return !keyColumns().contains(column)
        && indexes.stream().flatMap(IndexLayout::keys).noneMatch(key -> key.isAlone(column));
  }

  @Override
  public boolean isFixed(Column<?> column) {
    return traits.hasChanged(column);
  }

  @Override
  public boolean isInCompositeKey(Column<?> column) {
    return indexes.stream()
        .flatMap(IndexLayout::keys)
        .anyMatch(key -> key.uses(column) && !key.isAlone(column));
  }

  @Override
  public boolean isSourceOfKey(Column<?> column) {
    return keyColumns().stream().anyMatch(each -> each.isDerived() && each.component().is(column));
  }

  @Override
  public boolean isTextInKey(Column<?> column) {
    return indexes.stream()
        .flatMap(IndexLayout::keys)
        .anyMatch(key -> key.isAlone(column) && key.attribute().type() == Type.S);
  }

  @Override
  public RandomUpdate.Range range(Column<?> column) {
    boolean alone =
        indexes.stream().flatMap(IndexLayout::keys).anyMatch(key -> key.isAlone(column));
    if (alone) {
      return column.is(Columns.LEVEL)
          ? new RandomUpdate.Range(0, 120)
          : new RandomUpdate.Range(-100, 1000);
    }
    return column.is(Columns.LEVEL)
        ? new RandomUpdate.Range(Integer.MIN_VALUE, Integer.MAX_VALUE)
        : new RandomUpdate.Range(Long.MIN_VALUE, Long.MAX_VALUE);
  }

  /** Conditions can name what is an attribute of its own, in a form that has its order. */
  private List<Column<?>> nameable(List<Column<?>> attributes) {
    return attributes.stream()
        .filter(column ->
            indexes.stream()
                .flatMap(IndexLayout::keys)
                .filter(key -> key.isAlone(column))
                .allMatch(key -> key.slots().getFirst().part().ordered()))
        .toList();
  }

  private Table table() {
    var builder = Table.named("samples").partition(partition.attribute());
    sort.ifPresent(key -> builder.sort(key.attribute()));
    for (var each : indexes) {
      switch (each.scope()) {
        case GLOBAL ->
            builder.global(
                new TableIndex(
                    each.name(),
                    Scope.GLOBAL,
                    each.partition().attribute(),
                    each.sort().map(KeyLayout::attribute),
                    new Projection.All(),
                    Optional.empty()));
        case LOCAL ->
            builder.local(each.name(), each.sort().orElseThrow().attribute(), new Projection.All());
      }
    }
    if (traits.expiry().isPresent()) builder.timeToLive(RandomTraits.TIME_TO_LIVE);
    return builder.build();
  }

  private Entity<Sample> entity(Table table, Optional<KeyLayout> sortKey) {
    var builder = table.entity(Sample.class, Columns.LOOKUP).partition(partition.content());
    sortKey.ifPresent(key -> builder.sort(key.content()));
    if (sortKey.equals(sort)) {
      indexes.forEach(each -> place(builder, each));
      traits.declare(builder);
    }
    if (snakeCase) builder.snakeCase();
    if (wholeSeconds && !traits.isExpiry(Columns.AT)) builder.epochSeconds(Sample::at);
    return builder.example(Columns.EXAMPLE);
  }

  /** An entity in the same partitions, and in the last index. */
  private Entity<Stub> stub(Table table, KeyLayout sortKey) {
    var builder =
        table
            .entity(Stub.class, Columns.LOOKUP)
            .partition(partition.content())
            .sort(sortKey.content());
    if (!indexes.isEmpty()) place(builder, indexes.getLast());
    return builder.example(Stub.of(Columns.EXAMPLE, "note"));
  }

  private static void place(EntityBuilder<?> builder, IndexLayout index) {
    if (index.scope() == Scope.LOCAL) {
      builder.inLocal(index.name(), index.sort().orElseThrow().content());
    } else if (index.sort().isPresent()) {
      builder.in(index.name(), index.partition().content(), index.sort().get().content());
    } else {
      builder.in(index.name(), index.partition().content());
    }
  }

  private void randomQueries(Choices choices, List<Column<?>> nameable) {
    for (int i = 0; i < 2; i++) {
      queries.add(
          RandomQuery.random(choices, "q" + i, Optional.empty(), partition, sort, nameable));
    }
    stub.ifPresent(ignored ->
        collected.add(RandomQuery.collection(choices, "c", Optional.empty(), partition, sort)));
    for (var each : indexes) {
      if (stub.isPresent() && each.equals(indexes.getLast())) {
        collected.add(
            RandomQuery.collection(
                choices,
                "c-" + each.name(),
                Optional.of(each.name()),
                each.partition(),
                each.sort()));
        continue;
      }
      queries.add(
          RandomQuery.random(
              choices,
              "q-" + each.name(),
              Optional.of(each.name()),
              each.partition(),
              each.sort(),
              nameable.stream()
                  .filter(column -> each.keys().noneMatch(key -> key.isAlone(column)))
                  .toList()));
    }
  }

  private List<RandomUpdate> changes(Choices choices, List<Column<?>> attributes) {
    var free = new ArrayList<>(attributes);
    var actions = new ArrayList<RandomUpdate>();
    int count = 1 + choices.oneOf(3);
    for (int i = 0; i < count && !free.isEmpty(); i++) {
      actions.add(RandomUpdate.random(choices, free.remove(choices.oneOf(free.size())), this));
    }
    return actions;
  }

  /** An upsert gives every component a value; those that may be absent it sometimes leaves out. */
  private List<RandomUpdate> makes(Choices choices, List<Column<?>> attributes) {
    var actions = new ArrayList<RandomUpdate>();
    for (var column : attributes) {
      boolean mayBeLeftOut =
          column.isOptional() || column.is(Columns.LABELS) || column.is(Columns.MARKS);
      if (mayBeLeftOut && choices.oneOf(3) == 0) continue;
      boolean composite = isInCompositeKey(column);
      boolean number = !composite && !isTextInKey(column) && !isFixed(column);
      if (column.is(Columns.COUNT) && number && choices.oneOf(2) == 0) {
        actions.add(RandomUpdate.addOnInsert(range(column)));
      } else {
        boolean mayBeAbsent = column.isOptional() || column.is(Columns.LABELS);
        actions.add(
            RandomUpdate.given(
                column, !composite && !mayBeAbsent && !isFixed(column) && choices.oneOf(2) == 0));
      }
    }
    return actions;
  }

  private static Update.Builder<Given, Sample> declare(
      Update.Builder<Given, Sample> builder, List<RandomUpdate> actions) {
    var declared = builder;
    for (var action : actions) declared = action.declare().apply(declared);
    return declared;
  }

  private Update<Given, Sample> update() {
    var builder = declare(entity.update("update", "update", Given.class), changes);
    updateIf.ifPresent(condition -> builder.when(condition.declared()));
    if (returnsOld) builder.returnOld();
    return builder.build();
  }

  private Transaction<Moves> moves() {
    ConditionCheck<Given, Sample> check =
        entity.check("check", "check", Given.class).ifExists().when(checkIf.declared()).build();
    return Transaction.of("moves", "transaction", Moves.class, Columns.LOOKUP)
        .step(putNew, Moves::put)
        .step(update, Moves::update)
        .step(delete, Moves::delete)
        .step(check, Moves::check)
        .build();
  }

  /** A key with a day under its own name says nothing of the time, which an upsert would set. */
  private Optional<Update<Given, Sample>> upsert() {
    if (keyColumns().contains(Columns.AT_DAY)) return Optional.empty();
    return Optional.of(declare(entity.upsert("upsert", "upsert", Given.class), makes).build());
  }

  private BatchWrite<Given, Sample> batchWrite() {
    return entity.batchWrite("write", "batch write", Given.class).build();
  }

  private MultiWrite<Changes> multiWrite() {
    return MultiWrite.of("multiWrite", "multi-write", Changes.class, Columns.LOOKUP)
        .each(put, Changes::puts, 1)
        .each(entity.delete("drop", "delete", Given.class).build(), Changes::deletes, 1)
        .build();
  }

  private MultiGet<Wanted, Found> multiGet(boolean transactional) {
    var builder =
        MultiGet.of("multiGet", "multi-get", Wanted.class, Found.class, Columns.LOOKUP)
            .step(get, Wanted::one, Found::one)
            .maybe(get, Wanted::perhaps, Found::perhaps)
            .each(get, Wanted::several, Found::several, 10);
    if (transactional) builder.transactional();
    return builder.build();
  }

  private Model model() {
    var builder = Model.named("random").entities(entity);
    neighbour.ifPresent(builder::entities);
    stub.ifPresent(builder::entities);
    builder.patterns(put, putNew, get, update, delete, some, moves, multiGet);
    upsert.ifPresent(builder::patterns);
    write.ifPresent(builder::patterns);
    writeNeighbours.ifPresent(builder::patterns);
    multiWrite.ifPresent(builder::patterns);
    putStub.ifPresent(builder::patterns);
    builder.patterns(collections.values().toArray(AccessPattern[]::new));
    builder.patterns(declared.values().toArray(AccessPattern[]::new));
    builder.patterns(views.values().toArray(AccessPattern[]::new));
    builder.patterns(counts.values().toArray(AccessPattern[]::new));
    return builder.build();
  }

  @Override
  public String toString() {
    var lines = new ArrayList<String>();
    lines.add("partition " + partition);
    sort.ifPresent(key -> lines.add("sort " + key));
    for (var each : indexes) {
      lines.add(
          "%s %s: partition %s%s"
              .formatted(
                  each.scope(),
                  each.name(),
                  each.partition(),
                  each.sort().map(key -> ", sort " + key).orElse("")));
    }
    if (snakeCase) lines.add("snakeCase");
    if (wholeSeconds) lines.add("epochSeconds(at)");
    lines.addAll(traits.lines());
    queries.forEach(query -> lines.add(query.toString()));
    collected.forEach(query -> lines.add("collection " + query));
    lines.add("update: " + text(changes) + updateIf.map(each -> " when " + each).orElse(""));
    if (upsert.isPresent()) lines.add("upsert: " + text(makes));
    lines.add("delete: when " + deleteIf);
    lines.add("check: when " + checkIf);
    if (multiGet.transactional()) lines.add("multiGet: transactional");
    return String.join(System.lineSeparator() + "    ", lines);
  }

  private static String text(List<RandomUpdate> actions) {
    return actions.stream().map(RandomUpdate::toString).collect(Collectors.joining("."));
  }
}
