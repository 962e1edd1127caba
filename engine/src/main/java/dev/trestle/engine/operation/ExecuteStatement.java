package dev.trestle.engine.operation;

import dev.trestle.engine.capacity.ConsumedCapacity;
import dev.trestle.engine.partiql.Prepared;
import dev.trestle.engine.partiql.Statement;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.item.Item;
import dev.trestle.item.Limits;
import dev.trestle.item.Value;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** ExecuteStatement: a read, or a write of one item, in PartiQL. */
public record ExecuteStatement(
    @Nullable String statement,
    @Nullable List<Value> parameters,
    @Nullable Boolean consistentRead,
    @Nullable Integer limit,
    @Nullable String nextToken,
    @Nullable String returnConsumedCapacity,
    @Nullable String returnValuesOnConditionCheckFailure)
    implements Operation<ExecuteStatement.Result> {
  /** Items read, or what RETURNING shows of the one that was written. */
  public record Result(
      List<Item> items,
      Optional<String> nextToken,
      Optional<Item> lastEvaluatedKey,
      Optional<ConsumedCapacity> consumedCapacity) {}

  @Override
  public Result run(Kernel kernel) {
    var text = checked();
    var prepared = Prepared.of(text);
    var values = prepared.values(parameters == null ? List.of() : parameters);
    return switch (prepared.statement()) {
      case Statement.Select select -> read(kernel, select, values, text);
      case Statement.Exists _ -> throw existsOutside();
      case Statement.Insert _, Statement.Update _, Statement.Delete _ ->
          write(kernel, prepared.statement(), values);
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

  static ValidationException existsOutside() {
    return new ValidationException("EXISTS can only be used in ExecuteTransaction write requests.");
  }

  private Result read(Kernel kernel, Statement.Select select, List<Value> values, String text) {
    var start =
        Optional.ofNullable(nextToken).map(token -> NextToken.of(text, parameters).place(token));
    boolean consistent = Boolean.TRUE.equals(consistentRead);
    var page =
        new StatementRead(kernel, select, values, consistent)
            .run(limit, start, returnConsumedCapacity);
    return new Result(
        page.items(),
        page.next().map(place -> NextToken.of(text, parameters).text(place)),
        page.lastEvaluatedKey(),
        page.consumedCapacity());
  }

  private Result write(Kernel kernel, Statement statement, List<Value> values) {
    var write = new StatementWrite(statement, values);
    var change = ItemChange.of(kernel, statement.target().table());
    write.namesOneItem(change.keys());
    var returns =
        new ReturnOptions(null, returnConsumedCapacity, null, returnValuesOnConditionCheckFailure);
    var action = write.action(change, change.keys(), returns.showsRefusedItem());
    var result = change.run(action, returns, write.answer());
    return new Result(
        result.attributes().map(List::of).orElse(List.of()),
        Optional.empty(),
        Optional.empty(),
        result.consumedCapacity());
  }
}
