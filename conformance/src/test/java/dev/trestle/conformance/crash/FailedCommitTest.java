package dev.trestle.conformance.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.storage.Durability;
import dev.trestle.engine.storage.FaultPoints;
import dev.trestle.testing.Faults;
import dev.trestle.testing.TemporaryFolder;
import dev.trestle.testing.reference.Tables;
import dev.trestle.testing.reference.Values;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.InternalServerErrorException;

/** The disk does not take a write, or takes its time. */
class FailedCommitTest {
  private final Path folder = TemporaryFolder.create();

  @AfterEach
  void delete() {
    TemporaryFolder.delete(folder);
  }

  @ParameterizedTest
  @EnumSource(Durability.class)
  void a_write_that_failed_is_not_there_and_no_other_is_taken_until_the_data_is_opened_again(
      Durability durability) {
    var faults = new Faults();
    try (var trestle = open(durability, faults)) {
      Tables.create(trestle.client(), Layout.LOADED);
      put(trestle.client(), "before", 1);
      faults.fail(FaultPoints.COMMIT_BEFORE_WRITE);
      assertThatThrownBy(() -> put(trestle.client(), "failed", 1))
          .isInstanceOf(InternalServerErrorException.class);
      assertThatThrownBy(() -> put(trestle.client(), "after", 1))
          .isInstanceOf(InternalServerErrorException.class);
      assertThat(isThere(trestle.client(), "before")).isTrue();
      assertThat(isThere(trestle.client(), "failed")).isFalse();
    }
    try (var trestle = open(durability, new Faults())) {
      assertThat(isThere(trestle.client(), "before")).isTrue();
      assertThat(isThere(trestle.client(), "failed")).isFalse();
      put(trestle.client(), "after", 1);
      assertThat(isThere(trestle.client(), "after")).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource(Durability.class)
  void nothing_is_told_of_a_write_before_it_is_durable(Durability durability) throws Exception {
    var faults = new Faults();
    try (var trestle = open(durability, faults)) {
      var client = trestle.client();
      Tables.create(client, Layout.LOADED);
      CompletableFuture<Void> write;
      CompletableFuture<Void> refusal;
      try (var blockade = faults.block(FaultPoints.COMMIT_BEFORE_WRITE)) {
        write = CompletableFuture.runAsync(() -> put(client, "slow", 1));
        blockade.awaitArrival();
        assertThat(isThere(client, "slow")).isFalse();
        refusal = CompletableFuture.runAsync(() -> putNew(client, "slow"));
        assertThatThrownBy(() -> refusal.get(100, TimeUnit.MILLISECONDS))
            .as("a refusal that would tell of the write")
            .isInstanceOf(TimeoutException.class);
        assertThat(write).isNotDone();
      }
      write.get(10, TimeUnit.SECONDS);
      assertThat(isThere(client, "slow")).isTrue();
      assertThatThrownBy(() -> refusal.get(10, TimeUnit.SECONDS))
          .hasCauseInstanceOf(ConditionalCheckFailedException.class);
    }
  }

  private Trestle open(Durability durability, Faults faults) {
    return Trestle.open(EngineOptions.at(folder).withDurability(durability).withFaults(faults));
  }

  private static void put(DynamoDbClient client, String id, int v) {
    client.putItem(request ->
        request
            .tableName(Layout.LOADED.table())
            .item(Map.of("id", Values.text(id), "v", Values.number(v))));
  }

  private static void putNew(DynamoDbClient client, String id) {
    client.putItem(request ->
        request
            .tableName(Layout.LOADED.table())
            .item(Layout.key(id))
            .conditionExpression("attribute_not_exists(id)"));
  }

  private static boolean isThere(DynamoDbClient client, String id) {
    return client
        .getItem(request ->
            request.tableName(Layout.LOADED.table()).key(Layout.key(id)).consistentRead(true))
        .hasItem();
  }
}
