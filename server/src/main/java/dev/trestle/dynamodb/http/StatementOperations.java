package dev.trestle.dynamodb.http;

import static dev.trestle.dynamodb.http.ItemMembers.*;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.trestle.dynamodb.json.JsonItems;
import dev.trestle.dynamodb.json.JsonReader;
import dev.trestle.dynamodb.json.JsonStructures;
import dev.trestle.dynamodb.json.Member;
import dev.trestle.dynamodb.json.SerializationException;
import dev.trestle.engine.operation.BatchExecuteStatement;
import dev.trestle.engine.operation.BatchExecuteStatement.BatchStatement;
import dev.trestle.engine.operation.BatchExecuteStatement.StatementError;
import dev.trestle.engine.operation.ExecuteStatement;
import dev.trestle.engine.operation.ExecuteTransaction;
import dev.trestle.engine.operation.ExecuteTransaction.ParameterizedStatement;
import dev.trestle.item.InvalidValueException;
import dev.trestle.item.Value;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The PartiQL operations. */
final class StatementOperations {
  private static final Member<String> STATEMENT = Member.string("Statement");
  private static final JsonReader<List<Value>> VALUES_IN_ORDER =
      JsonStructures.list(JsonItems::value);
  private static final Member<List<Value>> PARAMETERS = new Member<>("Parameters", VALUES_IN_ORDER);
  private static final Member<Integer> LIMIT = Member.integer("Limit");
  private static final Member<String> NEXT_TOKEN = Member.string("NextToken");
  private static final Member<String> TOKEN = Member.string("ClientRequestToken");

  private static final JsonReader<ExecuteStatement> EXECUTE =
      JsonStructures.structure(
          "ExecuteStatementInput",
          m ->
              new ExecuteStatement(
                  m.get(STATEMENT),
                  m.get(PARAMETERS),
                  m.get(CONSISTENT_READ),
                  m.get(LIMIT),
                  m.get(NEXT_TOKEN),
                  m.get(RETURN_CAPACITY),
                  m.get(RETURN_ON_FAILURE)),
          STATEMENT,
          PARAMETERS,
          CONSISTENT_READ,
          LIMIT,
          NEXT_TOKEN,
          RETURN_CAPACITY,
          RETURN_ON_FAILURE);

  /** Parameters of a statement. An invalid one fails its statement, not the whole batch. */
  private record Parameters(@Nullable List<Value> values, @Nullable String fault) {}

  private static final Member<Parameters> BATCH_PARAMETERS =
      new Member<>("Parameters", StatementOperations::parameters);
  private static final Member<List<BatchStatement>> STATEMENTS =
      new Member<>(
          "Statements",
          JsonStructures.list(
              JsonStructures.structure(
                  "BatchStatementRequest",
                  m -> {
                    var given = m.get(BATCH_PARAMETERS);
                    return new BatchStatement(
                        m.get(STATEMENT),
                        given == null ? null : given.values,
                        given == null ? null : given.fault,
                        m.get(CONSISTENT_READ),
                        m.get(RETURN_ON_FAILURE));
                  },
                  STATEMENT,
                  BATCH_PARAMETERS,
                  CONSISTENT_READ,
                  RETURN_ON_FAILURE)));
  private static final JsonReader<BatchExecuteStatement> BATCH =
      JsonStructures.structure(
          "BatchExecuteStatementInput",
          m -> new BatchExecuteStatement(m.get(STATEMENTS), m.get(RETURN_CAPACITY)),
          STATEMENTS,
          RETURN_CAPACITY);

  private static final Member<List<ParameterizedStatement>> TRANSACT_STATEMENTS =
      new Member<>(
          "TransactStatements",
          JsonStructures.list(
              JsonStructures.structure(
                  "ParameterizedStatement",
                  m ->
                      new ParameterizedStatement(
                          m.get(STATEMENT), m.get(PARAMETERS), m.get(RETURN_ON_FAILURE)),
                  STATEMENT,
                  PARAMETERS,
                  RETURN_ON_FAILURE)));
  private static final JsonReader<ExecuteTransaction> TRANSACTION =
      JsonStructures.structure(
          "ExecuteTransactionInput",
          m ->
              new ExecuteTransaction(
                  m.get(TRANSACT_STATEMENTS), m.get(TOKEN), m.get(RETURN_CAPACITY)),
          TRANSACT_STATEMENTS,
          TOKEN,
          RETURN_CAPACITY);

  static final Map<String, JsonOperation<?>> ALL =
      Map.of(
          "ExecuteStatement", JsonOperation.of(EXECUTE, StatementOperations::executed),
          "BatchExecuteStatement", JsonOperation.of(BATCH, StatementOperations::batchExecuted),
          "ExecuteTransaction", JsonOperation.of(TRANSACTION, StatementOperations::transacted));

  private StatementOperations() {}

  /** Reads the whole list, even if one of its values is invalid. */
  private static Parameters parameters(JsonParser in) throws IOException {
    int depth = in.getParsingContext().getNestingDepth();
    try {
      return new Parameters(VALUES_IN_ORDER.read(in), null);
    } catch (InvalidValueException e) {
      while (in.currentToken() != JsonToken.END_ARRAY
          || in.getParsingContext().getNestingDepth() >= depth) {
        if (in.nextToken() == null) throw new SerializationException("");
      }
      return new Parameters(null, e.getMessage());
    }
  }

  private static void executed(JsonGenerator out, ExecuteStatement.Result result)
      throws IOException {
    JsonItems.write(out, "Items", result.items());
    if (result.nextToken().isPresent()) {
      out.writeStringField("NextToken", result.nextToken().get());
    }
    if (result.lastEvaluatedKey().isPresent()) {
      JsonItems.write(out, "LastEvaluatedKey", result.lastEvaluatedKey().get());
    }
    if (result.consumedCapacity().isPresent()) {
      JsonCapacity.write(out, result.consumedCapacity().get());
    }
  }

  private static void batchExecuted(JsonGenerator out, BatchExecuteStatement.Result result)
      throws IOException {
    out.writeArrayFieldStart("Responses");
    for (var response : result.responses()) {
      out.writeStartObject();
      if (response.error().isPresent()) error(out, response.error().get());
      if (response.tableName().isPresent()) {
        out.writeStringField("TableName", response.tableName().get());
      }
      if (response.item().isPresent()) JsonItems.write(out, "Item", response.item().get());
      out.writeEndObject();
    }
    out.writeEndArray();
    JsonCapacity.write(out, result.consumedCapacity(), false);
  }

  private static void error(JsonGenerator out, StatementError error) throws IOException {
    out.writeObjectFieldStart("Error");
    out.writeStringField("Code", error.code());
    out.writeStringField("Message", error.message());
    out.writeEndObject();
  }

  private static void transacted(JsonGenerator out, ExecuteTransaction.Result result)
      throws IOException {
    JsonItems.writeResponses(out, result.responses());
    JsonCapacity.write(out, result.consumedCapacity(), true);
  }
}
