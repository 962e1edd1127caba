package dev.trestle.store.property;

import dev.trestle.gen.Choices;
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
import dev.trestle.store.property.TableLayout.IndexLayout;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A table with indexes, an entity and patterns of every kind, all chosen at random. */
final class RandomModel implements RandomUpdate.Place {
  final KeyLayout partition;
  final Optional<KeyLayout> sort;
  final List<IndexLayout> indexes;
  private final TableLayout layout;
  final boolean snakeCase;
  final boolean wholeSeconds;
  final RandomTraits traits;
  final List<RandomQuery> queries = new ArrayList<>();
  final List<RandomQuery> collected = new ArrayList<>();

  /** Of indexes that do not show whole items. */
  final List<RandomQuery> narrow = new ArrayList<>();

  /** What updates can change. */
  final List<Column<?>> changeable;

  final List<RandomUpdate> changes;
  final List<RandomUpdate> makes;
  final Optional<RandomCondition> updateIf;
  final boolean returnsOld;
  final boolean upsertReturnsOld;
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
  final Delete<Given, Sample> drop;
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
  final Map<RandomQuery, List<NarrowView.Declared<?>>> narrowViews = new LinkedHashMap<>();
  final Model model;

  RandomModel(Choices choices) {
    var keys = TableLayout.random(choices);
    partition = keys.partition();
    sort = keys.sort();
    snakeCase = choices.oneOf(2) == 1;
    wholeSeconds = choices.oneOf(2) == 1 && !keys.isInKey(Columns.AT);
    traits = RandomTraits.random(choices, keys);
    var beside = sort.filter(key -> !key.isBare() && !key.prefix().isEmpty());
    boolean collects = choices.oneOf(2) == 1;
    layout = keys.with(projected(choices, keys, beside.isPresent() && collects));
    indexes = layout.indexes();
    var table = table();
    entity = entity(table, sort);
    neighbour =
        beside.filter(key -> !collects).map(key -> entity(table, Optional.of(key.behind("b#"))));
    stub = beside.filter(key -> collects).map(key -> stub(table, key.behind("c#")));
    putStub = stub.map(other -> other.put("putStub", "put a stub").build());
    var attributes = attributes();
    var nameable = nameable();
    randomQueries(choices, nameable);
    traits.version().ifPresent(attributes::remove);
    // A day that is given under its own name says nothing of the time it belongs to.
    if (keyColumns().contains(Columns.AT_DAY)) attributes.remove(Columns.AT);
    changeable = List.copyOf(attributes);
    changes = changes(choices, attributes);
    makes = makes(choices, attributes);
    updateIf = RandomCondition.maybe(choices, nameable);
    returnsOld = choices.oneOf(4) == 3;
    upsertReturnsOld = choices.oneOf(4) == 3;
    deleteIf = RandomCondition.random(choices, nameable, 1);
    checkIf = RandomCondition.random(choices, nameable, 1);
    put = entity.put("put", "put").build();
    putNew = entity.put("putNew", "put if absent").ifAbsent().build();
    get = entity.get("get", "get", Given.class).build();
    update = update();
    upsert = upsert();
    delete =
        entity.delete("delete", "delete", Given.class).ifExists().when(deleteIf.declared()).build();
    drop = entity.delete("drop", "delete", Given.class).build();
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
    narrow.forEach(this::declareNarrow);
    for (var query : collected) {
      var both = ItemCollection.of(Stored.class, List.of(entity, stub.orElseThrow()));
      collections.put(query, query.declare(both));
      counts.put(query, query.declareCount(both));
    }
    model = model();
  }

  /** Indexes that show all, some or none of the attributes; what a collection reads shows all. */
  private List<IndexLayout> projected(Choices choices, TableLayout keys, boolean collects) {
    var projected = new ArrayList<IndexLayout>();
    for (var index : keys.indexes()) {
      boolean collected = collects && index.equals(keys.indexes().getLast());
      projected.add(
          switch (collected ? 0 : choices.oneOf(4)) {
            case 2 -> index.with(new Projection.KeysOnly());
            case 3 -> index.with(new Projection.Include(included(choices, keys)));
            default -> index;
          });
    }
    return projected;
  }

  /** The attributes of one or two columns, also under their former names, and the expiry time. */
  private List<String> included(Choices choices, TableLayout keys) {
    var free =
        NarrowView.ALL.stream()
            .<Column<?>>map(NarrowView::column)
            .filter(keys::hasAttribute)
            .collect(Collectors.toCollection(ArrayList::new));
    var attributes = new LinkedHashSet<String>();
    for (int i = 0; i < 2 && !free.isEmpty(); i++) {
      attributes.addAll(traits.attributes(free.remove(choices.oneOf(free.size()))));
    }
    if (traits.expiry().isPresent()) attributes.add(RandomTraits.TIME_TO_LIVE);
    return attributes.isEmpty() ? List.of("none") : List.copyOf(attributes);
  }

  List<Column<?>> keyColumns() {
    return layout.keyColumns();
  }

  List<Column<?>> indexColumns() {
    return layout.indexColumns();
  }

  @Override
  public boolean isFixed(Column<?> column) {
    return traits.hasChanged(column);
  }

  @Override
  public boolean isInCompositeKey(Column<?> column) {
    return layout.isInCompositeKey(column);
  }

  @Override
  public boolean isSourceOfKey(Column<?> column) {
    return layout.isSourceOfKey(column);
  }

  @Override
  public boolean isNoNumberInKey(Column<?> column) {
    return layout.isNoNumberInKey(column);
  }

  @Override
  public boolean isLongOfItem(Column<?> column) {
    return !keyColumns().contains(column)
        && !layout.isNoNumberInKey(column)
        && !layout.isNegatedInKey(column)
        && !isFixed(column);
  }

  @Override
  public RandomUpdate.Range range(Column<?> column) {
    return layout.range(column);
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
                    each.projection(),
                    Optional.empty()));
        case LOCAL ->
            builder.local(each.name(), each.sort().orElseThrow().attribute(), each.projection());
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

  /** What is not in the table's key. */
  private List<Column<?>> attributes() {
    var attributes = new ArrayList<>(Columns.ALL);
    attributes.removeAll(keyColumns());
    return attributes;
  }

  /** What conditions can name. */
  List<Column<?>> nameable() {
    var nameable = new ArrayList<>(layout.nameable(attributes()));
    if (isLongOfItem(Columns.COUNT) && isLongOfItem(Columns.TOTAL)) nameable.add(Columns.LONGS);
    if (!traits.isAdded(Columns.LINES)) nameable.add(Columns.FIRST_LINE);
    return nameable;
  }

  private void randomQueries(Choices choices, List<Column<?>> nameable) {
    var table = new RandomQuery.Source(Optional.empty(), partition, sort, true);
    for (int i = 0; i < 2; i++) {
      queries.add(RandomQuery.random(choices, "q" + i, table, nameable));
    }
    stub.ifPresent(ignored -> collected.add(RandomQuery.collection(choices, "c", table)));
    for (var each : indexes) {
      var source = RandomQuery.Source.of(each);
      if (stub.isPresent() && each.equals(indexes.getLast())) {
        collected.add(RandomQuery.collection(choices, "c-" + each.name(), source));
        continue;
      }
      var shown =
          nameable.stream()
              .filter(column -> each.keys().noneMatch(key -> key.isAlone(column)))
              .filter(column -> each.isWhole() || isShown(each, column))
              .filter(column -> !column.is(Columns.LONGS) || isAway(each, Columns.TOTAL))
              .filter(column -> !column.is(Columns.LONGS) || isAway(each, Columns.COUNT))
              .toList();
      var query = RandomQuery.random(choices, "q-" + each.name(), source, shown);
      if (each.isWhole()) queries.add(query);
      else narrow.add(isExpiryShown(each) ? query : query.alsoExpired());
    }
  }

  private static boolean isAway(IndexLayout index, Column<?> column) {
    return index.isWhole() && index.keys().noneMatch(key -> key.isAlone(column));
  }

  private boolean isShown(IndexLayout index, Column<?> column) {
    return index.projection() instanceof Projection.Include(var included)
        && layout.hasAttribute(column)
        && included.containsAll(traits.attributes(column));
  }

  private boolean isExpiryShown(IndexLayout index) {
    return traits.expiry().isEmpty()
        || (index.projection() instanceof Projection.Include(var included)
            && included.contains(RandomTraits.TIME_TO_LIVE));
  }

  /** The views that can be made of what an index shows: its own keys, the table's, and the rest. */
  private void declareNarrow(RandomQuery query) {
    var index = indexes.stream().filter(each -> query.reads(each.name())).findFirst().orElseThrow();
    var inKeys = new ArrayList<>(keyColumns());
    index.keys().forEach(key -> inKeys.addAll(key.columns()));
    var views =
        NarrowView.ALL.stream()
            .filter(view -> inKeys.contains(view.column()) || isShown(index, view.column()))
            .<NarrowView.Declared<?>>map(view -> view.declare(query, entity))
            .toList();
    narrowViews.put(query, views);
    counts.put(query, query.declareCount(entity));
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
      boolean mayBeLeftOut = isSetOrOptional(column) || column.is(Columns.MARKS);
      if (mayBeLeftOut && choices.oneOf(3) == 0) continue;
      boolean composite = isInCompositeKey(column);
      boolean number = !composite && !isNoNumberInKey(column) && !isFixed(column);
      if (column.is(Columns.COUNT) && number && choices.oneOf(2) == 0) {
        actions.add(RandomUpdate.addCount(range(column)));
      } else {
        boolean onInsert = !composite && !isSetOrOptional(column) && !isFixed(column);
        actions.add(RandomUpdate.given(column, onInsert && choices.oneOf(2) == 0));
      }
    }
    return actions;
  }

  private static boolean isSetOrOptional(Column<?> column) {
    return column.isOptional() || column.is(Columns.LABELS) || column.is(Columns.NUMBERS);
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
        .each(put, Moves::puts, 2)
        .maybe(drop, Moves::drop)
        .build();
  }

  /** A key with a day under its own name says nothing of the time, which an upsert would set. */
  private Optional<Update<Given, Sample>> upsert() {
    if (keyColumns().contains(Columns.AT_DAY)) return Optional.empty();
    var builder = declare(entity.upsert("upsert", "upsert", Given.class), makes);
    if (upsertReturnsOld) builder.returnOld();
    return Optional.of(builder.build());
  }

  private BatchWrite<Given, Sample> batchWrite() {
    return entity.batchWrite("write", "batch write", Given.class).build();
  }

  private MultiWrite<Changes> multiWrite() {
    return MultiWrite.of("multiWrite", "multi-write", Changes.class, Columns.LOOKUP)
        .each(put, Changes::puts, 1)
        .each(drop, Changes::deletes, 1)
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
    narrowViews.values().stream()
        .flatMap(List::stream)
        .forEach(declared -> builder.patterns(declared.query()));
    return builder.build();
  }

  @Override
  public String toString() {
    var lines = new ArrayList<String>();
    lines.add("partition " + partition);
    sort.ifPresent(key -> lines.add("sort " + key));
    indexes.forEach(each -> lines.add(each.toString()));
    if (snakeCase) lines.add("snakeCase");
    if (wholeSeconds) lines.add("epochSeconds(at)");
    lines.addAll(traits.lines());
    queries.forEach(query -> lines.add(query.toString()));
    narrow.forEach(query -> lines.add("narrow " + query));
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
