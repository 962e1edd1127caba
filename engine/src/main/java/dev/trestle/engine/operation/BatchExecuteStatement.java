package dev.trestle.engine.operation;

import dev.trestle.engine.capacity.ConsumedCapacity;
import dev.trestle.engine.check.Constraints;
import dev.trestle.engine.execution.ItemActions;
import dev.trestle.engine.execution.OperationContext;
import dev.trestle.engine.expression.Expressions;
import dev.trestle.engine.expression.LegacyParameters;
import dev.trestle.engine.partiql.PreparedStatement;
import dev.trestle.engine.partiql.Statement;
import dev.trestle.engine.refusal.Refusal;
import dev.trestle.engine.refusal.Refusal.ConditionalCheckFailedException;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.request.ReturnOptions;
import dev.trestle.engine.result.CapacityReport;
import dev.trestle.engine.result.CapacityTotals;
import dev.trestle.engine.statement.StatementRead;
import dev.trestle.engine.statement.StatementWrite;
import dev.trestle.engine.write.ItemAction;
import dev.trestle.engine.write.ItemWrites;
import dev.trestle.item.Item;
import dev.trestle.item.Limits;
import dev.trestle.item.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * BatchExecuteStatement: up to 25 statements that each read one item, or each write one. An error
 * in one statement is returned in its place and does not affect the others.
 */
public record BatchExecuteStatement(
    @Nullable List<BatchStatement> statements, @Nullable String returnConsumedCapacity)
    implements Operation<BatchExecuteStatement.Result> {
  /**
   * One of the statements.
   *
   * @param parametersError the error of a parameter that could not be read
   */
  public record BatchStatement(
      @Nullable String statement,
      @Nullable List<Value> parameters,
      @Nullable String parametersError,
      @Nullable Boolean consistentRead,
      @Nullable String returnValuesOnConditionCheckFailure) {}

  /**
   * The result of one statement.
   *
   * @param tableName its table, if it was looked up
   */
  public record Response(
      Optional<Item> item, Optional<String> tableName, Optional<StatementError> error) {}

  /**
   * Why a statement failed.
   *
   * @param code DynamoDB's code, which is not the name of the exception
   */
  public record StatementError(String code, String message, Optional<Item> item) {}

  public record Result(List<Response> responses, List<ConsumedCapacity> consumedCapacity) {}

  @Override
  public Result run(OperationContext context) {
    var prepared = new ArrayList<Supplier<PreparedStatement>>();
    var requested = checked();
    boolean reads = false;
    boolean writes = false;
    for (var each : requested) {
      try {
        var statement = PreparedStatement.of(Constraints.given(each.statement));
        if (statement.statement().isRead()) reads = true;
        else writes = true;
        prepared.add(() -> statement);
      } catch (ValidationException e) {
        prepared.add(() -> {
          throw e;
        });
      }
    }
    if (reads && writes) {
      throw new ValidationException(
          "BatchExecuteStatement API does not support both read and write operations in the same"
              + " request.");
    }
    var batch = new Batch(context);
    for (int i = 0; i < requested.size(); i++) batch.start(requested.get(i), prepared.get(i));
    return batch.finish();
  }

  private List<BatchStatement> checked() {
    var constraints =
        new Constraints()
            .count("statements", statements, "[]", 1, Limits.BATCH_STATEMENTS)
            .consumedCapacity(returnConsumedCapacity);
    for (int i = 0; statements != null && i < statements.size(); i++) {
      var each = statements.get(i);
      var at = "statements." + (i + 1) + ".member.";
      constraints
          .statement(at, each.statement, each.parameters)
          .onConditionCheckFailure(
              at + "returnValuesOnConditionCheckFailure", each.returnValuesOnConditionCheckFailure);
    }
    return constraints.present("statements", statements);
  }

  /** Starts all writes before it waits for any of them, so that they share a commit. */
  private final class Batch {
    private final OperationContext context;
    private final List<Supplier<Response>> started = new ArrayList<>();
    private final CapacityTotals capacity =
        new CapacityTotals(CapacityReport.of(returnConsumedCapacity));

    Batch(OperationContext context) {
      this.context = context;
    }

    void start(BatchStatement requested, Supplier<PreparedStatement> prepared) {
      try {
        if (requested.parametersError != null)
          throw new ValidationException(requested.parametersError);
        var statement = prepared.get().statement();
        var given = requested.parameters;
        var values = prepared.get().values(given == null ? List.of() : given);
        started.add(
            switch (statement) {
              case Statement.Select select -> read(requested, select, values);
              case Statement.Exists ignored -> throw ExecuteStatement.existsNotAllowed();
              case Statement.Write write -> write(requested, write, values);
            });
      } catch (Refusal refusal) {
        started.add(() -> refused(refusal, Optional.empty()));
      }
    }

    Result finish() {
      var responses = new ArrayList<Response>(started.size());
      for (var each : started) responses.add(each.get());
      return new Result(responses, capacity.list());
    }

    private Supplier<Response> read(
        BatchStatement requested, Statement.Select select, List<Value> values) {
      var read = new StatementRead(context, select, values, false);
      var table = select.target().table();
      var key = read.singleKey("BatchExecuteStatement");
      var result =
          new GetItem(
                  table,
                  key,
                  requested.consistentRead,
                  Expressions.NONE,
                  LegacyParameters.NONE,
                  returnConsumedCapacity)
              .run(context);
      result.consumedCapacity().ifPresent(capacity::add);
      var shown = result.item().map(item -> read.projection().map(it -> it.of(item)).orElse(item));
      return () -> new Response(shown, Optional.of(table), Optional.empty());
    }

    private Supplier<Response> write(
        BatchStatement requested, Statement statement, List<Value> values) {
      var write = new StatementWrite(statement, values);
      var table = statement.target().table();
      var itemActions = ItemActions.of(context, table);
      write.checkOneItem(itemActions.keys());
      var returns =
          new ReturnOptions(
              null, returnConsumedCapacity, null, requested.returnValuesOnConditionCheckFailure);
      var action = write.action(itemActions, itemActions.keys(), returns.showsRefusedItem());
      var begun = itemActions.begin(action);
      return () -> written(itemActions, action, begun, returns, write, table);
    }

    private Response written(
        ItemActions itemActions,
        ItemAction action,
        ItemWrites.PendingWrite begun,
        ReturnOptions returns,
        StatementWrite write,
        String table) {
      try {
        var result = itemActions.finish(action, begun.await(), returns, write.returnedAttributes());
        result.consumedCapacity().ifPresent(capacity::add);
        return new Response(result.attributes(), Optional.of(table), Optional.empty());
      } catch (Refusal refusal) {
        return refused(refusal, Optional.of(table));
      }
    }
  }

  private static Response refused(Refusal refusal, Optional<String> table) {
    if (refusal instanceof Refusal.InternalServerError) throw refusal;
    var item =
        refusal instanceof ConditionalCheckFailedException failed
            ? failed.item()
            : Optional.<Item>empty();
    var error = new StatementError(code(refusal), refusal.getMessage(), item);
    return new Response(Optional.empty(), table, Optional.of(error));
  }

  /** Returns the code: the exception's name without its suffix, with one exception. */
  private static String code(Refusal refusal) {
    if (refusal instanceof ValidationException) return "ValidationError";
    if (refusal instanceof Refusal.ThrottlingException throttled) {
      return throttled.cancellationCode();
    }
    return refusal.code().replace("Exception", "");
  }
}
