package dev.trestle.app.region;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.model.Table;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

/**
 * Copies tables from one region to another as global tables do: by their streams, item by item. The
 * changes of an item arrive in order; those of different items at any time, also if one transaction
 * made them.
 */
final class Replication {
  private record Change(
      String table,
      BigInteger number,
      Map<String, AttributeValue> key,
      Optional<Map<String, AttributeValue>> image) {}

  private final Trestle source;
  private final DynamoDbClient target;
  private final List<String> tables;

  Replication(Trestle source, DynamoDbClient target, List<Table> tables) {
    this.source = source;
    this.target = target;
    this.tables = tables.stream().filter(t -> !t.replicas().isEmpty()).map(Table::name).toList();
  }

  /** Enables the streams. Called before the first item is written. */
  void start() {
    for (var name : tables) {
      if (streamOf(name).isPresent()) continue;
      source
          .client()
          .updateTable(request ->
              request
                  .tableName(name)
                  .streamSpecification(stream ->
                      stream
                          .streamEnabled(true)
                          .streamViewType(StreamViewType.NEW_AND_OLD_IMAGES)));
    }
  }

  /**
   * Copies all changes but the last ones, of which each item gets a random part.
   *
   * @param late how many changes were under way when the region was lost
   * @return how many of them did not arrive
   */
  int copyUntilLost(int late, RandomGenerator random) {
    var changes = changes();
    var lostItems = new HashSet<List<Object>>();
    int lost = 0;
    for (int i = 0; i < changes.size(); i++) {
      var change = changes.get(i);
      var item = List.<Object>of(change.table, change.key);
      if (i >= changes.size() - late && random.nextBoolean()) lostItems.add(item);
      if (lostItems.contains(item)) lost++;
      else apply(change);
    }
    return lost;
  }

  private void apply(Change change) {
    if (change.image.isPresent()) {
      target.putItem(request -> request.tableName(change.table).item(change.image.get()));
    } else {
      target.deleteItem(request -> request.tableName(change.table).key(change.key));
    }
  }

  private List<Change> changes() {
    var changes = new ArrayList<Change>();
    for (var table : tables) {
      for (var record : records(streamOf(table).orElseThrow())) {
        var content = record.dynamodb();
        changes.add(
            new Change(
                table,
                new BigInteger(content.sequenceNumber()),
                content.keys(),
                content.hasNewImage() ? Optional.of(content.newImage()) : Optional.empty()));
      }
    }
    changes.sort(Comparator.comparing(Change::number));
    return changes;
  }

  private Optional<String> streamOf(String table) {
    return Optional.ofNullable(
        source
            .client()
            .describeTable(request -> request.tableName(table))
            .table()
            .latestStreamArn());
  }

  private List<Record> records(String arn) {
    var streams = source.streamsClient();
    var records = new ArrayList<Record>();
    var shards = streams.describeStream(request -> request.streamArn(arn)).streamDescription();
    for (var shard : shards.shards()) {
      var first =
          streams.getShardIterator(request ->
              request
                  .streamArn(arn)
                  .shardId(shard.shardId())
                  .shardIteratorType(ShardIteratorType.TRIM_HORIZON));
      var page = streams.getRecords(request -> request.shardIterator(first.shardIterator()));
      while (!page.records().isEmpty()) {
        records.addAll(page.records());
        var next = page.nextShardIterator();
        page = streams.getRecords(request -> request.shardIterator(next));
      }
    }
    return records;
  }
}
