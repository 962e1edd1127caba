package dev.trestle.design.cost;

import static dev.trestle.model.Load.perDay;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.trestle.design.cost.CapacityPlan.Mode;
import dev.trestle.item.CapacityUnits;
import dev.trestle.item.CapacityUnits.Consistency;
import dev.trestle.model.AccessPattern;
import dev.trestle.model.Composite;
import dev.trestle.model.Entity;
import dev.trestle.model.EntityBuilder;
import dev.trestle.model.Model;
import dev.trestle.model.Population;
import dev.trestle.model.Query;
import dev.trestle.model.Table;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import org.junit.jupiter.api.Test;

/** The cost tables of the designs this project started from, reckoned again. */
class SeedCostTest {
  record Message(String home, String id, String text) {}

  record Memory(String home, String id, String text, long count) {}

  record Counter(String home, String id, long count) {}

  record Activity(String home, String id, String user, String text) {}

  record OfHome(String home) {}

  record OfRow(String home, String id) {}

  private static final Part<String> HOME = Part.text("home", Alphabet.of("a-z"), 9);
  private static final Part<String> ID = Part.text("id", Alphabet.of("a-z"), 9);
  private static final Part<String> USER = Part.text("user", Alphabet.of("a-z"), 9);
  private static final PriceList PRICES = PriceList.of("us-east-1");
  private static final PriceList ESTIMATE = PriceList.of("eu-north-1");

  private static <R extends Record> EntityBuilder<R> row(Table table, Class<R> type) {
    return table
        .entity(type, lookup())
        .partition(KeyTemplate.of("h#<home>", HOME))
        .sort(KeyTemplate.of("r#<id>", ID));
  }

  private static Table.Builder table(String name) {
    return Table.named(name).partition(string("pk")).sort(string("sk"));
  }

  private static Message message(int bytes) {
    return new Message("h", "r", "x".repeat(bytes));
  }

  private static final Entity<Message> MESSAGE =
      row(table("messages").build(), Message.class).example(message(200));
  private static final Entity<Memory> MEMORY =
      row(table("homeops").build(), Memory.class).example(new Memory("h", "r", "x".repeat(120), 1));
  private static final Entity<Counter> COUNTER =
      row(table("counters").build(), Counter.class).example(new Counter("h", "r", 1));
  private static final Entity<Activity> ACTIVITY =
      row(
              table("activities")
                  .global(index("byUser", string("upk")).all())
                  .global(index("byKind", string("kpk")).all())
                  .build(),
              Activity.class)
          .in("byUser", KeyTemplate.of("u#<user>", USER))
          .in("byKind", KeyTemplate.of("k#<user>", USER))
          .example(new Activity("h", "r", "u", "x".repeat(300)));

  private static AccessPattern put(String id, Entity<?> entity) {
    return entity.put(id, id).build();
  }

  private static AccessPattern get(String id, Entity<?> entity) {
    return entity.get(id, id, OfRow.class).consistent().build();
  }

  private static Query<OfHome, Memory> aliases(double typically) {
    return MEMORY.query("2", "aliases of a chat", OfHome.class).typically(typically).build();
  }

  private static final Composite CLASSIFIED =
      Composite.of(
          "classified",
          "a message that is a chore",
          "each step may fail by itself",
          put("1", MESSAGE),
          MEMORY.query("2", "aliases", OfHome.class).consistent().typically(20).build(),
          put("4", ACTIVITY),
          get("5a", MEMORY),
          put("5b", MEMORY),
          get("6a", MEMORY),
          put("6b", MEMORY),
          MEMORY.update("7", "preferences", OfRow.class).set(Memory::count).to(2L).build(),
          get("8a", COUNTER),
          MESSAGE.query("8b", "fast talk", OfHome.class).consistent().typically(5).build(),
          COUNTER.update("9", "responses", OfRow.class).set(Counter::count).to(2L).build());

  private static CapacityPlan plan(PriceList prices, AccessPattern... patterns) {
    return CapacityPlan.of(
        Model.named("seeds")
            .entities(MESSAGE, MEMORY, COUNTER, ACTIVITY)
            .patterns(patterns)
            .build(),
        prices);
  }

  /** HomeOps, seed 003, section 6. */
  @Test
  void a_classified_message_costs_5_reads_and_8_writes() {
    var cost = plan(PRICES, CLASSIFIED).patterns().getFirst().perCall();
    assertThat(cost.total()).isEqualTo(new Units(5, 8));
    assertThat(cost.of(TableOrIndex.of("activities"))).isEqualTo(Units.writing(1));
    assertThat(cost.of(TableOrIndex.of("activities", "byUser"))).isEqualTo(Units.writing(1));
    assertThat(cost.of(TableOrIndex.of("activities", "byKind"))).isEqualTo(Units.writing(1));
  }

  /** The same section's day: 860 RCU and 620 WCU. */
  @Test
  void two_hundred_messages_a_day_come_to_the_seeds_total() {
    int bytes = MEMORY.exampleItem().size();
    var none =
        Composite.of(
            "none",
            "a message that is nothing",
            "it is kept before it is understood",
            put("1", MESSAGE),
            aliases(Math.floor(30.0 * 1024 / bytes)));
    var plan = plan(PRICES, CLASSIFIED.load(perDay(60)), none.load(perDay(140)));
    var day =
        plan.tables().stream()
            .map(TablePlan::average)
            .reduce(Units.NONE, Units::plus)
            .times(86_400);
    assertThat(day.read()).isCloseTo(860, within(1e-6));
    assertThat(day.write()).isCloseTo(620, within(1e-6));
  }

  /** The seed states "1-8 RCU" for the aliases; eight is the cost of a consistent read. */
  @Test
  void thirty_kilobytes_read_eventually_are_4_units_not_8() {
    assertThat(CapacityUnits.read(30 * 1024, Consistency.EVENTUAL)).isEqualTo(4);
    assertThat(CapacityUnits.read(30 * 1024, Consistency.STRONG)).isEqualTo(8);
  }

  /** It compares a month with 2.5 million reads and 1 million writes that on demand has not. */
  @Test
  void what_it_calls_a_thousandth_of_a_percent_is_one_to_two_percent() {
    double reads = 860 * 30 / 2_500_000.0;
    double writes = 620 * 30 / 1_000_000.0;
    assertThat(reads).isBetween(0.010, 0.011);
    assertThat(writes).isBetween(0.018, 0.019);
  }

  @Test
  void on_demand_requests_are_paid_from_the_first() {
    var plan = plan(PRICES, CLASSIFIED.load(perDay(60)));
    assertThat(plan.bill(Mode.ON_DEMAND, true).orElseThrow().requests()).isPositive();
    assertThat(plan.bill(Mode.PROVISIONED, true).orElseThrow().requests()).isZero();
  }

  /** HomeOps, seed 000, section 5: "25 WCU free = ~2.16M writes/month free". */
  @Test
  void twenty_five_units_are_two_million_writes_a_day_not_a_month() {
    assertThat(PRICES.freeTier().writesPerDay()).isEqualTo(2_160_000);
    assertThat(PRICES.freeTier().readsPerDay()).isEqualTo(4_320_000);
  }

  /** The same section's bill of about a cent. */
  @Test
  void a_household_costs_about_a_cent_on_demand() {
    double month = PriceList.SECONDS_PER_MONTH;
    var plan =
        plan(
            ESTIMATE,
            MESSAGE.put("writes", "all writes").load(perSecond(6200 / month)).build(),
            MEMORY
                .get("reads", "all reads, each a whole unit", OfRow.class)
                .consistent()
                .load(perSecond(10_000 / month))
                .build());
    assertThat(plan.onDemand(plan.patterns().getFirst())).isCloseTo(0.0088, within(0.0001));
    assertThat(plan.onDemand(plan.patterns().getLast())).isCloseTo(0.0028, within(0.0001));
    var bill = plan.bill(true).orElseThrow();
    assertThat(bill.total()).isCloseTo(0.0116, within(0.0001));
    assertThat(bill.storage()).isZero();
    assertThat(plan.table("messages").average().write()).isCloseTo(0.002, within(0.001));
    assertThat(plan.prices().estimate()).isTrue();
  }

  /** Messenger, seed 004, section 7.2: 10,000 people with 100 messages a day each. */
  @Test
  void messenger_writes_12_messages_a_second_and_fills_5_gigabytes_in_ten_days() {
    long daily = 10_000L * 100;
    var message =
        row(table("messages").build(), Message.class)
            .population(Population.of(10 * daily, 1))
            .example(message(500 - frame()));
    assertThat(message.exampleItem().size()).isEqualTo(500);
    var put = message.put("M21", "persist message").load(perDay((double) daily)).build();
    var read =
        message
            .query("M9", "messages after a sequence", OfHome.class)
            .typically(8)
            .load(perSecond(100))
            .build();
    var plan =
        CapacityPlan.of(
                Model.named("messenger").entities(message).patterns(put, read).build(), PRICES)
            .table("messages");
    assertThat(Math.round(plan.average().write())).isEqualTo(12);
    assertThat(plan.average().read()).isEqualTo(50);
    assertThat(10.0 * daily * 500).isEqualTo(5e9);
    assertThat(plan.bytes()).isEqualTo(10.0 * daily * 600);
  }

  /** The bytes of a message around its text. */
  private static int frame() {
    return MESSAGE.exampleItem().size() - 200;
  }
}
