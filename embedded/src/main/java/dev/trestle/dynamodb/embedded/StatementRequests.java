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

/** Turns PartiQL requests into operations. */
final class StatementRequests {
  private StatementRequests() {}

  static ExecuteStatement execute(ExecuteStatementRequest request) {
    return new ExecuteStatement(
        request.statement(),
        SdkValues.values(request.parameters()),
        request.consistentRead(),
        request.limit(),
        request.nextToken(),
        request.returnConsumedCapacityAsString(),
        request.returnValuesOnConditionCheckFailureAsString());
  }

  static BatchExecuteStatement batch(BatchExecuteStatementRequest request) {
    return new BatchExecuteStatement(
        SdkCollections.each(request.statements(), StatementRequests::one),
        request.returnConsumedCapacityAsString());
  }

  /** An invalid parameter fails its statement, not the whole batch. */
  private static BatchStatement one(BatchStatementRequest one) {
    var onFailure = one.returnValuesOnConditionCheckFailureAsString();
    try {
      var parameters = SdkValues.values(one.parameters());
      return new BatchStatement(one.statement(), parameters, null, one.consistentRead(), onFailure);
    } catch (InvalidValueException e) {
      return new BatchStatement(
          one.statement(), null, e.getMessage(), one.consistentRead(), onFailure);
    }
  }

  static ExecuteTransaction transaction(ExecuteTransactionRequest request) {
    return new ExecuteTransaction(
        SdkCollections.each(request.transactStatements(), StatementRequests::one),
        request.clientRequestToken(),
        request.returnConsumedCapacityAsString());
  }

  private static ExecuteTransaction.ParameterizedStatement one(ParameterizedStatement one) {
    return new ExecuteTransaction.ParameterizedStatement(
        one.statement(),
        SdkValues.values(one.parameters()),
        one.returnValuesOnConditionCheckFailureAsString());
  }
}
