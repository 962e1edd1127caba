package dev.trestle.engine.operation;

import dev.trestle.engine.capacity.ConsumedCapacity;
import dev.trestle.engine.check.Constraints;
import dev.trestle.engine.execution.ItemActions;
import dev.trestle.engine.execution.OperationContext;
import dev.trestle.engine.execution.WriteTransaction;
import dev.trestle.engine.expression.Expressions;
import dev.trestle.engine.expression.ItemProjection;
import dev.trestle.engine.partiql.PreparedStatement;
import dev.trestle.engine.partiql.Statement;
import dev.trestle.engine.refusal.CancellationReason;
import dev.trestle.engine.refusal.Refusal.ResourceNotFoundException;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.request.RequestDigest;
import dev.trestle.engine.statement.StatementRead;
import dev.trestle.engine.statement.StatementWrite;
import dev.trestle.item.Item;
import dev.trestle.item.Limits;
import dev.trestle.item.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** ExecuteTransaction: runs PartiQL statements that all read or all write, atomically. */
public record ExecuteTransaction(
    @Nullable List<ParameterizedStatement> transactStatements,
    @Nullable String clientRequestToken,
    @Nullable String returnConsumedCapacity)
    implements Operation<ExecuteTransaction.Result> {
  public record ParameterizedStatement(
      @Nullable String statement,
      @Nullable List<Value> parameters,
      @Nullable String returnValuesOnConditionCheckFailure) {}

  /** What was read, one response per statement; empty if the statements wrote. */
  public record Result(List<Optional<Item>> responses, List<ConsumedCapacity> consumedCapacity) {}

  private record Ready(Statement statement, List<Value> values) {}

  @Override
  public Result run(OperationContext context) {
    var requested = checked();
    var ready = new ArrayList<Ready>(requested.size());
    for (int i = 0; i < requested.size(); i++) {
      var each = requested.get(i);
      ready.add(at(i, () -> ready(each)));
    }
    boolean reads = ready.stream().anyMatch(each -> each.statement.isRead());
    if (!reads) return write(context, requested, ready);
    if (!ready.stream().allMatch(each -> each.statement.isRead())) {
      throw new ValidationException(
          "ExecuteTransaction API does not support both read and write operations in the same"
              + " request.");
    }
    return read(context, ready);
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

  private static Ready ready(ParameterizedStatement requested) {
    var prepared = PreparedStatement.of(Constraints.given(requested.statement));
    var given = requested.parameters;
    return new Ready(prepared.statement(), prepared.values(given == null ? List.of() : given));
  }

  /** Adds the position to an error in a statement. */
  private static <T> T at(int position, Supplier<T> step) {
    try {
      return step.get();
    } catch (ValidationException e) {
      throw new ValidationException(
          "Validation failed in TransactStatements[" + position + "]: " + e.getMessage());
    }
  }

  private Result read(OperationContext context, List<Ready> ready) {
    var gets = new ArrayList<TransactGetItems.Get>();
    var projections = new ArrayList<Optional<ItemProjection>>();
    var reasons = new ArrayList<CancellationReason>();
    for (int i = 0; i < ready.size(); i++) {
      var each = ready.get(i);
      try {
        var select = (Statement.Select) each.statement;
        context.table(select.target().table());
        var read = at(i, () -> tableRead(context, select, each.values));
        var key = at(i, () -> read.singleKey("ExecuteTransaction"));
        gets.add(new TransactGetItems.Get(select.target().table(), key, Expressions.NONE));
        projections.add(read.projection());
        reasons.add(CancellationReason.NONE);
      } catch (ResourceNotFoundException e) {
        reasons.add(CancellationReason.of("ResourceNotFound", e.getMessage()));
      }
    }
    if (gets.size() < ready.size()) throw WriteTransaction.canceled(reasons);
    var result = new TransactGetItems(gets, returnConsumedCapacity).run(context);
    var shown = new ArrayList<Optional<Item>>(projections.size());
    for (int i = 0; i < projections.size(); i++) {
      var columns = projections.get(i);
      shown.add(result.responses().get(i).map(item -> columns.map(it -> it.of(item)).orElse(item)));
    }
    return new Result(shown, result.consumedCapacity());
  }

  private static StatementRead tableRead(
      OperationContext context, Statement.Select select, List<Value> values) {
    if (select.target().index().isPresent()) {
      throw new ValidationException("Reads on indices are not supported within transactions.");
    }
    return new StatementRead(context, select, values, false);
  }

  private Result write(
      OperationContext context, List<ParameterizedStatement> requested, List<Ready> ready) {
    var plan = new WriteTransaction.Plan(false);
    for (int i = 0; i < ready.size(); i++) {
      var each = ready.get(i);
      var table = each.statement.target().table();
      var write = at(i, () -> new StatementWrite(each.statement, each.values));
      ItemActions itemActions;
      try {
        itemActions = ItemActions.of(context, table);
      } catch (ResourceNotFoundException e) {
        plan.refuse("ResourceNotFound", e.getMessage());
        continue;
      }
      at(i, () -> fits(write, itemActions));
      boolean show = "ALL_OLD".equals(requested.get(i).returnValuesOnConditionCheckFailure);
      var item = at(i, () -> write.itemOrKey(itemActions.keys()));
      plan.add(itemActions, item, table, () -> write.action(itemActions, itemActions.keys(), show));
    }
    var transaction = new WriteTransaction(context, plan.finish(), returnConsumedCapacity, null);
    var result =
        clientRequestToken == null
            ? transaction.run()
            : transaction.runOnce(clientRequestToken, digest(requested));
    return new Result(List.of(), result.consumedCapacity());
  }

  /** Returns a digest that differs from that of every list of actions. */
  private static byte[] digest(List<ParameterizedStatement> statements) {
    var digest = new RequestDigest().add("PartiQL");
    for (var each : statements) {
      digest
          .addStatement(each.statement, each.parameters)
          .add(each.returnValuesOnConditionCheckFailure);
    }
    return digest.bytes();
  }

  private static boolean fits(StatementWrite write, ItemActions itemActions) {
    if (write.returning().isPresent()) {
      throw new ValidationException("RETURNING clause is not supported in ExecuteTransaction.");
    }
    write.checkExistsCondition(itemActions.keys());
    return true;
  }
}
