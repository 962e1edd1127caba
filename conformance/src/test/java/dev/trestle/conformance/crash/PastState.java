package dev.trestle.conformance.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.conformance.StreamTail;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.testing.Await;
import dev.trestle.testing.reference.ReferenceValues;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

/**
 * Restores the loaded table to a random past second and compares it with what the stream says: the
 * recovery log has old images and is read backwards, the stream has new ones and is read forwards.
 */
final class PastState {
  private static final String RESTORED = "at-a-past-second";
  private static final Duration RESTORE_MAX = Duration.ofMinutes(5);

  private PastState() {}

  static void check(Trestle trestle, SplittableRandom random) {
    var client = trestle.client();
    var table = Layout.LOADED.table();
    var recovery =
        client
            .describeContinuousBackups(request -> request.tableName(table))
            .continuousBackupsDescription()
            .pointInTimeRecoveryDescription();
    // Killed before recovery was enabled.
    if (recovery.earliestRestorableDateTime() == null) return;
    long first = recovery.earliestRestorableDateTime().getEpochSecond() + 1;
    long last = recovery.latestRestorableDateTime().getEpochSecond();
    if (last < first) return;
    var second = Instant.ofEpochSecond(random.nextLong(first, last + 1));
    client.restoreTableToPointInTime(request ->
        request
            .sourceTableName(table)
            .targetTableName(RESTORED)
            .restoreDateTime(second.minusMillis(1)));
    Await.until(
        () ->
            client.describeTable(request -> request.tableName(RESTORED)).table().tableStatus()
                == TableStatus.ACTIVE,
        RESTORE_MAX);
    var found = new HashMap<AttributeValue, Map<String, AttributeValue>>();
    for (var item : client.scanPaginator(request -> request.tableName(RESTORED)).items()) {
      found.put(ReferenceValues.normal(item).get("id"), ReferenceValues.normal(item));
    }
    var records = StreamTail.of(client, trestle.streamsClient(), table).records();
    assertThat(found).as("the table before %s", second).isEqualTo(before(second, records));
    client.deleteTable(request -> request.tableName(RESTORED));
  }

  /** Returns the items that the changes before a second left. */
  private static Map<AttributeValue, Map<String, AttributeValue>> before(
      Instant second, List<Record> records) {
    var items = new HashMap<AttributeValue, Map<String, AttributeValue>>();
    for (var record : records) {
      var change = record.dynamodb();
      if (!change.approximateCreationDateTime().isBefore(second)) continue;
      var id = ReferenceValues.normal(change.keys()).get("id");
      if (change.hasNewImage()) items.put(id, ReferenceValues.normal(change.newImage()));
      else items.remove(id);
    }
    return items;
  }
}
