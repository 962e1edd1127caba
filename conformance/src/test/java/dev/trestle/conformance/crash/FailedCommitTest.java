package dev.trestle.conformance.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.Durability;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.FaultPoints;
import dev.trestle.engine.StorageException;
import dev.trestle.testing.Await;
import dev.trestle.testing.Faults;
import dev.trestle.testing.TemporaryFolder;
import dev.trestle.testing.reference.ReferenceValues;
import dev.trestle.testing.reference.Tables;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.InternalServerErrorException;

/** A write to disk fails or is slow. */
class FailedCommitTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

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
      write.get(60, TimeUnit.SECONDS);
      assertThat(isThere(client, "slow")).isTrue();
      assertThatThrownBy(() -> refusal.get(60, TimeUnit.SECONDS))
          .hasCauseInstanceOf(ConditionalCheckFailedException.class);
    }
  }

  @ParameterizedTest
  @EnumSource(Durability.class)
  void after_an_error_in_the_committer_nobody_waits_for_ever(Durability durability)
      throws Exception {
    for (var point : List.of(FaultPoints.COMMIT_BEFORE_WRITE, FaultPoints.COMMIT_AFTER_WRITE)) {
      var isArmed = new AtomicBoolean();
      FaultPoints faults =
          name -> {
            if (isArmed.get() && name.equals(point)) throw new OutOfMemoryError("on purpose");
          };
      var told = new ConcurrentLinkedQueue<Throwable>();
      try (var trestle = open(durability, faults)) {
        var client = trestle.client();
        var engine = trestle.engine();
        engine.onFatalError(told::add);
        if (point.equals(FaultPoints.COMMIT_BEFORE_WRITE)) Tables.create(client, Layout.LOADED);
        engine.checkWrites();
        isArmed.set(true);
        var writes = new ArrayList<CompletableFuture<Void>>();
        for (int i = 0; i < 20; i++) {
          var id = "w" + i;
          writes.add(
              CompletableFuture.runAsync(() -> put(client, id, 1), Thread::startVirtualThread));
        }
        for (var write : writes) {
          assertThatThrownBy(() -> write.get(60, TimeUnit.SECONDS))
              .hasCauseInstanceOf(InternalServerErrorException.class);
        }
        isArmed.set(false);
        assertThatThrownBy(() -> put(client, "later", 1))
            .isInstanceOf(InternalServerErrorException.class);
        assertThatThrownBy(engine::checkWrites).isInstanceOf(StorageException.class);
        Await.until(() -> !told.isEmpty(), PATIENCE);
        assertThat(told).hasSize(1).first().isInstanceOf(OutOfMemoryError.class);
      }
    }
    try (var trestle = open(durability, new Faults())) {
      put(trestle.client(), "after", 1);
      assertThat(isThere(trestle.client(), "after")).isTrue();
    }
  }

  /** The process may be so short of memory that even this fails. */
  @ParameterizedTest
  @EnumSource(Durability.class)
  void an_error_that_cannot_be_described_leaves_nobody_waiting(Durability durability)
      throws Exception {
    var isArmed = new AtomicBoolean();
    FaultPoints faults =
        name -> {
          if (isArmed.get() && name.equals(FaultPoints.COMMIT_BEFORE_WRITE)) {
            throw new Unspeakable();
          }
        };
    var trestle = open(durability, faults);
    Tables.create(trestle.client(), Layout.LOADED);
    isArmed.set(true);
    for (int i = 0; i < 3; i++) {
      var id = "w" + i;
      var write =
          CompletableFuture.runAsync(
              () -> put(trestle.client(), id, 1), Thread::startVirtualThread);
      assertThatThrownBy(() -> write.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
          .hasCauseInstanceOf(InternalServerErrorException.class);
    }
    trestle.close();
  }

  private static final class Unspeakable extends RuntimeException {
    @Override
    public String getMessage() {
      throw new IllegalStateException("on purpose");
    }
  }

  /** Once the listener ran on a thread for which closing waits. */
  @ParameterizedTest
  @EnumSource(Durability.class)
  void whoever_is_told_of_a_fatal_error_may_close_the_engine(Durability durability)
      throws Exception {
    var isArmed = new AtomicBoolean();
    FaultPoints faults =
        name -> {
          if (isArmed.get() && name.equals(FaultPoints.COMMIT_BEFORE_WRITE)) {
            throw new InternalError("on purpose");
          }
        };
    var trestle = open(durability, faults);
    Tables.create(trestle.client(), Layout.LOADED);
    var closed = new CompletableFuture<Void>();
    trestle
        .engine()
        .onFatalError(error -> {
          trestle.close();
          closed.complete(null);
        });
    isArmed.set(true);
    var write =
        CompletableFuture.runAsync(
            () -> put(trestle.client(), "failed", 1), Thread::startVirtualThread);
    assertThatThrownBy(() -> write.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
        .hasCauseInstanceOf(InternalServerErrorException.class);
    closed.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  /** A server registers only once it has started, and its workers write before that. */
  @ParameterizedTest
  @EnumSource(Durability.class)
  void whoever_registers_after_a_fatal_error_is_told_of_it(Durability durability) {
    FaultPoints faults =
        name -> {
          if (name.equals(FaultPoints.COMMIT_BEFORE_WRITE)) throw new InternalError("on purpose");
        };
    var told = new ConcurrentLinkedQueue<Throwable>();
    try (var trestle = open(durability, faults)) {
      assertThatThrownBy(() -> Tables.create(trestle.client(), Layout.LOADED))
          .isInstanceOf(InternalServerErrorException.class);
      trestle.engine().onFatalError(told::add);
      Await.until(() -> !told.isEmpty(), PATIENCE);
      assertThat(told).hasSize(1).first().isInstanceOf(InternalError.class);
    }
  }

  private Trestle open(Durability durability, FaultPoints faults) {
    return Trestle.open(EngineOptions.at(folder).withDurability(durability).withFaults(faults));
  }

  private static void put(DynamoDbClient client, String id, int v) {
    client.putItem(request ->
        request
            .tableName(Layout.LOADED.table())
            .item(Map.of("id", ReferenceValues.text(id), "v", ReferenceValues.number(v))));
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
