package dev.trestle.conformance;

import dev.trestle.testing.reference.ReferenceValues;
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

/** Reads a stream from its beginning through all its shards, parents before children. */
public final class StreamTail {
  /** A change of an item, from its old and new image. */
  public record Change(
      Map<String, AttributeValue> key,
      Optional<Map<String, AttributeValue>> before,
      Optional<Map<String, AttributeValue>> after) {}

  private final DynamoDbStreamsClient streams;
  private final String arn;

  private StreamTail(DynamoDbStreamsClient streams, String arn) {
    this.streams = streams;
    this.arn = arn;
  }

  public static StreamTail of(DynamoDbClient db, DynamoDbStreamsClient streams, String table) {
    var described = db.describeTable(request -> request.tableName(table)).table();
    return new StreamTail(streams, described.latestStreamArn());
  }

  public String arn() {
    return arn;
  }

  public List<Shard> shards() {
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
      int before = ordered.size();
      for (var shard : shards) {
        var parent = Optional.ofNullable(shard.parentShardId()).filter(known::contains);
        if (parent.isEmpty() || ordered.containsKey(parent.get())) {
          ordered.putIfAbsent(shard.shardId(), shard);
        }
      }
      if (ordered.size() == before) throw new AssertionError("shards are their own ancestors");
    }
    return List.copyOf(ordered.values());
  }

  public String iterator(Shard shard, ShardIteratorType type) {
    return streams
        .getShardIterator(
            request -> request.streamArn(arn).shardId(shard.shardId()).shardIteratorType(type))
        .shardIterator();
  }

  /** Reads a shard from an iterator until a page is empty or the shard ends. */
  public List<Record> from(String iterator) {
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

  /** Returns all current records. */
  public List<Record> records() {
    var records = new ArrayList<Record>();
    for (var shard : shards()) {
      records.addAll(from(iterator(shard, ShardIteratorType.TRIM_HORIZON)));
    }
    return records;
  }

  /** Waits for a record that matches, and returns all records. */
  public List<Record> recordsUntil(Predicate<Record> isLast) {
    return Eventually.value(
        () -> Optional.of(records()).filter(found -> found.stream().anyMatch(isLast)));
  }

  /**
   * Waits for the records of one item and returns them in order.
   *
   * @param name the name of the key attribute
   */
  public List<Record> recordsOf(String name, AttributeValue key, int count) {
    Predicate<Record> isOf = record -> key.equals(record.dynamodb().keys().get(name));
    return Eventually.value(() ->
        Optional.of(records().stream().filter(isOf).toList())
            .filter(found -> found.size() >= count));
  }

  /** Returns the shard that contains the record. */
  public Shard shardOf(Record record) {
    return shards().stream()
        .filter(shard -> from(iterator(shard, ShardIteratorType.TRIM_HORIZON)).contains(record))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no shard has " + record));
  }

  public static Map<String, AttributeValue> key(Record record) {
    return record.dynamodb().keys();
  }

  /** Returns all current changes. Within a shard they must be ordered by number. */
  public List<Change> changes() {
    var changes = new ArrayList<Change>();
    for (var shard : shards()) {
      String last = "";
      for (var record : from(iterator(shard, ShardIteratorType.TRIM_HORIZON))) {
        var number = record.dynamodb().sequenceNumber();
        if (compareNumbers(last, number) >= 0) {
          throw new AssertionError(number + " follows " + last + " in shard " + shard.shardId());
        }
        last = number;
        changes.add(change(record));
      }
    }
    return changes;
  }

  private static int compareNumbers(String a, String b) {
    return a.length() != b.length() ? Integer.compare(a.length(), b.length()) : a.compareTo(b);
  }

  private static Change change(Record record) {
    var told = record.dynamodb();
    var before =
        told.hasOldImage()
            ? Optional.of(ReferenceValues.normal(told.oldImage()))
            : Optional.<Map<String, AttributeValue>>empty();
    var after =
        told.hasNewImage()
            ? Optional.of(ReferenceValues.normal(told.newImage()))
            : Optional.<Map<String, AttributeValue>>empty();
    var name = before.isEmpty() ? "INSERT" : after.isEmpty() ? "REMOVE" : "MODIFY";
    if (!record.eventNameAsString().equals(name)) {
      throw new AssertionError(record.eventName() + " with the images of " + name);
    }
    return new Change(ReferenceValues.normal(told.keys()), before, after);
  }

  /** Returns the changes of each item in order. A stream guarantees the order per item only. */
  public static Map<Map<String, AttributeValue>, List<Change>> byItem(List<Change> changes) {
    var items = new LinkedHashMap<Map<String, AttributeValue>, List<Change>>();
    for (var change : changes) {
      items.computeIfAbsent(change.key(), _ -> new ArrayList<>()).add(change);
    }
    return items;
  }
}
