package dev.trestle.conformance.behaviour;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementResponse;

/** Runs statements on one table, for whose name they have {@code T!}. */
record Statements(DynamoDbClient client, String table) {
  static final String NOT_WELL_FORMED = "Statement wasn't well formed, can't be processed: ";

  /** Returns the statement with the table's name. */
  String text(String statement) {
    return statement.replace("T!", "\"" + table + "\"");
  }

  ExecuteStatementResponse run(String statement, AttributeValue... parameters) {
    return run(statement, r -> {}, parameters);
  }

  ExecuteStatementResponse run(
      String statement,
      Consumer<ExecuteStatementRequest.Builder> more,
      AttributeValue... parameters) {
    return client.executeStatement(r -> {
      r.statement(text(statement));
      if (parameters.length > 0) r.parameters(parameters);
      more.accept(r);
    });
  }

  List<Map<String, AttributeValue>> items(String statement, AttributeValue... parameters) {
    return run(statement, parameters).items();
  }

  /** Returns the sort keys that a statement reads, page by page. */
  List<String> sortKeys(String statement, int limit) {
    var found = new ArrayList<String>();
    String next = null;
    do {
      var token = next;
      var answer = run(statement, r -> r.limit(limit).nextToken(token));
      answer.items().forEach(item -> found.add(Items.of(item, "sk").s()));
      next = answer.nextToken();
    } while (next != null);
    return found;
  }
}
