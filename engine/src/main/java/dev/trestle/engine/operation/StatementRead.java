package dev.trestle.engine.operation;

import dev.trestle.engine.capacity.ConsumedCapacity;
import dev.trestle.engine.expression.Bound;
import dev.trestle.engine.expression.Condition;
import dev.trestle.engine.expression.KeyCondition;
import dev.trestle.engine.expression.KeyCondition.Test;
import dev.trestle.engine.expression.Projection;
import dev.trestle.engine.expression.TreeBinder;
import dev.trestle.engine.partiql.Branch;
import dev.trestle.engine.partiql.Decomposition;
import dev.trestle.engine.partiql.Statement;
import dev.trestle.engine.read.KeySpan;
import dev.trestle.engine.read.ReadPage;
import dev.trestle.engine.read.Shape;
import dev.trestle.engine.read.Source;
import dev.trestle.engine.read.Span;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.table.KeyAttribute;
import dev.trestle.engine.table.SecondaryIndex;
import dev.trestle.engine.table.SecondaryIndex.State;
import dev.trestle.engine.table.Table;
import dev.trestle.item.Item;
import dev.trestle.item.Limits;
import dev.trestle.item.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A SELECT: queries where its WHERE clause names partitions, else a scan. The clause as a whole is
 * the filter of what is read; keys in it only make the reads smaller.
 */
final class StatementRead {
  /** DynamoDB gives the answers of so many reads of one statement at a time. */
  private static final int READS_PER_PAGE = 10;

  private final Kernel kernel;
  private final Statement.Select select;
  private final List<Value> values;
  private final Optional<Condition> filter;
  private final Optional<Projection> projection;
  private final Table table;
  private final Source source;
  private final boolean consistent;

  /** Items, where it goes on, where in a table or index that is, and what was consumed. */
  record Page(
      List<Item> items,
      Optional<NextToken.Place> next,
      Optional<Item> lastEvaluatedKey,
      Optional<ConsumedCapacity> consumedCapacity) {}

  /** What is wrong with the clauses by themselves is told before the table is looked up. */
  StatementRead(Kernel kernel, Statement.Select select, List<Value> values, boolean consistent) {
    this.kernel = kernel;
    this.select = select;
    this.values = values;
    this.consistent = consistent;
    var binder = new TreeBinder(values);
    this.filter = select.where().map(binder::condition);
    this.projection =
        select.columns().isEmpty()
            ? Optional.empty()
            : Optional.of(binder.columns(select.columns()));
    this.table = kernel.table(select.target().table());
    this.source =
        select.target().index().isEmpty()
            ? Source.of(table.definition())
            : Source.of(table.definition(), index(select.target().index().get()));
  }

  Optional<Projection> projection() {
    return projection;
  }

  private SecondaryIndex index(String name) {
    var index =
        table
            .definition()
            .index(name)
            .filter(found -> found.state() != State.DELETING)
            .orElseThrow(
                () -> new ValidationException("The table does not have the specified index"));
    if (index.keys().partition().size() > 1 || index.keys().sort().size() > 1) {
      throw new ValidationException(
          "PartiQL statements cannot be executed on tables with multi-attribute HASH keys or"
              + " multi-attribute RANGE keys.");
    }
    if (index.isGlobal() && consistent) {
      throw new ValidationException(
          "Strongly consistent read is not supported on Global Secondary Indexes");
    }
    if (index.state() == State.BACKFILLING) {
      throw new ValidationException("Cannot read from backfilling global secondary index: " + name);
    }
    return index;
  }

  /** The ways for the WHERE clause to hold, if all of them name a partition. */
  private Optional<List<Branch>> branches() {
    var keys = source.keys();
    return select
        .where()
        .flatMap(where ->
            Decomposition.of(
                where,
                values,
                keys.partitionKey().name(),
                keys.sortKey().map(attribute -> attribute.name())));
  }

  /**
   * The key of the one item that is read, where nothing but its key is asked for.
   *
   * @param within the operation that reads nothing else
   */
  Item onlyKey(String within) {
    var branches = branches();
    var schema = table.definition().keys();
    if (source.index().isEmpty() && branches.isPresent() && branches.get().size() == 1) {
      var branch = branches.get().getFirst();
      var key = new LinkedHashMap<String, Value>();
      branch.partition().ifPresent(value -> key.put(schema.partitionKey().name(), value));
      schema
          .sortKey()
          .ifPresent(sort -> branch.point().ifPresent(value -> key.put(sort.name(), value)));
      if (branch.onlyKeys() && key.size() == schema.attributes().size()) return Item.of(key);
    }
    throw new ValidationException(
        "Select statements within "
            + within
            + " must specify the primary key in the where clause.");
  }

  Page run(
      @Nullable Integer limit,
      Optional<NextToken.Place> start,
      @Nullable String returnConsumedCapacity) {
    var branches = branches();
    var order = new ReadOrder(source, select.orders());
    order.check(select.where().isPresent(), branches);
    branches.ifPresent(all -> all.forEach(this::checkTypes));
    var spans = spans(branches.map(order::sorted));
    var bound = new Bound(Optional.empty(), Optional.empty(), Optional.empty(), filter, projection);
    var read = new PagedRead(table, source, bound, limit, consistent, returnConsumedCapacity);
    read.projectionTakesKeysWhole();
    read.filterTakesKeysWhole();
    var shape = Selection.shape(null, source, projection);
    if (branches.isPresent()) {
      filter.ifPresent(asked -> Selection.filtersWhatIsShown(source, asked.attributes()));
    }
    return new Pages(read, spans, branches.isPresent(), order.isReverse(), start)
        .read(limit == null ? Integer.MAX_VALUE : limit, shape);
  }

  private void checkTypes(Branch branch) {
    var keys = source.keys();
    branch.partition().ifPresent(value -> checkType(keys.partitionKey(), List.of(value)));
    branch
        .sort()
        .ifPresent(test -> checkType(keys.sort().getFirst(), KeyConditionChecks.valuesOf(test)));
  }

  private static void checkType(KeyAttribute attribute, List<Value> wanted) {
    if (wanted.stream().allMatch(value -> value.type() == attribute.type())) return;
    throw wrongKeyType(attribute.name());
  }

  static ValidationException wrongKeyType(String name) {
    return new ValidationException(
        "Key attribute's data type should match its data type in table's schema: Key " + name);
  }

  private List<Span> spans(Optional<List<Branch>> branches) {
    if (branches.isEmpty()) return List.of(Span.all(source.id()));
    return branches.get().stream().map(this::span).toList();
  }

  private Span span(Branch branch) {
    var tests = new LinkedHashMap<String, Test>();
    tests.put(
        source.keys().partitionKey().name(), new Test.Equal(branch.partition().orElseThrow()));
    branch.sort().ifPresent(test -> tests.put(source.keys().sort().getFirst().name(), test));
    var condition = new KeyCondition(tests);
    new KeyConditionChecks(source, condition, Optional.empty()).check();
    return KeySpan.of(source, condition);
  }

  /** Reads one span after the other until the page is full. */
  private final class Pages {
    private final PagedRead read;
    private final List<Span> spans;
    private final boolean byKey;
    private final boolean reverse;
    private final Optional<NextToken.Place> start;
    private final List<Item> items = new ArrayList<>();
    private Optional<ConsumedCapacity> consumed = Optional.empty();

    Pages(
        PagedRead read,
        List<Span> spans,
        boolean byKey,
        boolean reverse,
        Optional<NextToken.Place> start) {
      this.read = read;
      this.spans = spans;
      this.byKey = byKey;
      this.reverse = reverse;
      this.start = start;
    }

    Page read(int limit, Shape shape) {
      int first = start.map(NextToken.Place::read).orElse(0);
      if (first >= Math.max(1, spans.size())) throw NextToken.invalid();
      int left = limit;
      long bytes = 0;
      for (int i = first; i < spans.size(); i++) {
        var page = one(left, shape, from(i));
        items.addAll(page.items());
        left -= page.scanned();
        bytes += page.bytes();
        if (page.last().isPresent()) return page(new NextToken.Place(i, page.last()));
        boolean full = left <= 0 || bytes >= Limits.PAGE_BYTES || i + 1 - first >= READS_PER_PAGE;
        if (full && i + 1 < spans.size()) {
          return page(new NextToken.Place(i + 1, Optional.empty()));
        }
      }
      return new Page(items, Optional.empty(), Optional.empty(), consumed);
    }

    private Page page(NextToken.Place next) {
      return new Page(items, Optional.of(next), next.after(), consumed);
    }

    private Span from(int i) {
      var position = start.filter(place -> place.read() == i).flatMap(NextToken.Place::after);
      if (position.isEmpty()) return spans.get(i);
      try {
        StartKey.complete(source, position.get(), StartKey.INVALID);
        for (var attribute : source.keys().attributes()) {
          StartKey.part(source, attribute, position.get());
        }
        StartKey.table(source, position.get());
      } catch (ValidationException e) {
        throw NextToken.invalid();
      }
      return spans.get(i).after(source.position(position.get()), reverse);
    }

    private ReadPage one(int left, Shape shape, Span span) {
      if (byKey && !source.isGlobal()) Metering.touch(table, span.from());
      var limited =
          new PagedRead(
              table, source, read.bound(), left, consistent, read.returnConsumedCapacity());
      var page = limited.read(kernel, shape, span, reverse);
      var used = limited.consumed(kernel, page);
      consumed = consumed.isEmpty() ? used : consumed.map(sum -> sum.plus(used.orElseThrow()));
      return page;
    }
  }
}
