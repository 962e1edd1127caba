package dev.trestle.conformance.clients;

import static dev.trestle.conformance.clients.Orders.s;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.Stream;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** Reads a table's stream to its end. After the stream is disabled, every shard has one. */
record StreamChapter(DynamoDbClient db, DynamoDbStreamsClient streams, Telling telling) {
  static final String TABLE = "watched";

  private static final String NOWHERE =
      "arn:aws:dynamodb:us-east-1:000000000000:table/nowhere/stream/2026-01-01T00:00:00.000";

  void tell() {
    write();
    var arn = db.describeTable(r -> r.tableName(TABLE)).table().latestStreamArn();
    db.updateTable(r -> r.tableName(TABLE).streamSpecification(s -> s.streamEnabled(false)));
    var listed =
        streams.listStreams(r -> r.tableName(TABLE)).streams().stream()
            .map(Stream::streamArn)
            .toList();
    telling.tell("streams.listed", listed.equals(List.of(arn)));
    var records = shards(arn).stream().flatMap(shard -> records(arn, shard).stream()).toList();
    var places =
        records.stream().map(each -> new BigInteger(each.dynamodb().sequenceNumber())).toList();
    telling.tell("streams.ordered", places.equals(places.stream().sorted().toList()));
    for (var record : records) telling.tell("streams.record", seen(record));
    telling.refused("streams.missing", () -> streams.describeStream(r -> r.streamArn(NOWHERE)));
  }

  private void write() {
    db.createTable(r ->
        r.tableName(TABLE)
            .billingMode(BillingMode.PAY_PER_REQUEST)
            .attributeDefinitions(Orders.attribute("id", ScalarAttributeType.S))
            .keySchema(Orders.element("id", KeyType.HASH))
            .streamSpecification(Orders.STREAM));
    var bytes = AttributeValue.fromB(SdkBytes.fromByteArray(new byte[] {1, 2, -1}));
    var item = Map.of("id", s("a"), "bytes", bytes, "n", Orders.n(Orders.BIG));
    var key = Map.of("id", s("a"));
    db.putItem(r -> r.tableName(TABLE).item(item));
    db.putItem(r -> r.tableName(TABLE).item(item));
    db.updateItem(r -> r.tableName(TABLE).key(key).updateExpression("REMOVE n"));
    db.deleteItem(r -> r.tableName(TABLE).key(key));
    db.deleteItem(r -> r.tableName(TABLE).key(key));
  }

  private List<Shard> shards(String arn) {
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
    return shards;
  }

  private List<Record> records(String arn, Shard shard) {
    var found = new ArrayList<Record>();
    var iterator =
        Optional.ofNullable(
            streams
                .getShardIterator(r ->
                    r.streamArn(arn)
                        .shardId(shard.shardId())
                        .shardIteratorType(ShardIteratorType.TRIM_HORIZON))
                .shardIterator());
    while (iterator.isPresent()) {
      var at = iterator.get();
      var page = streams.getRecords(r -> r.shardIterator(at));
      found.addAll(page.records());
      iterator = Optional.ofNullable(page.nextShardIterator());
    }
    return found;
  }

  private static Map<String, Object> seen(Record record) {
    var change = record.dynamodb();
    return Map.of(
        "event",
        record.eventNameAsString(),
        "keys",
        change.keys(),
        "new",
        change.hasNewImage() ? change.newImage() : "none",
        "old",
        change.hasOldImage() ? change.oldImage() : "none",
        "source",
        List.of(record.eventSource(), record.awsRegion(), change.streamViewTypeAsString()),
        "user",
        record.userIdentity() != null);
  }
}
