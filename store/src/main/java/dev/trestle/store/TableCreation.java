package dev.trestle.store;

import dev.trestle.model.Model;
import dev.trestle.model.Table;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.PointInTimeRecoverySpecification;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveSpecification;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;

/**
 * Makes the tables of a model, with their indexes, streams, time to live and recovery. What is
 * there already stays as it is. Replicas, backup plans and alarms are not part of a table's making.
 */
public final class TableCreation {
  private static final Duration LOOK_EVERY = Duration.ofMillis(200);
  private static final int LOOKS_MAX = 3000;

  private final DynamoDbClient client;
  private final StoreOptions.Pause pause;

  private TableCreation(DynamoDbClient client, StoreOptions.Pause pause) {
    this.client = client;
    this.pause = pause;
  }

  /** How it went with one table. */
  public sealed interface Outcome {
    /** The name with its prefix. */
    String table();

    /**
     * It was made and can be used.
     *
     * @param leftOut what the endpoint does not support
     */
    record Created(String table, List<String> leftOut) implements Outcome {
      public Created {
        leftOut = List.copyOf(leftOut);
      }
    }

    /** It was there, with the same keys and indexes. */
    record AlreadyThere(String table) implements Outcome {}

    /** There is a table of this name with other keys or indexes; it was left alone. */
    record Different(String table, List<String> differences) implements Outcome {
      public Different {
        differences = List.copyOf(differences);
      }
    }
  }

  /** Makes the tables that are not there and waits until all can be used. */
  public static List<Outcome> create(Model model, DynamoDbClient client, String prefix) {
    return create(model, client, prefix, Thread::sleep);
  }

  public static List<Outcome> create(
      Model model, DynamoDbClient client, String prefix, StoreOptions.Pause pause) {
    return create(model.tables(), client, prefix, pause);
  }

  /** The same for tables that no model in Java has declared. */
  public static List<Outcome> create(
      List<Table> tables, DynamoDbClient client, String prefix, StoreOptions.Pause pause) {
    var creation = new TableCreation(client, pause);
    return tables.stream().map(table -> creation.create(table, prefix)).toList();
  }

  private Outcome create(Table table, String prefix) {
    var request = TableRequest.of(table, prefix);
    var name = request.tableName();
    try {
      client.createTable(request);
    } catch (ResourceInUseException e) {
      var differences = TableRequest.differences(request, awaitActive(name));
      return differences.isEmpty()
          ? new Outcome.AlreadyThere(name)
          : new Outcome.Different(name, differences);
    }
    awaitActive(name);
    var leftOut = new ArrayList<String>();
    table.timeToLive().ifPresent(attribute -> timeToLive(name, attribute));
    if (table.recovery() && !recovery(name)) leftOut.add("point-in-time recovery");
    return new Outcome.Created(name, leftOut);
  }

  private TableDescription awaitActive(String name) {
    for (int look = 0; look < LOOKS_MAX; look++) {
      var found = client.describeTable(ask -> ask.tableName(name)).table();
      if (found.tableStatus() == TableStatus.ACTIVE
          && found.globalSecondaryIndexes().stream()
              .allMatch(index -> index.indexStatusAsString().equals("ACTIVE"))) {
        return found;
      }
      try {
        pause.pause(LOOK_EVERY);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while a table was being made", e);
      }
    }
    throw new IllegalStateException("table " + name + " did not become active");
  }

  private void timeToLive(String table, String attribute) {
    client.updateTimeToLive(ask ->
        ask.tableName(table)
            .timeToLiveSpecification(
                TimeToLiveSpecification.builder().attributeName(attribute).enabled(true).build()));
    var status =
        client
            .describeTimeToLive(ask -> ask.tableName(table))
            .timeToLiveDescription()
            .timeToLiveStatus();
    if (status != TimeToLiveStatus.ENABLED && status != TimeToLiveStatus.ENABLING) {
      throw new IllegalStateException("time to live of " + table + " is " + status);
    }
  }

  private boolean recovery(String table) {
    try {
      client.updateContinuousBackups(ask ->
          ask.tableName(table)
              .pointInTimeRecoverySpecification(
                  PointInTimeRecoverySpecification.builder()
                      .pointInTimeRecoveryEnabled(true)
                      .build()));
      return true;
    } catch (DynamoDbException e) {
      if (isUnknownOperation(e)) return false;
      throw e;
    }
  }

  /** What endpoints that are not DynamoDB itself say of operations they do not have. */
  static boolean isUnknownOperation(DynamoDbException e) {
    return e.awsErrorDetails() != null
        && "UnknownOperationException".equals(e.awsErrorDetails().errorCode());
  }
}
