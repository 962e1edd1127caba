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
import dev.trestle.engine.operation.Query;
import dev.trestle.engine.operation.UpdateTimeToLive;
import dev.trestle.engine.request.ReturnOptions;
import dev.trestle.engine.request.TableParameters.AttributeDefinition;
import dev.trestle.engine.request.TableParameters.KeySchemaElement;
import dev.trestle.engine.request.TableParameters.StreamSpecification;
import dev.trestle.item.Item;
import dev.trestle.item.Value;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HousekeepingTest {
  private static final Duration LONG = Duration.ofMinutes(5);

  static void create(Engine engine) {
    create(engine, "things");
  }

  private static void create(Engine engine, String table) {
    create(
        engine,
        table,
        List.of(new AttributeDefinition("pk", "S")),
        List.of(new KeySchemaElement("pk", "HASH")));
  }

  private static void create(
      Engine engine,
      String table,
      List<AttributeDefinition> attributes,
      List<KeySchemaElement> key) {
    engine.run(
        new CreateTable(
            table,
            attributes,
            key,
            null,
            null,
            "PAY_PER_REQUEST",
            null,
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
    put(engine, "things", item);
  }

  private static void put(Engine engine, String table, Item item) {
    engine.run(
        new PutItem(table, item, Expressions.NONE, LegacyParameters.NONE, ReturnOptions.NONE));
  }

  private static String arn(Engine engine) {
    return engine.run(new ListStreams("things", null, null)).streams().getFirst().arn();
  }

  private static int shards(Engine engine) {
    return engine.run(new DescribeStream(arn(engine), null, null, null)).shards().size();
  }

  private static List<GetRecords.ChangeRecord> changes(Engine engine) {
    var changes = new ArrayList<GetRecords.ChangeRecord>();
    for (var start : iterators(engine)) {
      changes.addAll(engine.run(new GetRecords(start, null)).records());
    }
    return changes;
  }

  /** Returns an iterator before the first record of each shard. */
  private static List<String> iterators(Engine engine) {
    var arn = arn(engine);
    return engine.run(new DescribeStream(arn, null, null, null)).shards().stream()
        .map(shard -> new GetShardIterator(arn, shard.id(), "TRIM_HORIZON", null))
        .map(start -> engine.run(start).shardIterator())
        .toList();
  }

  /** Waits until the stream has this many records of the one item. */
  private static void awaitChanges(Engine engine, int count) throws InterruptedException {
    long deadline = System.nanoTime() + LONG.toNanos();
    var next = shardOfItem(engine);
    for (int found = 0; found < count && System.nanoTime() < deadline; ) {
      engine.awaitRecords(next, LONG);
      var page = engine.run(new GetRecords(next, null));
      found += page.records().size();
      next = page.nextShardIterator().orElseThrow();
    }
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
      awaitChanges(engine, 2);
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
      // Each expired item is one chunk: two rounds fail, the third does not.
      for (int item = 1; item <= 3; item++) {
        put(engine, expiringAt(Instant.now().getEpochSecond() - 1));
        awaitChanges(engine, 2 * item);
        assertThat(changes(engine)).hasSize(2 * item);
      }
      // A change can be read before the round that made it ends.
      long deadline = System.nanoTime() + LONG.toNanos();
      while (failures.get() >= 0 && System.nanoTime() < deadline) Thread.onSpinWait();
      assertThat(failures.get()).isNegative();
    }
  }

  /**
   * Breaks the sweep for good: each round finds an expired item and fails. Other points are counted
   * and do nothing, or fail a few times.
   */
  private static final class BrokenSweep implements FaultPoints {
    final CompletableFuture<Engine> engine = new CompletableFuture<>();
    final AtomicInteger sweeps = new AtomicInteger();
    final AtomicInteger others = new AtomicInteger();
    private final String other;
    private final int failures;
    private volatile boolean isMended;

    BrokenSweep(String other, int failures) {
      this.other = other;
      this.failures = failures;
    }

    @Override
    public void reached(String name) {
      if (name.equals(SWEEP_CHUNK) && !isMended) {
        sweeps.incrementAndGet();
        put(engine.join(), expired());
        throw new StorageException("reading from disk failed, on purpose");
      }
      if (name.equals(other) && others.incrementAndGet() <= failures) {
        throw new StorageException("another failure, on purpose");
      }
    }

    void mend() {
      isMended = true;
    }
  }

  private static Item expired() {
    return expiringAt(Instant.now().getEpochSecond() - 1);
  }

  private static boolean isHealthy(Engine engine) {
    try {
      engine.checkHousekeeping();
      return true;
    } catch (StorageException e) {
      return false;
    }
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + LONG.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("too late").isLessThan(deadline);
      Thread.sleep(10);
    }
  }

  @Test
  void old_records_are_trimmed_while_the_sweep_fails_and_after_a_failure_of_their_own(
      @TempDir Path folder) throws InterruptedException {
    try (var engine = Engine.open(EngineOptions.at(folder))) {
      create(engine);
      engine.run(new UpdateTimeToLive("things", true, "ttl"));
      put(engine, expiringAt(Instant.now().plus(Duration.ofHours(1)).getEpochSecond()));
    }
    var faults = new BrokenSweep(FaultPoints.TRIM_CHUNK, 2);
    // The first round finds an expired item and old records. The next turn of the streams would
    // only come after a minute.
    var nextDay = Clock.offset(Clock.systemUTC(), Duration.ofHours(25));
    var options = EngineOptions.at(folder).withClock(nextDay).withFaults(faults);
    try (var engine = Engine.open(options)) {
      faults.engine.complete(engine);
      await(() -> faults.others.get() >= 3);
      assertThat(isHealthy(engine)).isFalse();
      faults.mend();
      await(() -> isHealthy(engine));
      assertThat(faults.others).hasValue(3);
    }
  }

  @Test
  void memory_is_flushed_while_the_sweep_fails_and_after_a_failure_of_its_own()
      throws InterruptedException {
    var faults = new BrokenSweep(FaultPoints.FLUSH, 2);
    try (var engine = Engine.open(EngineOptions.inMemory().withFaults(faults))) {
      faults.engine.complete(engine);
      create(engine);
      engine.run(new UpdateTimeToLive("things", true, "ttl"));
      put(engine, expired());
      await(() -> faults.sweeps.get() > 0);
      makeReverseReadsSlow(engine);
      await(() -> faults.others.get() >= 3);
      assertThat(isHealthy(engine)).isFalse();
      faults.mend();
      await(() -> isHealthy(engine));
      assertThat(faults.others).hasValue(3);
    }
  }

  /** Writes and reads as much as makes a flush due. */
  private static void makeReverseReadsSlow(Engine engine) {
    create(
        engine,
        "sorted",
        List.of(new AttributeDefinition("pk", "S"), new AttributeDefinition("sk", "S")),
        List.of(new KeySchemaElement("pk", "HASH"), new KeySchemaElement("sk", "RANGE")));
    var item = Item.of("pk", Value.string("a")).with("sk", Value.string("b"));
    put(engine, "sorted", item);
    var key = new Expressions(null, null, "pk = :pk", null, null, null, KEY);
    var inReverse =
        new Query("sorted", null, key, LegacyParameters.NONE, null, null, null, false, null, null);
    for (int i = 0; i < 1000; i++) assertThat(engine.run(inReverse).count()).isEqualTo(1);
    // An item that does not change is not written.
    for (int i = 0; i < 20_000; i++) put(engine, "sorted", item.with("n", Value.number(i)));
  }

  private static final Item KEY = Item.of(":pk", Value.string("a"));

  private static FaultPoints failingOnce(Error error) {
    var failures = new AtomicInteger(1);
    return name -> {
      if (name.equals(FaultPoints.SWEEP_CHUNK) && failures.getAndDecrement() > 0) throw error;
    };
  }

  @Test
  void a_fatal_error_is_handed_to_the_process_and_it_goes_on_if_that_does(@TempDir Path folder)
      throws InterruptedException {
    var handed = new LinkedBlockingQueue<Throwable>();
    var before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((_, thrown) -> handed.add(thrown));
    var faults = failingOnce(new InternalError("on purpose"));
    try (var engine = Engine.open(EngineOptions.at(folder).withFaults(faults))) {
      create(engine);
      engine.run(new UpdateTimeToLive("things", true, "ttl"));
      put(engine, expired());
      assertThat(handed.poll(LONG.toSeconds(), TimeUnit.SECONDS))
          .isInstanceOf(InternalError.class)
          .hasMessage("on purpose");
      awaitChanges(engine, 2);
      assertThat(changes(engine)).extracting(GetRecords.ChangeRecord::byService).contains(true);
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
  }

  /** Once the process was told on the thread for which closing waits. */
  @Test
  void a_process_that_is_told_of_a_fatal_error_may_close_the_engine(@TempDir Path folder)
      throws Exception {
    var opened = new CompletableFuture<Engine>();
    var closed = new CompletableFuture<Void>();
    var before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((_, _) -> {
      opened.join().close();
      closed.complete(null);
    });
    try {
      var faults = failingOnce(new InternalError("on purpose"));
      var engine = Engine.open(EngineOptions.at(folder).withFaults(faults));
      create(engine);
      engine.run(new UpdateTimeToLive("things", true, "ttl"));
      put(engine, expired());
      opened.complete(engine);
      closed.get(LONG.toSeconds(), TimeUnit.SECONDS);
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
  }

  /** Without files, logging throws as well. Once that ended the thread, and nobody was told. */
  @Test
  void it_goes_on_although_its_log_cannot_be_written(@TempDir Path folder)
      throws InterruptedException {
    var log = Logger.getLogger(Housekeeping.class.getName());
    var broken = new BrokenLog();
    var failures = new AtomicInteger(1);
    FaultPoints faults =
        name -> {
          if (name.equals(FaultPoints.SWEEP_CHUNK) && failures.getAndDecrement() > 0) {
            throw new StorageException("reading from disk failed, on purpose");
          }
        };
    log.addHandler(broken);
    try (var engine = Engine.open(EngineOptions.at(folder).withFaults(faults))) {
      create(engine);
      engine.run(new UpdateTimeToLive("things", true, "ttl"));
      for (int item = 1; item <= 2; item++) {
        put(engine, expired());
        awaitChanges(engine, 2 * item);
      }
      await(() -> isHealthy(engine));
      assertThat(changes(engine)).hasSize(4);
      assertThat(broken.records.get()).isPositive();
    } finally {
      log.removeHandler(broken);
    }
  }

  private static final class BrokenLog extends Handler {
    final AtomicInteger records = new AtomicInteger();

    @Override
    public void publish(LogRecord record) {
      records.incrementAndGet();
      throw new NoClassDefFoundError("on purpose");
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
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
  void the_next_change_of_a_shard_can_be_waited_for() throws InterruptedException {
    try (var engine = Engine.open(EngineOptions.inMemory())) {
      create(engine);
      put(engine);
      var read = engine.run(new GetRecords(shardOfItem(engine), null));
      var after = read.nextShardIterator().orElseThrow();
      assertThat(read.records()).hasSize(1);
      assertThat(waited(engine, after, Duration.ofMillis(50))).isTrue();
      put(engine, expiringAt(1));
      engine.awaitRecords(after, LONG);
      assertThat(engine.run(new GetRecords(after, null)).records()).hasSize(1);
    }
  }

  @Test
  void a_change_of_another_table_does_not_end_the_wait() throws InterruptedException {
    try (var engine = Engine.open(EngineOptions.inMemory())) {
      create(engine, "others");
      create(engine);
      put(engine);
      var read = engine.run(new GetRecords(shardOfItem(engine), null));
      var after = read.nextShardIterator().orElseThrow();
      put(engine, "others", Item.of("pk", Value.string("a")));
      assertThat(waited(engine, after, Duration.ofMillis(50))).isTrue();
    }
  }

  @Test
  void the_end_of_a_shard_ends_the_wait() throws InterruptedException {
    var clock = new SetClock();
    try (var engine = Engine.open(EngineOptions.inMemory().withClock(clock))) {
      create(engine);
      put(engine);
      var iterator = shardOfItem(engine);
      clock.advance(Duration.ofHours(4));
      engine.runHousekeeping();
      engine.awaitRecords(iterator, LONG);
    }
  }

  /** Returns an iterator before the first record of the shard that has the item's changes. */
  private static String shardOfItem(Engine engine) {
    return iterators(engine).stream()
        .filter(start -> !engine.run(new GetRecords(start, null)).records().isEmpty())
        .findFirst()
        .orElseThrow();
  }

  /** Returns whether the wait lasted until the timeout. */
  private static boolean waited(Engine engine, String iterator, Duration timeout)
      throws InterruptedException {
    long start = System.nanoTime();
    engine.awaitRecords(iterator, timeout);
    return System.nanoTime() - start >= timeout.toNanos();
  }
}
