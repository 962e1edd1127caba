package dev.trestle.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.expression.Expressions;
import dev.trestle.engine.expression.LegacyParameters;
import dev.trestle.engine.operation.CreateTable;
import dev.trestle.engine.operation.DescribeStream;
import dev.trestle.engine.operation.ListStreams;
import dev.trestle.engine.operation.PutItem;
import dev.trestle.engine.operation.ReturnOptions;
import dev.trestle.engine.operation.TableParameters.AttributeDefinition;
import dev.trestle.engine.operation.TableParameters.KeySchemaElement;
import dev.trestle.engine.operation.TableParameters.StreamSpecification;
import dev.trestle.item.Item;
import dev.trestle.item.Value;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class HousekeepingTest {
  private static final Duration LONG = Duration.ofMinutes(5);

  private static void create(Engine engine) {
    engine.run(
        new CreateTable(
            "things",
            List.of(new AttributeDefinition("pk", "S")),
            List.of(new KeySchemaElement("pk", "HASH")),
            null,
            null,
            "PAY_PER_REQUEST",
            null,
            new StreamSpecification(true, "KEYS_ONLY"),
            null,
            null,
            null,
            null));
  }

  private static void put(Engine engine) {
    var item = Item.of("pk", Value.string("a"));
    engine.run(
        new PutItem("things", item, Expressions.NONE, LegacyParameters.NONE, ReturnOptions.NONE));
  }

  private static int shards(Engine engine) {
    var arn = engine.run(new ListStreams("things", null, null)).streams().getFirst().arn();
    return engine.run(new DescribeStream(arn, null, null, null)).shards().size();
  }

  @Test
  void with_a_clock_set_by_hand_it_is_done_when_asked() {
    var clock = new SetClock();
    try (var engine = Engine.open(EngineOptions.inMemory().withClock(clock))) {
      create(engine);
      int before = shards(engine);
      engine.keepHouse();
      assertThat(shards(engine)).isEqualTo(before);
      clock.advance(Duration.ofHours(4));
      assertThat(shards(engine)).isEqualTo(before);
      engine.keepHouse();
      assertThat(shards(engine)).isEqualTo(2 * before);
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
