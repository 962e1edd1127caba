package dev.trestle.engine.operation;

import dev.trestle.engine.capacity.ConsumedCapacity;
import dev.trestle.engine.expression.Expressions;
import dev.trestle.engine.expression.LegacyParameters;
import dev.trestle.engine.partiql.Prepared;
import dev.trestle.engine.partiql.Statement;
import dev.trestle.engine.refusal.Refusal;
import dev.trestle.engine.refusal.Refusal.ConditionalCheckFailedException;
import dev.trestle.engine.refusal.Refusal.ValidationException;
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
 * BatchExecuteStatement: up to 25 statements that read one item each, or write one each. What is
 * wrong with one is told in its place and stops no other.
 */
public record BatchExecuteStatement(
    @Nullable List<BatchStatement> statements, @Nullable String returnConsumedCapacity)
    implements Operation<BatchExecuteStatement.Result> {
  /**
   * One of the statements.
   *
   * @param parametersFault what is wrong with a parameter that could not be read
   */
  public record BatchStatement(
      @Nullable String statement,
      @Nullable List<Value> parameters,
      @Nullable String parametersFault,
      @Nullable Boolean consistentRead,
      @Nullable String returnValuesOnConditionCheckFailure) {}

  /**
   * What came of one statement.
   *
   * @param tableName its table, if it came that far
   */
  public record Response(
      Optional<Item> item, Optional<String> tableName, Optional<StatementError> error) {}

  /**
   * Why a statement was not carried out.
   *
   * @param code DynamoDB's code for it, which is not the name of the exception
   */
  public record StatementError(String code, String message, Optional<Item> item) {}

  public record Result(List<Response> responses, List<ConsumedCapacity> consumedCapacity) {}

  @Override
  public Result run(Kernel kernel) {
    var prepared = new ArrayList<Supplier<Prepared>>();
    var asked = checked();
    boolean reads = false;
    boolean writes = false;
    for (var each : asked) {
      try {
        var statement = Prepared.of(Constraints.given(each.statement));
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
    var batch = new Batch(kernel);
    for (int i = 0; i < asked.size(); i++) batch.start(asked.get(i), prepared.get(i));
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

  /** Begins all writes before it waits for any, so that they share one wait for the disk. */
  private final class Batch {
    private final Kernel kernel;
    private final List<Supplier<Response>> started = new ArrayList<>();
    private final CapacityTotals capacity =
        new CapacityTotals(CapacityReport.of(returnConsumedCapacity));

    Batch(Kernel kernel) {
      this.kernel = kernel;
    }

    void start(BatchStatement asked, Supplier<Prepared> prepared) {
      try {
        if (asked.parametersFault != null) throw new ValidationException(asked.parametersFault);
        var statement = prepared.get().statement();
        var given = asked.parameters;
        var values = prepared.get().values(given == null ? List.of() : given);
        started.add(
            switch (statement) {
              case Statement.Select select -> read(asked, select, values);
              case Statement.Exists _ -> throw ExecuteStatement.existsOutside();
              case Statement.Insert _, Statement.Update _, Statement.Delete _ ->
                  write(asked, statement, values);
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
        BatchStatement asked, Statement.Select select, List<Value> values) {
      var read = new StatementRead(kernel, select, values, false);
      var table = select.target().table();
      var key = read.onlyKey("BatchExecuteStatement");
      var result =
          new GetItem(
                  table,
                  key,
                  asked.consistentRead,
                  Expressions.NONE,
                  LegacyParameters.NONE,
                  returnConsumedCapacity)
              .run(kernel);
      result.consumedCapacity().ifPresent(capacity::add);
      var shown = result.item().map(item -> read.projection().map(it -> it.of(item)).orElse(item));
      return () -> new Response(shown, Optional.of(table), Optional.empty());
    }

    private Supplier<Response> write(
        BatchStatement asked, Statement statement, List<Value> values) {
      var write = new StatementWrite(statement, values);
      var table = statement.target().table();
      var change = ItemChange.of(kernel, table);
      write.namesOneItem(change.keys());
      var returns =
          new ReturnOptions(
              null, returnConsumedCapacity, null, asked.returnValuesOnConditionCheckFailure);
      var action = write.action(change, change.keys(), returns.showsRefusedItem());
      var begun = kernel.writes().begin(action);
      return () -> written(change, action, begun, returns, write, table);
    }

    private Response written(
        ItemChange change,
        ItemAction action,
        ItemWrites.Started begun,
        ReturnOptions returns,
        StatementWrite write,
        String table) {
      try {
        var result = change.finish(action, begun.await(), returns, write.answer());
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

  /** The code without what makes it an exception; two have names of their own. */
  private static String code(Refusal refusal) {
    if (refusal instanceof ValidationException) return "ValidationError";
    return refusal.code().replace("Exception", "");
  }
}
