package dev.trestle.engine.operation;

import dev.trestle.engine.capacity.ConsumedCapacity;
import dev.trestle.engine.check.Constraints;
import dev.trestle.engine.check.KeyChecks;
import dev.trestle.engine.execution.ItemActions;
import dev.trestle.engine.execution.OperationContext;
import dev.trestle.engine.expression.Expressions;
import dev.trestle.engine.expression.LegacyParameters;
import dev.trestle.engine.partiql.PreparedStatement;
import dev.trestle.engine.partiql.Statement;
import dev.trestle.engine.refusal.Refusal;
import dev.trestle.engine.refusal.Refusal.ConditionalCheckFailedException;
import dev.trestle.engine.refusal.Refusal.DuplicateItemException;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.request.ReturnOptions;
import dev.trestle.engine.result.CapacityReport;
import dev.trestle.engine.result.CapacityTotals;
import dev.trestle.engine.statement.StatementRead;
import dev.trestle.engine.statement.StatementWrite;
import dev.trestle.engine.table.StoredKeys;
import dev.trestle.engine.write.ItemAction;
import dev.trestle.engine.write.WriteOutcome;
import dev.trestle.item.CapacityUnits;
import dev.trestle.item.Item;
import dev.trestle.item.Limits;
import dev.trestle.item.Value;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * BatchExecuteStatement: up to 25 statements that each read one item, or each write one. No item
 * may occur twice. An error in one statement is returned in its place and does not affect the
 * others.
 */
public record BatchExecuteStatement(
    @Nullable List<BatchStatement> statements, @Nullable String returnConsumedCapacity)
    implements Operation<BatchExecuteStatement.Result> {
  /**
   * One of the statements.
   *
   * @param parametersError the error of a parameter that could not be read
   * @param returnValuesOnConditionCheckFailure checked, but without effect: DynamoDB returns no
   *     item in any case
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
  public record StatementError(String code, String message) {}

  public record Result(List<Response> responses, List<ConsumedCapacity> consumedCapacity) {}

  /** A statement that can run. Starting it returns a supplier that waits for the response. */
  private interface Planned {
    Supplier<Response> start();
  }

  @Override
  public Result run(OperationContext context) {
    var requested = checked();
    var parsed = new ArrayList<Supplier<PreparedStatement>>(requested.size());
    boolean reads = false;
    boolean writes = false;
    for (var each : requested) {
      try {
        var statement = PreparedStatement.of(Constraints.given(each.statement));
        if (statement.statement().isRead()) reads = true;
        else writes = true;
        parsed.add(() -> statement);
      } catch (ValidationException e) {
        parsed.add(() -> {
          throw e;
        });
      }
    }
    if (reads && writes) {
      throw new ValidationException(
          "Read and write requests together in the same batch is not supported.");
    }
    var batch = new Batch(context);
    for (int i = 0; i < requested.size(); i++) batch.plan(requested.get(i), parsed.get(i));
    batch.requireDistinctItems();
    return batch.run();
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
    private final List<Planned> planned = new ArrayList<>();
    private final Set<ByteBuffer> items = new HashSet<>();
    private boolean namesAnItemTwice;
    private final CapacityTotals capacity =
        new CapacityTotals(CapacityReport.of(returnConsumedCapacity));

    Batch(OperationContext context) {
      this.context = context;
    }

    void plan(BatchStatement requested, Supplier<PreparedStatement> parsed) {
      try {
        if (requested.parametersError != null)
          throw new ValidationException(requested.parametersError);
        var statement = parsed.get().statement();
        var given = requested.parameters;
        var values = parsed.get().values(given == null ? List.of() : given);
        planned.add(
            switch (statement) {
              case Statement.Select select -> read(requested, select, values);
              case Statement.Exists ignored -> throw ExecuteStatement.existsNotAllowed();
              case Statement.Write write -> write(write, values);
            });
      } catch (Refusal refusal) {
        planned.add(() -> () -> refused(refusal, Optional.empty()));
      }
    }

    /** Rejects the whole batch if two statements name the same item, before any of them runs. */
    void requireDistinctItems() {
      if (namesAnItemTwice) {
        throw new ValidationException("Provided list of item keys contains duplicates");
      }
    }

    Result run() {
      var started = new ArrayList<Supplier<Response>>(planned.size());
      for (var each : planned) started.add(started(each));
      var responses = new ArrayList<Response>(started.size());
      for (var each : started) responses.add(each.get());
      return new Result(responses, capacity.list());
    }

    private Supplier<Response> started(Planned statement) {
      try {
        return statement.start();
      } catch (Refusal refusal) {
        return () -> refused(refusal, Optional.empty());
      }
    }

    private void names(byte[] itemKey) {
      namesAnItemTwice |= !items.add(ByteBuffer.wrap(itemKey));
    }

    private Planned read(BatchStatement requested, Statement.Select select, List<Value> values) {
      var read = new StatementRead(context, select, values, false);
      var table = select.target().table();
      var key = read.singleKey("BatchExecuteStatement");
      var definition = context.table(table).definition();
      KeyChecks.key(definition.keys(), key);
      names(StoredKeys.item(definition, key));
      var get =
          new GetItem(
              table,
              key,
              requested.consistentRead,
              Expressions.NONE,
              LegacyParameters.NONE,
              returnConsumedCapacity);
      return () -> {
        var result = get.run(context);
        result.consumedCapacity().ifPresent(capacity::add);
        var shown =
            result.item().map(item -> read.projection().map(it -> it.of(item)).orElse(item));
        return () -> new Response(shown, Optional.of(table), Optional.empty());
      };
    }

    private Planned write(Statement statement, List<Value> values) {
      var write = new StatementWrite(statement, values);
      var table = statement.target().table();
      var itemActions = ItemActions.of(context, table);
      write.checkOneItem(itemActions.keys());
      var action = write.action(itemActions, itemActions.keys(), false);
      names(action.key());
      return () -> {
        var begun = itemActions.begin(action);
        return () -> written(itemActions, action, begun.await(), write, table);
      };
    }

    private Response written(
        ItemActions itemActions,
        ItemAction action,
        WriteOutcome outcome,
        StatementWrite write,
        String table) {
      var returns = new ReturnOptions(null, returnConsumedCapacity, null, null);
      try {
        var result = itemActions.finish(action, outcome, returns, write.returnedAttributes());
        result.consumedCapacity().ifPresent(capacity::add);
        return new Response(result.attributes(), Optional.of(table), Optional.empty());
      } catch (ConditionalCheckFailedException | DuplicateItemException refusal) {
        int stored = outcome.before().map(Item::size).orElse(0);
        capacity.addFailedWrite(
            itemActions.tableName(), (double) CapacityUnits.write(stored, write.insertedBytes()));
        return refused(refusal, Optional.of(table));
      } catch (Refusal refusal) {
        return refused(refusal, Optional.of(table));
      }
    }
  }

  private static Response refused(Refusal refusal, Optional<String> table) {
    if (refusal instanceof Refusal.InternalServerError) throw refusal;
    var error = new StatementError(code(refusal), refusal.getMessage());
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
