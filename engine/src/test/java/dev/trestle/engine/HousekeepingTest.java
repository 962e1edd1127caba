package dev.trestle.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.expression.Expressions;
import dev.trestle.engine.expression.LegacyParameters;
import dev.trestle.engine.operation.CreateTable;
import dev.trestle.engine.operation.DescribeStream;
import dev.trestle.engine.operation.GetRecords;
import dev.trestle.engine.operation.GetShardIterator;
import dev.trestle.engine.operation.ListStreams;
import dev.trestle.engine.operation.PutItem;
import dev.trestle.engine.operation.UpdateTimeToLive;
import dev.trestle.engine.request.ReturnOptions;
import dev.trestle.engine.request.TableParameters.AttributeDefinition;
import dev.trestle.engine.request.TableParameters.KeySchemaElement;
import dev.trestle.engine.request.TableParameters.StreamSpecification;
import dev.trestle.item.Item;
import dev.trestle.item.Value;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HousekeepingTest {
  private static final Duration LONG = Duration.ofMinutes(5);

  static void create(Engine engine) {
    engine.run(
        new CreateTable(
            "things",
            List.of(new AttributeDefinition("pk", "S")),
            List.of(new KeySchemaElement("pk", "HASH")),
            null,
            null,
            "PAY_PER_REQUEST",
            null,
            null,
            new StreamSpecification(true, "NEW_AND_OLD_IMAGES"),
            null,
            null,
            null,
            null));
  }

  static void put(Engine engine) {
    put(engine, Item.of("pk", Value.string("a")));
  }

  private static void put(Engine engine, Item item) {
    engine.run(
        new PutItem("things", item, Expressions.NONE, LegacyParameters.NONE, ReturnOptions.NONE));
  }

  private static String arn(Engine engine) {
    return engine.run(new ListStreams("things", null, null)).streams().getFirst().arn();
  }

  private static int shards(Engine engine) {
    return engine.run(new DescribeStream(arn(engine), null, null, null)).shards().size();
  }

  private static List<GetRecords.ChangeRecord> changes(Engine engine) {
    var changes = new ArrayList<GetRecords.ChangeRecord>();
    var arn = arn(engine);
    for (var shard : engine.run(new DescribeStream(arn, null, null, null)).shards()) {
      var start = new GetShardIterator(arn, shard.id(), "TRIM_HORIZON", null);
      var records = new GetRecords(engine.run(start).shardIterator(), null);
      changes.addAll(engine.run(records).records());
    }
    return changes;
  }

  /** Returns an item that expires at this second. */
  private static Item expiringAt(long second) {
    return Item.of("pk", Value.string("a")).with("ttl", Value.number(second));
  }

  @Test
  void with_a_clock_set_by_hand_it_is_done_when_asked() {
    var clock = new SetClock();
    try (var engine = Engine.open(EngineOptions.inMemory().withClock(clock))) {
      create(engine);
      int before = shards(engine);
      engine.runHousekeeping();
      assertThat(shards(engine)).isEqualTo(before);
      clock.advance(Duration.ofHours(4));
      assertThat(shards(engine)).isEqualTo(before);
      engine.runHousekeeping();
      assertThat(shards(engine)).isEqualTo(2 * before);
    }
  }

  @Test
  void the_removal_of_an_expired_item_is_in_the_stream_as_the_services_own() {
    var clock = new SetClock();
    try (var engine = Engine.open(EngineOptions.inMemory().withClock(clock))) {
      create(engine);
      engine.run(new UpdateTimeToLive("things", true, "ttl"));
      var item = expiringAt(clock.instant().getEpochSecond() + 1);
      put(engine, item);
      engine.runHousekeeping();
      assertThat(changes(engine)).hasSize(1);
      clock.advance(Duration.ofSeconds(1));
      engine.runHousekeeping();
      var removal = changes(engine).getLast();
      assertThat(removal.eventName()).isEqualTo(GetRecords.EventName.REMOVE);
      assertThat(removal.byService()).isTrue();
      assertThat(removal.oldImage()).contains(item);
      assertThat(changes(engine).getFirst().byService()).isFalse();
    }
  }

  @Test
  void an_expired_item_goes_by_itself(@TempDir Path folder) throws InterruptedException {
    try (var engine = Engine.open(EngineOptions.at(folder))) {
      create(engine);
      engine.run(new UpdateTimeToLive("things", true, "ttl"));
      put(engine, expiringAt(Instant.now().getEpochSecond() - 1));
      long deadline = System.nanoTime() + LONG.toNanos();
      long position = engine.changePosition();
      while (changes(engine).size() < 2 && System.nanoTime() < deadline) {
        position = engine.awaitChange(position, LONG);
      }
      assertThat(changes(engine)).extracting(GetRecords.ChangeRecord::byService).contains(true);
    }
  }

  @Test
  void it_goes_on_after_a_failure_of_the_disk(@TempDir Path folder) throws InterruptedException {
    var failures = new AtomicInteger(2);
    FaultPoints faults =
        name -> {
          if (name.equals(FaultPoints.SWEEP_CHUNK) && failures.getAndDecrement() > 0) {
            throw new StorageException("reading from disk failed, on purpose");
          }
        };
    try (var engine = Engine.open(EngineOptions.at(folder).withFaults(faults))) {
      create(engine);
      engine.run(new UpdateTimeToLive("things", true, "ttl"));
      long deadline = System.nanoTime() + LONG.toNanos();
      // Each expired item is one chunk: two rounds fail, the third does not.
      for (int item = 1; item <= 3; item++) {
        put(engine, expiringAt(Instant.now().getEpochSecond() - 1));
        long position = engine.changePosition();
        while (changes(engine).size() < 2 * item && System.nanoTime() < deadline) {
          position = engine.awaitChange(position, Duration.ofSeconds(1));
        }
        assertThat(changes(engine)).hasSize(2 * item);
      }
      // A change can be read before the round that made it ends.
      while (failures.get() >= 0 && System.nanoTime() < deadline) Thread.onSpinWait();
      assertThat(failures.get()).isNegative();
    }
  }

  @Test
  void its_thread_ends_with_the_engine() {
    var before = threads();
    Set<Thread> started;
    try (var engine = Engine.open(EngineOptions.inMemory())) {
      create(engine);
      started = new HashSet<>(threads());
      started.removeAll(before);
    }
    assertThat(started).isNotEmpty().noneMatch(Thread::isAlive);
  }

  private static Set<Thread> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("trestle-housekeeping"))
        .collect(Collectors.toSet());
  }

  @Test
  void a_change_can_be_waited_for() throws InterruptedException {
    try (var engine = Engine.open(EngineOptions.inMemory())) {
      create(engine);
      long position = engine.changePosition();
      assertThat(engine.awaitChange(position, Duration.ofMillis(10))).isEqualTo(position);
      put(engine);
      assertThat(engine.awaitChange(position, LONG)).isGreaterThan(position);
    }
  }
}
