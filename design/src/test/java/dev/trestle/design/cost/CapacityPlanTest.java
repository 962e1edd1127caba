package dev.trestle.design.cost;

import static dev.trestle.model.AutoScaling.upTo;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.trestle.design.cost.CapacityPlan.Mode;
import dev.trestle.model.AutoScaling;
import dev.trestle.model.BackupPlan;
import dev.trestle.model.Load;
import dev.trestle.model.Mail;
import dev.trestle.model.Model;
import dev.trestle.model.Population;
import dev.trestle.model.Projection;
import dev.trestle.model.StreamView;
import dev.trestle.model.Table;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import org.junit.jupiter.api.Test;

class CapacityPlanTest {
  record Row(String name, String other, String text) {}

  private static final Part<String> NAME = Part.text("name", Alphabet.of("a-z"), 9);
  private static final Part<String> OTHER = Part.text("other", Alphabet.of("a-z"), 9);
  private static final PriceList PRICES = PriceList.of("us-east-1");
  private static final double GB = 1L << 30;

  private static Table.Builder table() {
    return Table.named("rows").partition(string("pk")).sort(string("sk"));
  }

  /** An item of exactly 500 bytes: 2 + 3, 2 + 1, then text. */
  private static CapacityPlan plan(Table.Builder table, Load load, long items) {
    var row =
        table
            .build()
            .entity(Row.class, lookup())
            .partition(NAME)
            .sort(OTHER)
            .population(Population.of(items, 1))
            .example(new Row("abc", "d", "x".repeat(488)));
    assertThat(row.exampleItem().size()).isEqualTo(500);
    var put = row.put("P", "keep").load(load).build();
    return CapacityPlan.of(Model.named("rows").entities(row).patterns(put).build(), PRICES);
  }

  @Test
  void on_demand_costs_by_the_million() {
    var plan = plan(table(), perSecond(1_000_000 / PriceList.SECONDS_PER_MONTH), 0);
    assertThat(plan.onDemand(plan.patterns().getFirst())).isCloseTo(0.625, within(1e-9));
    var bill = plan.bill(Mode.ON_DEMAND, false).orElseThrow();
    assertThat(bill.total()).isCloseTo(0.625, within(1e-9));
  }

  @Test
  void provisioned_is_cheaper_when_the_load_is_steady_and_dearer_when_it_has_peaks() {
    var steady = plan(table(), perSecond(70), 0);
    var line = steady.table("rows").lines().getFirst();
    assertThat(line.provisioned()).isEqualTo(new Units(1, 100));
    var even = steady.comparison(steady.table("rows"));
    assertThat(even.cheaper()).isEqualTo(Mode.PROVISIONED);
    assertThat(even.utilisation().write()).isCloseTo(0.7, within(1e-9));
    assertThat(even.provisioned().orElseThrow()).isCloseTo(100 * 0.4745 + 0.0949, within(1e-9));

    var bursts = plan(table(), perSecond(7).peak(10), 0);
    var uneven = bursts.comparison(bursts.table("rows"));
    assertThat(uneven.cheaper()).isEqualTo(Mode.ON_DEMAND);
    assertThat(uneven.factor().orElseThrow()).isGreaterThan(4);
  }

  @Test
  void declared_units_are_the_ones_that_are_paid() {
    var plan = plan(table().provisioned(30, 40), perSecond(1), 0);
    assertThat(plan.table("rows").provisioned()).isEqualTo(new Units(30, 40));
    var bill = plan.bill(false).orElseThrow();
    assertThat(bill.requests()).isCloseTo((30 * 0.00013 + 40 * 0.00065) * 730, within(1e-9));
  }

  @Test
  void scaled_units_are_planned_for_the_peak_at_their_target_and_within_their_bounds() {
    var scaling = upTo(30, 400).targetPercent(50);
    assertThat(provisioned(scaling, perSecond(50).peak(3))).isEqualTo(new Units(10, 300));
    assertThat(provisioned(scaling, perSecond(300))).isEqualTo(new Units(10, 400));
    assertThat(provisioned(scaling, perSecond(1))).isEqualTo(new Units(10, 20));
  }

  private static Units provisioned(AutoScaling scaling, Load load) {
    return plan(table().provisioned(10, 20, scaling), load, 0).table("rows").provisioned();
  }

  @Test
  void the_free_tier_covers_provisioned_units_and_storage_but_no_request_on_demand() {
    var plan = plan(table().provisioned(25, 25), perSecond(1), 20_000_000);
    assertThat(plan.bill(true).orElseThrow().total()).isZero();
    assertThat(plan.bill(Mode.PROVISIONED, true).orElseThrow().total()).isZero();
    var onDemand = plan.bill(Mode.ON_DEMAND, true).orElseThrow();
    assertThat(onDemand.storage()).isZero();
    assertThat(onDemand.requests()).isEqualTo(plan.bill(Mode.ON_DEMAND, false).get().requests());
    assertThat(onDemand.requests()).isPositive();
  }

  @Test
  void storage_counts_a_hundred_bytes_for_each_item_and_each_index_entry() {
    var plan = plan(table(), Load.NONE, 1 << 20);
    assertThat(plan.table("rows").bytes()).isEqualTo(600.0 * (1 << 20));
    var bill = plan.bill(Mode.ON_DEMAND, false).orElseThrow();
    assertThat(bill.storage()).isCloseTo(600.0 * (1 << 20) / GB * 0.25, within(1e-9));
  }

  @Test
  void recovery_backups_streams_and_replicas_are_on_the_bill() {
    var plan =
        plan(
            table().recoverable().backups(BackupPlan.daily(35)).stream(StreamView.NEW_IMAGE)
                .replicas("eu-north-1"),
            perSecond(1),
            1 << 20);
    double size = 600.0 * (1 << 20) / GB;
    var bill = plan.bill(Mode.ON_DEMAND, false).orElseThrow();
    assertThat(bill.recovery()).isCloseTo(size * 2 * 0.20, within(1e-9));
    assertThat(bill.backups()).isCloseTo(size * 35 * 0.10, within(1e-9));
    assertThat(bill.streams()).isCloseTo(2_628_000 / 100_000.0 * 0.02, within(1e-9));
    assertThat(bill.requests()).isCloseTo(2 * 2.628 * 0.625, within(1e-9));
    assertThat(plan.bill(Mode.ON_DEMAND, true).orElseThrow().streams())
        .isCloseTo(128_000 / 100_000.0 * 0.02, within(1e-9));
  }

  @Test
  void provisioned_units_are_paid_in_each_region() {
    var bill =
        plan(table().provisioned(30, 40).replicas("eu-north-1", "eu-west-1"), perSecond(1), 1)
            .bill(false)
            .orElseThrow();
    assertThat(bill.requests()).isCloseTo(3 * (30 * 0.00013 + 40 * 0.00065) * 730, within(1e-9));
  }

  @Test
  void a_local_index_uses_the_units_of_its_table_and_a_global_one_its_own() {
    record Told(String name, String other, String text) {}
    var table =
        table()
            .local("local", string("lsk"), new Projection.KeysOnly())
            .global(index("global", string("gpk")).keysOnly())
            .build();
    var row =
        table
            .entity(Told.class, lookup())
            .partition(NAME)
            .sort(OTHER)
            .inLocal("local", KeyTemplate.of("l#<other>", OTHER))
            .in("global", KeyTemplate.of("g#<other>", OTHER))
            .population(Population.of(1000, 1))
            .example(new Told("abc", "d", "x"));
    var put = row.put("P", "keep").load(perSecond(10)).build();
    var plan =
        CapacityPlan.of(Model.named("rows").entities(row).patterns(put).build(), PRICES)
            .table("rows");
    assertThat(plan.lines())
        .extracting(TablePlan.Line::resource)
        .containsExactly(TableOrIndex.of("rows"), TableOrIndex.of("rows", "global"));
    assertThat(plan.lines()).extracting(line -> line.average().write()).containsExactly(20.0, 10.0);
    assertThat(plan.bytes()).isGreaterThan(plan.tableBytes());
  }

  @Test
  void without_provisioned_prices_there_is_no_comparison_with_them() {
    var plan = CapacityPlan.of(Mail.MODEL, PriceList.of("eu-north-1"));
    assertThat(plan.comparison(plan.table("mail")).provisioned()).isEmpty();
    assertThat(plan.comparison(plan.table("mail")).cheaper()).isEqualTo(Mode.ON_DEMAND);
    assertThat(plan.bill(Mode.PROVISIONED, false)).isEmpty();
    assertThat(plan.bill(false)).isPresent();
  }

  @Test
  void a_plan_can_be_read_and_says_where_its_prices_come_from() {
    assertThat(CapacityPlan.of(Mail.MODEL, PRICES).text())
        .contains("mail at the prices of us-east-1, 2026-01-01")
        .contains("mail/flagged")
        .contains("all provisioned, free tier taken off")
        .contains("more than 29 % of the read");
    assertThat(CapacityPlan.of(Mail.MODEL, PriceList.of("eu-north-1")).text())
        .contains("an estimate", "not known")
        .doesNotContain("Provisioned pays off");
  }
}
