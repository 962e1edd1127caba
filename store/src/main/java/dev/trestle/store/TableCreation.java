package dev.trestle.store;

import dev.trestle.model.Model;
import dev.trestle.model.Table;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.PointInTimeRecoverySpecification;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveSpecification;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;

/**
 * Creates the tables of a model, with their indexes, streams, time to live and recovery. Existing
 * tables are left as they are. Replicas, backup plans and alarms are not created.
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

  /** The outcome for one table. */
  public sealed interface Outcome {
    /** The table name with its prefix. */
    String table();

    /**
     * The table was created and can be used.
     *
     * @param leftOut features that the endpoint does not support
     */
    record Created(String table, List<String> leftOut) implements Outcome {
      public Created {
        leftOut = List.copyOf(leftOut);
      }
    }

    /** The table already existed with the same keys and indexes. */
    record AlreadyThere(String table) implements Outcome {}

    /** A table with this name has other keys or indexes. It was left unchanged. */
    record Different(String table, List<String> differences) implements Outcome {
      public Different {
        differences = List.copyOf(differences);
      }
    }
  }

  /** Creates missing tables and waits until all tables can be used. */
  public static List<Outcome> create(Model model, DynamoDbClient client, String prefix) {
    return create(model, client, prefix, Thread::sleep);
  }

  /** The same, waiting in another way; tests pass their own. */
  public static List<Outcome> create(
      Model model, DynamoDbClient client, String prefix, StoreOptions.Pause pause) {
    return create(model.tables(), client, prefix, pause);
  }

  /** Creates tables that no Java model declares. */
  public static List<Outcome> create(
      List<Table> tables, DynamoDbClient client, String prefix, StoreOptions.Pause pause) {
    var creation = new TableCreation(client, pause);
    return tables.stream().map(table -> creation.create(table, prefix)).toList();
  }

  private Outcome create(Table table, String prefix) {
    var request = TableRequest.of(table, prefix);
    var name = request.tableName();
    if (exists(name) || !isCreated(request)) {
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

  /** Looked up first: a server whose tables exist needs no permission to create any. */
  private boolean exists(String name) {
    try {
      client.describeTable(ask -> ask.tableName(name));
      return true;
    } catch (ResourceNotFoundException e) {
      return false;
    }
  }

  /** Returns false if another server was faster. */
  private boolean isCreated(CreateTableRequest request) {
    try {
      client.createTable(request);
      return true;
    } catch (ResourceInUseException e) {
      return false;
    }
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

  /** How endpoints other than DynamoDB report operations that they do not support. */
  static boolean isUnknownOperation(DynamoDbException e) {
    return e.awsErrorDetails() != null
        && "UnknownOperationException".equals(e.awsErrorDetails().errorCode());
  }
}
