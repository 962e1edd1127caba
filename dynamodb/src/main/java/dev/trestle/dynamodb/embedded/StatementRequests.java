package dev.trestle.dynamodb.embedded;

import dev.trestle.engine.operation.BatchExecuteStatement;
import dev.trestle.engine.operation.BatchExecuteStatement.BatchStatement;
import dev.trestle.engine.operation.ExecuteStatement;
import dev.trestle.engine.operation.ExecuteTransaction;
import dev.trestle.item.InvalidValueException;
import software.amazon.awssdk.services.dynamodb.model.BatchExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.ExecuteTransactionRequest;
import software.amazon.awssdk.services.dynamodb.model.ParameterizedStatement;

/** Requests in PartiQL. */
final class StatementRequests {
  private StatementRequests() {}

  static ExecuteStatement execute(ExecuteStatementRequest request) {
    return new ExecuteStatement(
        request.statement(),
        Given.each(request.parameters(), Values::value),
        request.consistentRead(),
        request.limit(),
        request.nextToken(),
        request.returnConsumedCapacityAsString(),
        request.returnValuesOnConditionCheckFailureAsString());
  }

  static BatchExecuteStatement batch(BatchExecuteStatementRequest request) {
    return new BatchExecuteStatement(
        Given.each(request.statements(), StatementRequests::one),
        request.returnConsumedCapacityAsString());
  }

  /** A faulty parameter is told with its statement and not for the whole batch. */
  private static BatchStatement one(BatchStatementRequest one) {
    var onFailure = one.returnValuesOnConditionCheckFailureAsString();
    try {
      var parameters = Given.each(one.parameters(), Values::value);
      return new BatchStatement(one.statement(), parameters, null, one.consistentRead(), onFailure);
    } catch (InvalidValueException e) {
      return new BatchStatement(
          one.statement(), null, e.getMessage(), one.consistentRead(), onFailure);
    }
  }

  static ExecuteTransaction transaction(ExecuteTransactionRequest request) {
    return new ExecuteTransaction(
        Given.each(request.transactStatements(), StatementRequests::one),
        request.clientRequestToken(),
        request.returnConsumedCapacityAsString());
  }

  private static ExecuteTransaction.ParameterizedStatement one(ParameterizedStatement one) {
    return new ExecuteTransaction.ParameterizedStatement(
        one.statement(),
        Given.each(one.parameters(), Values::value),
        one.returnValuesOnConditionCheckFailureAsString());
  }
}
