package dev.trestle.engine.operation;

import dev.trestle.engine.capacity.ConsumedCapacity;
import dev.trestle.engine.expression.Expressions;
import dev.trestle.engine.expression.Projection;
import dev.trestle.engine.partiql.Prepared;
import dev.trestle.engine.partiql.Statement;
import dev.trestle.engine.refusal.CancellationReason;
import dev.trestle.engine.refusal.Refusal.ResourceNotFoundException;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.item.Item;
import dev.trestle.item.Limits;
import dev.trestle.item.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** ExecuteTransaction: statements that all read, or all write, at one moment. */
public record ExecuteTransaction(
    @Nullable List<ParameterizedStatement> transactStatements,
    @Nullable String clientRequestToken,
    @Nullable String returnConsumedCapacity)
    implements Operation<ExecuteTransaction.Result> {
  public record ParameterizedStatement(
      @Nullable String statement,
      @Nullable List<Value> parameters,
      @Nullable String returnValuesOnConditionCheckFailure) {}

  /** What was read, a place for each statement; nothing where statements wrote. */
  public record Result(List<Optional<Item>> responses, List<ConsumedCapacity> consumedCapacity) {}

  private record Ready(Statement statement, List<Value> values) {}

  @Override
  public Result run(Kernel kernel) {
    var asked = checked();
    var ready = new ArrayList<Ready>(asked.size());
    for (int i = 0; i < asked.size(); i++) {
      var each = asked.get(i);
      ready.add(at(i, () -> ready(each)));
    }
    boolean reads = ready.stream().anyMatch(each -> each.statement.isRead());
    if (!reads) return write(kernel, asked, ready);
    if (!ready.stream().allMatch(each -> each.statement.isRead())) {
      throw new ValidationException(
          "ExecuteTransaction API does not support both read and write operations in the same"
              + " request.");
    }
    return read(kernel, ready);
  }

  private List<ParameterizedStatement> checked() {
    var constraints =
        new Constraints()
            .count("transactStatements", transactStatements, "[]", 1, Limits.TRANSACTION_ITEMS)
            .length(
                "clientRequestToken", clientRequestToken, 1, TransactWriteItems.TOKEN_LENGTH_MAX)
            .consumedCapacity(returnConsumedCapacity);
    for (int i = 0; transactStatements != null && i < transactStatements.size(); i++) {
      var each = transactStatements.get(i);
      var at = "transactStatements." + (i + 1) + ".member.";
      constraints
          .statement(at, each.statement, each.parameters)
          .onConditionCheckFailure(
              at + "returnValuesOnConditionCheckFailure", each.returnValuesOnConditionCheckFailure);
    }
    return constraints.present("transactStatements", transactStatements);
  }

  private static Ready ready(ParameterizedStatement asked) {
    var prepared = Prepared.of(Constraints.given(asked.statement));
    var given = asked.parameters;
    return new Ready(prepared.statement(), prepared.values(given == null ? List.of() : given));
  }

  /** What is wrong with a statement itself is told with its position, and at once. */
  private static <T> T at(int position, Supplier<T> step) {
    try {
      return step.get();
    } catch (ValidationException e) {
      throw new ValidationException(
          "Validation failed in TransactStatements[" + position + "]: " + e.getMessage());
    }
  }

  private Result read(Kernel kernel, List<Ready> ready) {
    var gets = new ArrayList<TransactGetItems.Get>();
    var projections = new ArrayList<Optional<Projection>>();
    var reasons = new ArrayList<CancellationReason>();
    for (int i = 0; i < ready.size(); i++) {
      var each = ready.get(i);
      try {
        var select = (Statement.Select) each.statement;
        kernel.table(select.target().table());
        var read = at(i, () -> tableRead(kernel, select, each.values));
        var key = at(i, () -> read.onlyKey("ExecuteTransaction"));
        gets.add(new TransactGetItems.Get(select.target().table(), key, Expressions.NONE));
        projections.add(read.projection());
        reasons.add(CancellationReason.NONE);
      } catch (ResourceNotFoundException e) {
        reasons.add(CancellationReason.of("ResourceNotFound", e.getMessage()));
      }
    }
    if (gets.size() < ready.size()) throw WriteTransaction.canceled(reasons);
    var result = new TransactGetItems(gets, returnConsumedCapacity).run(kernel);
    var shown = new ArrayList<Optional<Item>>(projections.size());
    for (int i = 0; i < projections.size(); i++) {
      var columns = projections.get(i);
      shown.add(result.responses().get(i).map(item -> columns.map(it -> it.of(item)).orElse(item)));
    }
    return new Result(shown, result.consumedCapacity());
  }

  private static StatementRead tableRead(
      Kernel kernel, Statement.Select select, List<Value> values) {
    if (select.target().index().isPresent()) {
      throw new ValidationException("Reads on indices are not supported within transactions.");
    }
    return new StatementRead(kernel, select, values, false);
  }

  private Result write(Kernel kernel, List<ParameterizedStatement> asked, List<Ready> ready) {
    var plan = new WriteTransaction.Plan();
    for (int i = 0; i < ready.size(); i++) {
      var each = ready.get(i);
      var table = each.statement.target().table();
      var write = at(i, () -> new StatementWrite(each.statement, each.values));
      ItemChange change;
      try {
        change = ItemChange.of(kernel, table);
      } catch (ResourceNotFoundException e) {
        plan.refuse("ResourceNotFound", e.getMessage());
        continue;
      }
      at(i, () -> fits(write, change));
      boolean show = "ALL_OLD".equals(asked.get(i).returnValuesOnConditionCheckFailure);
      var item = at(i, () -> write.itemOrKey(change.keys()));
      plan.add(change, item, table, () -> write.action(change, change.keys(), show));
    }
    var transaction = new WriteTransaction(kernel, plan.finish(), returnConsumedCapacity, null);
    var result =
        clientRequestToken == null
            ? transaction.run()
            : transaction.runOnce(clientRequestToken, RequestDigest.ofStatements(asked));
    return new Result(List.of(), result.consumedCapacity());
  }

  private static boolean fits(StatementWrite write, ItemChange change) {
    if (write.returning().isPresent()) {
      throw new ValidationException("RETURNING clause is not supported in ExecuteTransaction.");
    }
    write.wantsMoreThanKey(change.keys());
    return true;
  }
}
