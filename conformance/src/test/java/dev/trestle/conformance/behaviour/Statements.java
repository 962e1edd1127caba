package dev.trestle.conformance.behaviour;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementResponse;

/** Statements on one table, whose name stands for {@code T!} in them. */
record Statements(DynamoDbClient client, String table) {
  static final String NOT_WELL_FORMED = "Statement wasn't well formed, can't be processed: ";

  /** The statement with the table's name in it. */
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

  /** The sort keys of what a statement reads, page after page. */
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
