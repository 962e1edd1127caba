package dev.trestle.conformance.embedded;

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
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.InternalServerErrorException;

/** Closing while requests run: each one succeeds or is rejected, and none is executed in part. */
class CloseTest {
  private static final int WRITERS = 8;
  private static final int WRITES_BEFORE = 200;

  private final Path folder = TemporaryFolder.create();

  @AfterEach
  void delete() {
    TemporaryFolder.delete(folder);
  }

  @ParameterizedTest
  @EnumSource(Durability.class)
  void what_was_acknowledged_before_the_closing_is_there_after_it(Durability durability)
      throws InterruptedException, ExecutionException {
    var acknowledged = ConcurrentHashMap.<Integer>newKeySet();
    var attempted = new AtomicInteger();
    // Not virtual threads: readers that never wait would leave no carrier for the writers.
    try (var threads = Executors.newCachedThreadPool()) {
      var trestle = Trestle.open(EngineOptions.at(folder).withDurability(durability));
      Ledger.create(trestle.client());
      var busy = new CountDownLatch(WRITES_BEFORE);
      var work = new ArrayList<Future<?>>();
      for (int i = 0; i < WRITERS; i++) {
        work.add(
            threads.submit(() -> {
              while (true) {
                int number = attempted.getAndIncrement();
                try {
                  Ledger.putPair(trestle.client(), number, 500);
                } catch (InternalServerErrorException closed) {
                  return;
                }
                acknowledged.add(number);
                busy.countDown();
              }
            }));
        work.add(threads.submit(() -> readUntilClosed(trestle.client())));
      }
      busy.await();
      trestle.close();
      for (var each : work) each.get();
    }
    assertThat(acknowledged).hasSizeGreaterThanOrEqualTo(WRITES_BEFORE);
    try (var trestle = Trestle.open(folder)) {
      var pairs = Ledger.pairs(trestle.client());
      assertThat(pairs.keySet()).containsAll(acknowledged);
      assertThat(pairs).hasSizeBetween(acknowledged.size(), attempted.get());
    }
  }

  private static void readUntilClosed(DynamoDbClient db) {
    try {
      while (true) {
        db.scan(scan -> scan.tableName(Ledger.TABLE).limit(50));
        db.scan(scan -> scan.tableName(Ledger.TABLE).indexName(Ledger.INDEX).limit(50));
      }
    } catch (InternalServerErrorException _) {
      // Closed: nothing more can be read.
    }
  }

  @Test
  void a_write_that_is_under_way_is_waited_for() throws InterruptedException, ExecutionException {
    var faults = new Faults();
    var trestle = Trestle.open(EngineOptions.at(folder).withFaults(faults));
    Ledger.create(trestle.client());
    try (var threads = Executors.newCachedThreadPool();
        var held = faults.block(FaultPoints.COMMIT_BEFORE_WRITE)) {
      var write = threads.submit(() -> Ledger.putPair(trestle.client(), 1, 10));
      held.awaitArrival();
      var close = threads.submit(trestle::close);
      assertThat(write.isDone()).isFalse();
      assertThat(close.isDone()).isFalse();
      held.release();
      write.get();
      close.get();
    }
    try (var again = Trestle.open(folder)) {
      assertThat(Ledger.pairs(again.client())).containsOnlyKeys(1);
    }
  }

  @Test
  void whoever_closes_it_as_well_waits_until_it_is_closed() throws InterruptedException {
    var trestle = Trestle.open(folder);
    Ledger.create(trestle.client());
    Ledger.put(trestle.client(), 1, 1);
    var isReading = new CountDownLatch(1);
    var release = new CountDownLatch(1);
    var reading =
        Thread.ofPlatform()
            .start(() ->
                trestle
                    .engine()
                    .verify((done, total) -> {
                      isReading.countDown();
                      await(release);
                    }));
    isReading.await();
    var first = Thread.ofPlatform().start(trestle::close);
    Await.until(() -> isClosed(trestle), Duration.ofMinutes(1));
    var second = Thread.ofPlatform().start(trestle::close);
    assertThat(second.join(Duration.ofMillis(200))).isFalse();
    release.countDown();
    for (var thread : List.of(reading, first, second)) thread.join();
    Trestle.open(folder).close();
  }

  /** Nobody would go on with it, and its snapshot would keep the data from being closed. */
  @Test
  void a_restore_that_meets_the_closing_is_refused() throws Exception {
    var faults = new Faults();
    var trestle = Trestle.open(EngineOptions.at(folder).withFaults(faults));
    var db = trestle.client();
    Ledger.create(db);
    db.updateContinuousBackups(request ->
        request
            .tableName(Ledger.TABLE)
            .pointInTimeRecoverySpecification(on -> on.pointInTimeRecoveryEnabled(true)));
    try (var threads = Executors.newCachedThreadPool();
        var held = faults.block(FaultPoints.CATALOG_AFTER_WRITE)) {
      var restore =
          threads.submit(() ->
              db.restoreTableToPointInTime(request ->
                  request
                      .sourceTableName(Ledger.TABLE)
                      .targetTableName("copy")
                      .useLatestRestorableTime(true)));
      held.awaitArrival();
      var close = threads.submit(trestle::close);
      Await.until(() -> isClosed(trestle), Duration.ofMinutes(1));
      held.release();
      assertThatThrownBy(restore::get)
          .hasCauseInstanceOf(InternalServerErrorException.class)
          .hasMessageContaining("closed");
      close.get();
    }
    try (var again = Trestle.open(folder)) {
      assertThat(again.client().listTables().tableNames()).containsExactly(Ledger.TABLE);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean isClosed(Trestle trestle) {
    try {
      trestle.engine().checkWrites();
      return false;
    } catch (StorageException e) {
      return true;
    }
  }

  @Test
  void a_closed_engine_refuses_every_request_and_may_be_closed_again() {
    var trestle = Trestle.open(folder);
    Ledger.create(trestle.client());
    trestle.close();
    trestle.close();
    assertThatThrownBy(() -> Ledger.put(trestle.client(), 1, 1))
        .isInstanceOf(InternalServerErrorException.class)
        .hasMessageContaining("closed");
    assertThatThrownBy(() -> trestle.client().listTables())
        .isInstanceOf(InternalServerErrorException.class);
    assertThatThrownBy(() -> trestle.client().scan(scan -> scan.tableName(Ledger.TABLE)))
        .isInstanceOf(InternalServerErrorException.class);
    assertThatThrownBy(() -> trestle.streamsClient().listStreams())
        .isInstanceOf(InternalServerErrorException.class);
  }
}
