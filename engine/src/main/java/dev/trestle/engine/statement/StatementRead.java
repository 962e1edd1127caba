package dev.trestle.engine.statement;

import dev.trestle.engine.capacity.ConsumedCapacity;
import dev.trestle.engine.check.KeyConditionChecks;
import dev.trestle.engine.check.Selection;
import dev.trestle.engine.check.StartKeyChecks;
import dev.trestle.engine.execution.OperationContext;
import dev.trestle.engine.execution.PagedRead;
import dev.trestle.engine.execution.UsageRecorder;
import dev.trestle.engine.expression.BoundCondition;
import dev.trestle.engine.expression.BoundExpressions;
import dev.trestle.engine.expression.ItemProjection;
import dev.trestle.engine.expression.KeyCondition;
import dev.trestle.engine.expression.KeyCondition.Test;
import dev.trestle.engine.expression.TreeBinder;
import dev.trestle.engine.partiql.Branch;
import dev.trestle.engine.partiql.Decomposition;
import dev.trestle.engine.partiql.Statement;
import dev.trestle.engine.read.KeyConditionRange;
import dev.trestle.engine.read.KeyRange;
import dev.trestle.engine.read.PageShape;
import dev.trestle.engine.read.ReadPage;
import dev.trestle.engine.read.ReadTarget;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.table.OpenTable;
import dev.trestle.engine.table.SchemaAttribute;
import dev.trestle.engine.table.SecondaryIndex;
import dev.trestle.engine.table.SecondaryIndex.State;
import dev.trestle.item.Item;
import dev.trestle.item.Limits;
import dev.trestle.item.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Runs a SELECT: as queries if its WHERE clause gives partition keys, otherwise as a scan. The
 * whole clause is the filter; keys in it only make the reads smaller.
 */
public final class StatementRead {
  /** The number of reads whose results DynamoDB returns in one page. */
  private static final int READS_PER_PAGE = 10;

  private final OperationContext context;
  private final Statement.Select select;
  private final List<Value> values;
  private final Optional<BoundCondition> filter;
  private final Optional<ItemProjection> projection;
  private final OpenTable table;
  private final ReadTarget target;
  private final boolean consistent;

  /**
   * A page of a statement: its items, the position of the next page as token and as key, and what
   * was consumed.
   */
  public record StatementPage(
      List<Item> items,
      Optional<NextToken.Position> next,
      Optional<Item> lastEvaluatedKey,
      Optional<ConsumedCapacity> consumedCapacity) {}

  /** Checks the clauses, then looks up the table: DynamoDB reports errors in this order. */
  public StatementRead(
      OperationContext context, Statement.Select select, List<Value> values, boolean consistent) {
    this.context = context;
    this.select = select;
    this.values = values;
    this.consistent = consistent;
    var binder = new TreeBinder(values);
    this.filter = select.where().map(binder::condition);
    this.projection =
        select.columns().isEmpty()
            ? Optional.empty()
            : Optional.of(binder.columns(select.columns()));
    this.table = context.table(select.target().table());
    this.target =
        select.target().index().isEmpty()
            ? ReadTarget.of(table.definition())
            : ReadTarget.of(table.definition(), index(select.target().index().get()));
  }

  public Optional<ItemProjection> projection() {
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

  /** Returns the alternatives of the WHERE clause if all of them have a partition key. */
  private Optional<List<Branch>> branches() {
    var keys = target.keys();
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
   * Returns the key of the only item that is read, if the clause contains nothing but its key.
   *
   * @param within the operation, for the error message
   */
  public Item singleKey(String within) {
    var branches = branches();
    var schema = table.definition().keys();
    if (target.index().isEmpty() && branches.isPresent() && branches.get().size() == 1) {
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

  public StatementPage run(
      @Nullable Integer limit,
      Optional<NextToken.Position> start,
      @Nullable String returnConsumedCapacity) {
    var branches = branches();
    var order = new ReadOrder(target, select.orders());
    order.check(select.where().isPresent(), branches);
    branches.ifPresent(all -> all.forEach(this::checkTypes));
    var ranges = ranges(branches.map(order::sorted));
    var bound =
        new BoundExpressions(
            Optional.empty(), Optional.empty(), Optional.empty(), filter, projection);
    var read = new PagedRead(table, target, bound, limit, consistent, returnConsumedCapacity);
    read.checkProjectedKeys();
    read.checkFilteredKeys();
    var shape = Selection.shape(null, target, projection);
    if (branches.isPresent()) {
      filter.ifPresent(asked -> Selection.checkFilterAttributes(target, asked.attributes()));
    }
    return new Pages(read, ranges, branches.isPresent(), order.isReverse(), start)
        .read(limit == null ? Integer.MAX_VALUE : limit, shape);
  }

  private void checkTypes(Branch branch) {
    var keys = target.keys();
    branch.partition().ifPresent(value -> checkType(keys.partitionKey(), List.of(value)));
    branch
        .sort()
        .ifPresent(test -> checkType(keys.sort().getFirst(), KeyConditionChecks.valuesOf(test)));
  }

  private static void checkType(SchemaAttribute attribute, List<Value> wanted) {
    if (wanted.stream().allMatch(value -> value.type() == attribute.type())) return;
    throw wrongKeyType(attribute.name());
  }

  static ValidationException wrongKeyType(String name) {
    return new ValidationException(
        "Key attribute's data type should match its data type in table's schema: Key " + name);
  }

  private List<KeyRange> ranges(Optional<List<Branch>> branches) {
    if (branches.isEmpty()) return List.of(KeyRange.all(target.id()));
    return branches.get().stream().map(this::range).toList();
  }

  private KeyRange range(Branch branch) {
    var tests = new LinkedHashMap<String, Test>();
    tests.put(
        target.keys().partitionKey().name(), new Test.Equal(branch.partition().orElseThrow()));
    branch.sort().ifPresent(test -> tests.put(target.keys().sort().getFirst().name(), test));
    var condition = new KeyCondition(tests);
    new KeyConditionChecks(target, condition, Optional.empty()).check();
    return KeyConditionRange.of(target, condition);
  }

  /** Reads one range after the other until the page is full. */
  private final class Pages {
    private final PagedRead read;
    private final List<KeyRange> ranges;
    private final boolean byKey;
    private final boolean reverse;
    private final Optional<NextToken.Position> start;
    private final List<Item> items = new ArrayList<>();
    private Optional<ConsumedCapacity> consumed = Optional.empty();

    Pages(
        PagedRead read,
        List<KeyRange> ranges,
        boolean byKey,
        boolean reverse,
        Optional<NextToken.Position> start) {
      this.read = read;
      this.ranges = ranges;
      this.byKey = byKey;
      this.reverse = reverse;
      this.start = start;
    }

    StatementPage read(int limit, PageShape shape) {
      int first = start.map(NextToken.Position::read).orElse(0);
      if (first >= Math.max(1, ranges.size())) throw NextToken.invalid();
      int left = limit;
      long bytes = 0;
      for (int i = first; i < ranges.size(); i++) {
        var page = one(left, shape, from(i));
        items.addAll(page.items());
        left -= page.scanned();
        bytes += page.bytes();
        if (page.last().isPresent()) return page(new NextToken.Position(i, page.last()));
        boolean full = left <= 0 || bytes >= Limits.PAGE_BYTES || i + 1 - first >= READS_PER_PAGE;
        if (full && i + 1 < ranges.size()) {
          return page(new NextToken.Position(i + 1, Optional.empty()));
        }
      }
      return new StatementPage(items, Optional.empty(), Optional.empty(), consumed);
    }

    private StatementPage page(NextToken.Position next) {
      return new StatementPage(items, Optional.of(next), next.after(), consumed);
    }

    private KeyRange from(int i) {
      var position = start.filter(at -> at.read() == i).flatMap(NextToken.Position::after);
      if (position.isEmpty()) return ranges.get(i);
      try {
        StartKeyChecks.complete(target, position.get(), StartKeyChecks.INVALID);
        for (var attribute : target.keys().attributes()) {
          StartKeyChecks.part(target, attribute, position.get());
        }
        StartKeyChecks.table(target, position.get());
      } catch (ValidationException e) {
        throw NextToken.invalid();
      }
      return ranges.get(i).after(target.position(position.get()), reverse);
    }

    private ReadPage one(int left, PageShape shape, KeyRange range) {
      if (byKey && !target.isGlobal()) UsageRecorder.countRequest(table, range.from());
      var limited =
          new PagedRead(
              table, target, read.bound(), left, consistent, read.returnConsumedCapacity());
      var page = limited.read(context, shape, range, reverse);
      var used = limited.consumed(context, page, range);
      consumed = consumed.isEmpty() ? used : consumed.map(sum -> sum.plus(used.orElseThrow()));
      return page;
    }
  }
}
