package dev.trestle.conformance.behaviour;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** Reads a stream from its beginning on, through all its shards, parents before children. */
final class StreamTail {
  private final DynamoDbStreamsClient streams;
  private final String arn;

  StreamTail(DynamoDbStreamsClient streams, String arn) {
    this.streams = streams;
    this.arn = arn;
  }

  static StreamTail of(DynamoDbClient db, DynamoDbStreamsClient streams, String table) {
    return new StreamTail(streams, TableSketch.describe(db, table).latestStreamArn());
  }

  String arn() {
    return arn;
  }

  List<Shard> shards() {
    var shards = new ArrayList<Shard>();
    var start = Optional.<String>empty();
    do {
      var from = start;
      var page =
          streams
              .describeStream(request -> {
                request.streamArn(arn);
                from.ifPresent(request::exclusiveStartShardId);
              })
              .streamDescription();
      shards.addAll(page.shards());
      start = Optional.ofNullable(page.lastEvaluatedShardId());
    } while (start.isPresent());
    return parentsFirst(shards);
  }

  private static List<Shard> parentsFirst(List<Shard> shards) {
    var known = shards.stream().map(Shard::shardId).toList();
    var ordered = new LinkedHashMap<String, Shard>();
    while (ordered.size() < shards.size()) {
      for (var shard : shards) {
        var parent = Optional.ofNullable(shard.parentShardId()).filter(known::contains);
        if (parent.isEmpty() || ordered.containsKey(parent.get())) {
          ordered.putIfAbsent(shard.shardId(), shard);
        }
      }
    }
    return List.copyOf(ordered.values());
  }

  String iterator(Shard shard, ShardIteratorType type) {
    return streams
        .getShardIterator(
            request -> request.streamArn(arn).shardId(shard.shardId()).shardIteratorType(type))
        .shardIterator();
  }

  /** What a shard has from an iterator on, until a page is empty or the shard ends. */
  List<Record> from(String iterator) {
    var records = new ArrayList<Record>();
    var next = Optional.of(iterator);
    while (next.isPresent()) {
      var at = next.get();
      var page = streams.getRecords(request -> request.shardIterator(at));
      records.addAll(page.records());
      next =
          page.records().isEmpty()
              ? Optional.empty()
              : Optional.ofNullable(page.nextShardIterator());
    }
    return records;
  }

  /** Everything there is now. */
  List<Record> records() {
    var records = new ArrayList<Record>();
    for (var shard : shards()) {
      records.addAll(from(iterator(shard, ShardIteratorType.TRIM_HORIZON)));
    }
    return records;
  }

  /** Everything, once a record is there that the predicate knows. */
  List<Record> recordsUntil(Predicate<Record> isLast) {
    return Eventually.value(
        () -> Optional.of(records()).filter(found -> found.stream().anyMatch(isLast)));
  }

  /**
   * The records of one item, in order, once the last one is there.
   *
   * @param name of the key attribute
   */
  List<Record> recordsOf(String name, AttributeValue key, int count) {
    Predicate<Record> isOf = record -> key.equals(record.dynamodb().keys().get(name));
    return Eventually.value(() ->
        Optional.of(records().stream().filter(isOf).toList())
            .filter(found -> found.size() >= count));
  }

  /** The shard that holds the record. */
  Shard shardOf(Record record) {
    return shards().stream()
        .filter(shard -> from(iterator(shard, ShardIteratorType.TRIM_HORIZON)).contains(record))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no shard has " + record));
  }

  static Map<String, AttributeValue> key(Record record) {
    return record.dynamodb().keys();
  }
}
