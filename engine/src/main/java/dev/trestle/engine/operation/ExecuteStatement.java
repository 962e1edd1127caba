package dev.trestle.engine.operation;

import dev.trestle.engine.capacity.ConsumedCapacity;
import dev.trestle.engine.check.Constraints;
import dev.trestle.engine.execution.ItemActions;
import dev.trestle.engine.execution.OperationContext;
import dev.trestle.engine.partiql.PreparedStatement;
import dev.trestle.engine.partiql.Statement;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.request.ReturnOptions;
import dev.trestle.engine.statement.NextToken;
import dev.trestle.engine.statement.StatementRead;
import dev.trestle.engine.statement.StatementWrite;
import dev.trestle.item.Item;
import dev.trestle.item.Limits;
import dev.trestle.item.Value;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** ExecuteStatement: runs one PartiQL statement, a read or a write of one item. */
public record ExecuteStatement(
    @Nullable String statement,
    @Nullable List<Value> parameters,
    @Nullable Boolean consistentRead,
    @Nullable Integer limit,
    @Nullable String nextToken,
    @Nullable String returnConsumedCapacity,
    @Nullable String returnValuesOnConditionCheckFailure)
    implements Operation<ExecuteStatement.Result> {
  /** The items that were read, or what RETURNING returns. */
  public record Result(
      List<Item> items,
      Optional<String> nextToken,
      Optional<Item> lastEvaluatedKey,
      Optional<ConsumedCapacity> consumedCapacity) {}

  @Override
  public Result run(OperationContext context) {
    var text = checked();
    var prepared = PreparedStatement.of(text);
    var values = prepared.values(parameters == null ? List.of() : parameters);
    return switch (prepared.statement()) {
      case Statement.Select select -> read(context, select, values, text);
      case Statement.Exists ignored -> throw existsNotAllowed();
      case Statement.Write write -> write(context, write, values);
    };
  }

  private String checked() {
    return new Constraints()
        .length("statement", statement, 1, Limits.STATEMENT_CHARACTERS)
        .count("parameters", parameters, "[]", 1, Integer.MAX_VALUE)
        .length("nextToken", nextToken, 1, Limits.NEXT_TOKEN_CHARACTERS)
        .atLeast("limit", limit, 1)
        .consumedCapacity(returnConsumedCapacity)
        .onConditionCheckFailure(
            "returnValuesOnConditionCheckFailure", returnValuesOnConditionCheckFailure)
        .present("statement", statement);
  }

  static ValidationException existsNotAllowed() {
    return new ValidationException("EXISTS can only be used in ExecuteTransaction write requests.");
  }

  private Result read(
      OperationContext context, Statement.Select select, List<Value> values, String text) {
    var start =
        Optional.ofNullable(nextToken).map(token -> NextToken.of(text, parameters).position(token));
    boolean consistent = Boolean.TRUE.equals(consistentRead);
    var page =
        new StatementRead(context, select, values, consistent)
            .run(limit, start, returnConsumedCapacity);
    return new Result(
        page.items(),
        page.next().map(position -> NextToken.of(text, parameters).text(position)),
        page.lastEvaluatedKey(),
        page.consumedCapacity());
  }

  private Result write(OperationContext context, Statement statement, List<Value> values) {
    var write = new StatementWrite(statement, values);
    var itemActions = ItemActions.of(context, statement.target().table());
    write.checkOneItem(itemActions.keys());
    var returns =
        new ReturnOptions(null, returnConsumedCapacity, null, returnValuesOnConditionCheckFailure);
    var action = write.action(itemActions, itemActions.keys(), returns.showsRefusedItem());
    var result = itemActions.run(action, returns, write.returnedAttributes());
    return new Result(
        result.attributes().map(List::of).orElse(List.of()),
        Optional.empty(),
        Optional.empty(),
        result.consumedCapacity());
  }
}
