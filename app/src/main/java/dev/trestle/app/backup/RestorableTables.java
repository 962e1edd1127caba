package dev.trestle.app.backup;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.PointInTimeRecoveryStatus;

/** The tables of an engine that can be restored to past times. */
final class RestorableTables {
  private final DynamoDbClient client;

  /** The earliest time of each table, by name. */
  private final Map<String, Instant> earliest = new TreeMap<>();

  RestorableTables(DynamoDbClient client, Predicate<String> chosen) {
    this.client = client;
    for (var table : client.listTablesPaginator().tableNames()) {
      if (chosen.test(table)) addIfRecoverable(table);
    }
  }

  private void addIfRecoverable(String table) {
    var recovery =
        client
            .describeContinuousBackups(request -> request.tableName(table))
            .continuousBackupsDescription()
            .pointInTimeRecoveryDescription();
    if (recovery.pointInTimeRecoveryStatus() != PointInTimeRecoveryStatus.ENABLED) return;
    earliest.put(table, recovery.earliestRestorableDateTime());
  }

  boolean isEmpty() {
    return earliest.isEmpty();
  }

  /** Returns the earliest time to which all of them can be restored. */
  Instant earliestOfAll() {
    return earliest.values().stream().max(Instant::compareTo).orElseThrow();
  }

  /** Returns the tables that can be restored to a time. */
  List<String> at(Instant time) {
    var found = new ArrayList<String>();
    earliest.forEach((table, since) -> {
      if (!since.isAfter(time)) found.add(table);
    });
    return found;
  }

  /** Restores a table to a new one, and returns when that is complete. */
  void restore(String table, String copy, Instant time) {
    client.restoreTableToPointInTime(
        request -> request.sourceTableName(table).targetTableName(copy).restoreDateTime(time));
    client.waiter().waitUntilTableExists(request -> request.tableName(copy));
  }
}
