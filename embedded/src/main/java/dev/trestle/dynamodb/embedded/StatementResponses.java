package dev.trestle.dynamodb.embedded;

import dev.trestle.engine.operation.BatchExecuteStatement;
import dev.trestle.engine.operation.ExecuteStatement;
import dev.trestle.engine.operation.ExecuteTransaction;
import dev.trestle.item.Item;
import java.util.ArrayList;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.BatchExecuteStatementResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementError;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementResponse;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementResponse;
import software.amazon.awssdk.services.dynamodb.model.ExecuteTransactionResponse;
import software.amazon.awssdk.services.dynamodb.model.ItemResponse;

/** Turns results of PartiQL statements into responses. */
final class StatementResponses {
  private StatementResponses() {}

  static ExecuteStatementResponse.Builder execute(ExecuteStatement.Result result) {
    var response =
        ExecuteStatementResponse.builder()
            .items(SdkValues.maps(result.items()))
            .nextToken(result.nextToken().orElse(null));
    result.lastEvaluatedKey().ifPresent(key -> response.lastEvaluatedKey(SdkValues.map(key)));
    result
        .consumedCapacity()
        .ifPresent(used -> response.consumedCapacity(CapacityResponses.of(used)));
    return response;
  }

  static BatchExecuteStatementResponse.Builder batch(BatchExecuteStatement.Result result) {
    var responses = new ArrayList<BatchStatementResponse>(result.responses().size());
    for (var one : result.responses()) responses.add(one(one));
    var response = BatchExecuteStatementResponse.builder().responses(responses);
    if (!result.consumedCapacity().isEmpty()) {
      response.consumedCapacity(CapacityResponses.ofBatch(result.consumedCapacity()));
    }
    return response;
  }

  private static BatchStatementResponse one(BatchExecuteStatement.Response one) {
    var response = BatchStatementResponse.builder().tableName(one.tableName().orElse(null));
    one.item().ifPresent(item -> response.item(SdkValues.map(item)));
    one.error().ifPresent(error -> response.error(error(error)));
    return response.build();
  }

  private static BatchStatementError error(BatchExecuteStatement.StatementError error) {
    return BatchStatementError.builder().code(error.code()).message(error.message()).build();
  }

  static ExecuteTransactionResponse.Builder transaction(ExecuteTransaction.Result result) {
    var found = new ArrayList<ItemResponse>(result.responses().size());
    for (var item : result.responses()) found.add(found(item));
    var response = ExecuteTransactionResponse.builder().responses(found);
    if (!result.consumedCapacity().isEmpty()) {
      response.consumedCapacity(CapacityResponses.ofTransaction(result.consumedCapacity()));
    }
    return response;
  }

  private static ItemResponse found(Optional<Item> item) {
    var response = ItemResponse.builder();
    item.ifPresent(it -> response.item(SdkValues.map(it)));
    return response.build();
  }
}
