package dev.trestle.conformance;

import dev.trestle.testing.reference.Values;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** Reads all that a table's stream has to tell. */
public final class StreamReader {
  /** A change of an item, as old and new image show it. */
  public record Change(
      Map<String, AttributeValue> key,
      Optional<Map<String, AttributeValue>> before,
      Optional<Map<String, AttributeValue>> after) {}

  private StreamReader() {}

  /** Every record of every shard, parents before children. */
  public static List<Change> read(
      DynamoDbClient client, DynamoDbStreamsClient streams, String table) {
    var arn = client.describeTable(request -> request.tableName(table)).table().latestStreamArn();
    var changes = new ArrayList<Change>();
    for (var shard : shards(streams, arn)) {
      String last = "";
      for (var record : records(streams, arn, shard)) {
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

  private static List<Shard> shards(DynamoDbStreamsClient streams, String arn) {
    var shards = new ArrayList<Shard>();
    Optional<String> start = Optional.empty();
    do {
      var from = start;
      var stream =
          streams
              .describeStream(request -> {
                request.streamArn(arn);
                from.ifPresent(request::exclusiveStartShardId);
              })
              .streamDescription();
      shards.addAll(stream.shards());
      start = Optional.ofNullable(stream.lastEvaluatedShardId());
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

  private static List<Record> records(DynamoDbStreamsClient streams, String arn, Shard shard) {
    var records = new ArrayList<Record>();
    var iterator =
        Optional.ofNullable(
            streams
                .getShardIterator(request ->
                    request
                        .streamArn(arn)
                        .shardId(shard.shardId())
                        .shardIteratorType(ShardIteratorType.TRIM_HORIZON))
                .shardIterator());
    while (iterator.isPresent()) {
      var at = iterator.get();
      var page = streams.getRecords(request -> request.shardIterator(at));
      records.addAll(page.records());
      // An open shard has always a next iterator; an empty page is its end for now.
      iterator =
          page.records().isEmpty()
              ? Optional.empty()
              : Optional.ofNullable(page.nextShardIterator());
    }
    return records;
  }

  private static Change change(Record record) {
    var told = record.dynamodb();
    var before =
        told.hasOldImage()
            ? Optional.of(Values.normal(told.oldImage()))
            : Optional.<Map<String, AttributeValue>>empty();
    var after =
        told.hasNewImage()
            ? Optional.of(Values.normal(told.newImage()))
            : Optional.<Map<String, AttributeValue>>empty();
    var name = before.isEmpty() ? "INSERT" : after.isEmpty() ? "REMOVE" : "MODIFY";
    if (!record.eventNameAsString().equals(name)) {
      throw new AssertionError(record.eventName() + " with the images of " + name);
    }
    return new Change(Values.normal(told.keys()), before, after);
  }

  /** The changes of each item, in order: a stream promises order per item only. */
  public static Map<Map<String, AttributeValue>, List<Change>> byItem(List<Change> changes) {
    var items = new LinkedHashMap<Map<String, AttributeValue>, List<Change>>();
    for (var change : changes) {
      items.computeIfAbsent(change.key(), _ -> new ArrayList<>()).add(change);
    }
    return items;
  }
}
