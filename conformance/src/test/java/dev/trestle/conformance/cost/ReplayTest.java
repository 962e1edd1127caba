package dev.trestle.conformance.cost;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.design.cost.ItemCost;
import dev.trestle.design.cost.TableOrIndex;
import dev.trestle.design.simulate.Demand;
import dev.trestle.design.simulate.TableThroughput;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.LimitedTables;
import dev.trestle.engine.ManualClock;
import dev.trestle.item.CapacityUnits.Consistency;
import dev.trestle.item.Item;
import dev.trestle.item.KeyHash;
import dev.trestle.item.Value;
import dev.trestle.item.throughput.KeyPosition;
import dev.trestle.item.throughput.UnitKind;
import dev.trestle.model.Table;
import dev.trestle.model.Throughput;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughput;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingReason;

/** The simulation throttles the same requests as the engine, for the same reasons. */
class ReplayTest {
  private static final int REQUESTS = 100_000;
  private static final int KEYS = 200;
  private static final long SEED = 20_261_117;

  private static final int BURST = 5000;

  /** How long a partition is throttled before it is split. */
  private static final Duration UNTIL_SPLIT = Duration.ofMinutes(10);

  private final ManualClock clock = new ManualClock();
  private final SplittableRandom random = new SplittableRandom(SEED);
  private final Map<String, Item> stored = new HashMap<>();

  /**
   * A table under load.
   *
   * @param units of the table and of its index; absent if it is on-demand
   * @param microsMax the longest time between two requests
   * @param hot one in how many requests is for the hottest key
   * @param pause between two bursts of requests
   */
  record Load(
      String name,
      Optional<Throughput> units,
      Optional<Throughput> index,
      int microsMax,
      int hot,
      Duration pause,
      List<String> reasons) {
    /** Whether a partition that is throttled in each burst has been split before this one. */
    boolean isSplit(int burst) {
      return pause.multipliedBy(burst - 1).compareTo(UNTIL_SPLIT) >= 0;
    }

    @Override
    public String toString() {
      return name;
    }

    Table table() {
      var color = Table.index("by_color", Table.string("color"));
      var table = Table.named("things").partition(Table.string("pk"));
      units.ifPresent(given -> table.provisioned(given.read(), given.write()));
      return table
          .global(
              index
                  .map(given -> color.provisioned(given.read(), given.write()))
                  .orElse(color)
                  .keysOnly())
          .build();
    }
  }

  static List<Load> loads() {
    return List.of(
        new Load(
            "provisioned units are used up",
            Optional.of(new Throughput(150, 250)),
            Optional.of(new Throughput(5, 60)),
            2000,
            10,
            Duration.ZERO,
            List.of(
                "TableReadProvisionedThroughputExceeded",
                "TableWriteProvisionedThroughputExceeded",
                "IndexWriteProvisionedThroughputExceeded")),
        new Load(
            "provisioned, a hot key",
            Optional.of(new Throughput(30_000, 30_000)),
            Optional.of(new Throughput(30_000, 30_000)),
            60,
            2,
            Duration.ZERO,
            List.of(
                "TableWriteKeyRangeThroughputExceeded", "IndexWriteKeyRangeThroughputExceeded")),
        new Load(
            "on demand, a hot key, for longer than a partition takes to be split",
            Optional.empty(),
            Optional.empty(),
            100,
            3,
            Duration.ofSeconds(40),
            List.of(
                "TableWriteKeyRangeThroughputExceeded", "IndexWriteKeyRangeThroughputExceeded")));
  }

  @ParameterizedTest
  @MethodSource("loads")
  void a_replay_of_100_000_requests_is_throttled_alike(Load load) {
    var table = load.table();
    var simulated = new TableThroughput(table, ManualClock.START.toEpochMilli());
    var engine = new ArrayList<String>();
    var simulation = new ArrayList<String>();
    var early = new TreeSet<String>();
    var late = new TreeSet<String>();
    var options = EngineOptions.inMemory().withClock(clock).withLimits(LimitedTables.ALL);
    try (var trestle = Trestle.open(options)) {
      create(trestle.client(), load);
      for (int i = 0; i < REQUESTS; i++) {
        if (i % BURST == 0) clock.advance(load.pause());
        clock.advance(Duration.ofNanos(1000L * random.nextInt(load.microsMax() + 1)));
        var key = "k" + (random.nextInt(load.hot()) == 0 ? 0 : random.nextInt(KEYS));
        if (random.nextBoolean()) {
          simulation.add(simulatedRead(simulated, table, key));
          engine.add(outcome(() -> read(trestle.client(), key)));
        } else {
          var item = item(key);
          simulation.add(simulatedWrite(simulated, table, key, item));
          engine.add(outcome(() -> write(trestle.client(), item)));
        }
        boolean isOfTable = engine.getLast().startsWith("Table");
        if (isOfTable) (load.isSplit(i / BURST) ? late : early).add(key);
      }
    }
    assertThat(simulation).as("seed %d", SEED).isEqualTo(engine);
    assertThat(engine).contains("").containsAll(load.reasons());
    if (load.pause().isZero()) return;
    assertThat(late).as("throttled with the hot key after the split").isNotEmpty();
    assertThat(early).as("throttled with it before").hasSizeGreaterThan(late.size());
  }

  private static void create(DynamoDbClient db, Load load) {
    var billing = load.units().isPresent() ? BillingMode.PROVISIONED : BillingMode.PAY_PER_REQUEST;
    var index =
        GlobalSecondaryIndex.builder()
            .indexName("by_color")
            .keySchema(hash("color"))
            .projection(shown -> shown.projectionType("KEYS_ONLY"))
            .provisionedThroughput(load.index().map(ReplayTest::units).orElse(null))
            .build();
    db.createTable(table ->
        table
            .tableName("things")
            .attributeDefinitions(attribute("pk"), attribute("color"))
            .keySchema(hash("pk"))
            .billingMode(billing)
            .provisionedThroughput(load.units().map(ReplayTest::units).orElse(null))
            .globalSecondaryIndexes(index));
  }

  private static ProvisionedThroughput units(Throughput given) {
    return ProvisionedThroughput.builder()
        .readCapacityUnits(given.read())
        .writeCapacityUnits(given.write())
        .build();
  }

  private static AttributeDefinition attribute(String name) {
    return AttributeDefinition.builder().attributeName(name).attributeType("S").build();
  }

  private static KeySchemaElement hash(String name) {
    return KeySchemaElement.builder().attributeName(name).keyType("HASH").build();
  }

  private Item item(String key) {
    var item = new HashMap<String, Value>();
    item.put("pk", Value.string(key));
    if (random.nextInt(4) > 0) item.put("color", Value.string("color" + random.nextInt(3)));
    item.put("data", Value.string("x".repeat(random.nextInt(3000))));
    return Item.of(item);
  }

  private static String outcome(Runnable request) {
    try {
      request.run();
      return "";
    } catch (ProvisionedThroughputExceededException e) {
      return reason(e.throttlingReasons());
    } catch (ThrottlingException e) {
      return reason(e.throttlingReasons());
    }
  }

  private static String reason(List<ThrottlingReason> reasons) {
    return reasons.stream().map(ThrottlingReason::reason).findFirst().orElseThrow();
  }

  private static void read(DynamoDbClient db, String key) {
    db.getItem(request -> request.tableName("things").key(Map.of("pk", AttributeValue.fromS(key))));
  }

  private static void write(DynamoDbClient db, Item item) {
    var sent = new HashMap<String, AttributeValue>();
    for (var name : List.of("pk", "color", "data")) {
      item.get(name).ifPresent(value -> sent.put(name, AttributeValue.fromS(value.string())));
    }
    db.putItem(request -> request.tableName("things").item(sent));
  }

  private String simulatedRead(TableThroughput simulated, Table table, String key) {
    var units =
        new ItemCost(table)
            .get(List.of(Optional.ofNullable(stored.get(key))), Consistency.EVENTUAL)
            .total()
            .read();
    return request(
        simulated,
        List.of(new Demand(TableOrIndex.of("things"), UnitKind.READ, position(key), units)));
  }

  private String simulatedWrite(TableThroughput simulated, Table table, String key, Item item) {
    var before = Optional.ofNullable(stored.get(key));
    var cost = new ItemCost(table).write(before, Optional.of(item));
    var own = TableOrIndex.of("things");
    var demands = new ArrayList<Demand>();
    demands.add(new Demand(own, UnitKind.WRITE, position(key), cost.of(own).write()));
    double indexUnits = cost.of(BY_COLOR).write();
    if (indexUnits > 0) addIndex(before, item, indexUnits, demands);
    var result = request(simulated, demands);
    if (result.isEmpty()) stored.put(key, item);
    return result;
  }

  private static final TableOrIndex BY_COLOR = TableOrIndex.of("things", "by_color");

  /** The old entry and the new one are in different partitions if the color changes. */
  private static void addIndex(
      Optional<Item> before, Item item, double units, List<Demand> demands) {
    var colors = new ArrayList<String>();
    before.flatMap(old -> old.get("color")).ifPresent(color -> colors.add(color.string()));
    item.get("color")
        .map(Value::string)
        .filter(color -> !colors.contains(color))
        .ifPresent(colors::add);
    for (var color : colors) {
      demands.add(new Demand(BY_COLOR, UnitKind.WRITE, position(color), units / colors.size()));
    }
  }

  private String request(TableThroughput simulated, List<Demand> demands) {
    return simulated
        .request(demands, clock.millis())
        .map(TableThroughput.Throttled::reason)
        .orElse("");
  }

  private static KeyPosition position(String key) {
    var bytes = key.getBytes(StandardCharsets.UTF_8);
    return KeyPosition.ofHash(KeyHash.of(bytes, 0, bytes.length));
  }
}
