package dev.trestle.dynamodb.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.StreamStatus;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

class StreamsTest {
  private Trestle trestle;
  private DynamoDbClient client;
  private DynamoDbStreamsClient streams;

  @BeforeEach
  void open() {
    trestle = Trestle.inMemory();
    client = trestle.client();
    streams = trestle.streamsClient();
    Samples.createTable(client);
  }

  @AfterEach
  void close() {
    trestle.close();
  }

  @Test
  void a_stream_is_listed_and_described() {
    var listed = streams.listStreams(r -> r.tableName(Samples.TABLE)).streams();
    var arn = listed.getFirst().streamArn();
    var told = streams.describeStream(r -> r.streamArn(arn)).streamDescription();

    assertThat(listed).hasSize(1);
    assertThat(told.streamArn()).isEqualTo(arn);
    assertThat(told.streamStatus()).isEqualTo(StreamStatus.ENABLED);
    assertThat(told.streamViewType()).isEqualTo(StreamViewType.NEW_AND_OLD_IMAGES);
    assertThat(told.tableName()).isEqualTo(Samples.TABLE);
    assertThat(told.keySchema())
        .extracting(key -> key.keyType())
        .containsExactly(KeyType.HASH, KeyType.RANGE);
    assertThat(told.shards()).isNotEmpty();
  }

  @Test
  void each_change_is_a_record_with_its_images() {
    client.putItem(r -> r.tableName(Samples.TABLE).item(Samples.item("a", 1)));
    client.deleteItem(r -> r.tableName(Samples.TABLE).key(Samples.key("a", 1)));

    var records = records();

    assertThat(records)
        .extracting(Record::eventName)
        .containsExactly(OperationType.INSERT, OperationType.REMOVE);
    var inserted = records.getFirst();
    assertThat(inserted.eventSource()).isEqualTo("aws:dynamodb");
    assertThat(inserted.awsRegion()).isEqualTo("us-east-1");
    assertThat(inserted.userIdentity()).isNull();
    assertThat(inserted.dynamodb().keys()).isEqualTo(Samples.key("a", 1));
    assertThat(inserted.dynamodb().newImage()).isEqualTo(Samples.item("a", 1));
    assertThat(inserted.dynamodb().hasOldImage()).isFalse();
    assertThat(records.getLast().dynamodb().oldImage()).isEqualTo(Samples.item("a", 1));
    assertThat(records.getLast().dynamodb().hasNewImage()).isFalse();
  }

  private List<Record> records() {
    var arn = streams.listStreams(r -> r.tableName(Samples.TABLE)).streams().getFirst().streamArn();
    var shards = streams.describeStream(r -> r.streamArn(arn)).streamDescription().shards();
    var records = new ArrayList<Record>();
    for (var shard : shards) {
      var iterator =
          streams
              .getShardIterator(r ->
                  r.streamArn(arn)
                      .shardId(shard.shardId())
                      .shardIteratorType(ShardIteratorType.TRIM_HORIZON))
              .shardIterator();
      records.addAll(streams.getRecords(r -> r.shardIterator(iterator)).records());
    }
    return records;
  }
}
