package dev.trestle.design.simulate;

import static dev.trestle.model.AutoScaling.upTo;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.trestle.design.Design;
import dev.trestle.design.cost.PriceList;
import dev.trestle.model.Entity;
import dev.trestle.model.Load;
import dev.trestle.model.Model;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Table;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LoadSimulationTest {
  record Note(String book, long page) {}

  private static final PriceList PRICES = PriceList.of("us-east-1");

  private static Design design(Table.Builder table, Load load) {
    Entity<Note> note =
        table
            .partition(string("pk"))
            .sort(string("sk"))
            .ephemeral()
            .build()
            .entity(Note.class, lookup())
            .partition(KeyTemplate.of("b#<book>", Part.text("book", Alphabet.of("a-z0-9"), 20)))
            .sort(KeyTemplate.of("p#<page>", Part.number("page", 0, 9999)))
            .population(Population.of(1_000_000, 10))
            .example(new Note("a", 1));
    Put<Note, Note> write = note.put("N1", "write a note").load(load).build();
    return Design.of(Model.named("notes").entities(note).patterns(write).build());
  }

  private static SimulationResult run(Design design) {
    return LoadSimulation.run(design, Map.of(), 1, 7, PRICES);
  }

  private static SimulationResult.Resource only(SimulationResult result) {
    assertThat(result.resources()).hasSize(1);
    return result.resources().getFirst();
  }

  @Test
  void a_day_has_the_declared_average_and_its_peak_at_noon() {
    var result = run(design(Table.named("notes"), perSecond(40).peak(3)));
    var notes = only(result);
    assertThat(notes.average().write()).isCloseTo(40, within(0.5));
    assertThat(notes.peak().write()).isCloseTo(120, within(2.0));
    assertThat(notes.requests()).isCloseTo(40 * 86_400, within(50_000L));
    assertThat(result.throttled()).isZero();
    var points = notes.points();
    assertThat(points).hasSize(144);
    assertThat(points.get(72).consumed().write()).isGreaterThan(points.get(20).consumed().write());
  }

  @Test
  void provisioned_units_below_the_peak_are_throttled_and_their_burst_helps_for_a_while() {
    var result = run(design(Table.named("notes").provisioned(5, 50), perSecond(30).peak(2)));
    var notes = only(result);
    assertThat(notes.throttled()).isPositive();
    var throttles = notes.throttles().getFirst();
    assertThat(throttles.cause())
        .isEqualTo(
            new SimulationResult.Cause(
                "TableWriteProvisionedThroughputExceeded", "b#<book>", "N1"));
    // Above 50 units from about half past nine; 15,000 saved units last for some time.
    assertThat(throttles.firstSecond()).isBetween(9 * 3600L, 12 * 3600L);
    assertThat(result.breaks().orElseThrow().factor()).isBetween(0.8, 1.6);
  }

  @Test
  void a_hot_key_breaks_at_the_units_of_one_partition() {
    var result = run(design(Table.named("notes"), perSecond(100).hottestKey(0.5)));
    assertThat(result.throttled()).isZero();
    var breaks = result.breaks().orElseThrow();
    assertThat(breaks.cause().reason()).isEqualTo("TableWriteKeyRangeThroughputExceeded");
    // Half of 2000 writes a second go to the key; others share its partition.
    assertThat(breaks.factor()).isBetween(12.0, 21.0);
  }

  @Test
  void auto_scaling_follows_the_day() {
    var scaling = only(run(design(Table.named("notes"), perSecond(100).peak(2)))).scaling();
    assertThat(scaling.highest().write()).isBetween(200.0, 300.0);
    assertThat(scaling.lowest().write()).isLessThan(40);
    assertThat(scaling.average().write()).isBetween(120.0, 220.0);
  }

  @Test
  void declared_auto_scaling_keeps_a_table_from_being_throttled() {
    var load = perSecond(100).peak(3);
    assertThat(run(design(Table.named("notes").provisioned(5, 50), load)).throttled()).isPositive();
    var result = run(design(Table.named("notes").provisioned(5, 50, upTo(5, 600)), load));
    assertThat(result.throttled()).isZero();
    var scaling = only(result).scaling();
    assertThat(scaling.lowest().write()).isEqualTo(50);
    assertThat(scaling.highest().write()).isBetween(400.0, 600.0);
    assertThat(scaling.highest().read()).isEqualTo(5);
    assertThat(result.text()).contains("5/50–5/600");
    assertThat(result.svg()).contains("notes, scaled 5/50–5/600");
    // 600 writes a second are twice the peak.
    assertThat(result.breaks().orElseThrow().factor()).isBetween(1.9, 3.5);
  }

  /** Once it broke at an eighth of its peak load, where growth began: far above its minimum. */
  @Test
  void a_table_with_a_low_minimum_breaks_at_its_maximum() {
    var load = perSecond(100).peak(3);
    var result = run(design(Table.named("notes").provisioned(5, 1, upTo(5, 600)), load));
    assertThat(result.breaks().orElseThrow().factor()).isBetween(1.9, 3.5);
  }

  @Test
  void above_the_maximum_of_its_auto_scaling_a_table_is_throttled() {
    var table = Table.named("notes").provisioned(5, 50, upTo(5, 60));
    var result = run(design(table, perSecond(100).peak(3)));
    assertThat(only(result).throttles().getFirst().cause().reason())
        .isEqualTo("TableWriteProvisionedThroughputExceeded");
    assertThat(only(result).scaling().highest().write()).isEqualTo(60);
  }

  @Test
  void a_lower_target_provisions_more() {
    var load = perSecond(100).peak(2);
    var usual = run(design(Table.named("notes").provisioned(5, 50, upTo(5, 900)), load));
    var roomy =
        run(design(Table.named("notes").provisioned(5, 50, upTo(5, 900).targetPercent(40)), load));
    assertThat(only(roomy).scaling().average().write())
        .isGreaterThan(only(usual).scaling().average().write() * 1.4);
  }

  @Test
  void what_it_costs_is_told_for_both_billing_modes() {
    var result = run(design(Table.named("notes"), perSecond(100)));
    var notes = only(result);
    assertThat(result.onDemand(notes))
        .isCloseTo(
            PRICES.onDemand(notes.average().times(PriceList.SECONDS_PER_MONTH)), within(0.01));
    assertThat(result.provisioned(notes).orElseThrow()).isLessThan(result.onDemand(notes));
    assertThat(result.text()).contains("notes", "on demand", "It breaks first at");
    assertThat(result.svg()).startsWith("<svg").endsWith("</svg>\n");
  }

  @Test
  void the_same_seed_gives_the_same_result() {
    var design = design(Table.named("notes").provisioned(5, 50), perSecond(30).peak(2));
    assertThat(run(design)).isEqualTo(run(design));
    assertThat(LoadSimulation.run(design, Map.of(), 1, 8, PRICES)).isNotEqualTo(run(design));
  }

  @Test
  void a_file_has_other_loads() {
    var design = design(Table.named("notes"), perSecond(40).peak(3));
    var loads = LoadFile.read("# evening\nN1, 20\n", design);
    assertThat(loads).containsExactly(Map.entry("N1", new Load(20, 0, 3)));
    assertThat(LoadFile.read("N1,20,0.1,2", design))
        .containsExactly(Map.entry("N1", new Load(20, 0.1, 2)));
    assertThat(only(LoadSimulation.run(design, loads, 1, 7, PRICES)).average().write())
        .isCloseTo(20, within(0.5));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LoadFile.read("N2,1", design))
        .withMessage("line 1: notes has no pattern 'N2'.");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LoadFile.read("\nN1,many", design))
        .withMessageContaining("line 2: 'many' is not a number");
    assertThatIllegalArgumentException().isThrownBy(() -> LoadFile.read("N1", design));
  }

  /** Once the last of two lines for a pattern counted, and nobody was told. */
  @Test
  void a_file_has_one_load_for_a_pattern() {
    var design = design(Table.named("notes"), perSecond(40).peak(3));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LoadFile.read("N1, 3000\n\nN1, 1\n", design))
        .withMessage("line 3: there is a line for N1 already");
  }

  /** Spreadsheets write it in front of UTF-8; it once was a part of the first pattern's id. */
  @Test
  void a_file_may_begin_with_a_byte_order_mark() {
    var design = design(Table.named("notes"), perSecond(40).peak(3));
    assertThat(LoadFile.read("\uFEFFN1, 20\n", design)).containsOnlyKeys("N1");
  }

  @Test
  void what_dollars_are_is_told_where_prices_of_provisioned_units_are_unknown() {
    var design = design(Table.named("notes"), perSecond(1));
    var text = LoadSimulation.run(design, Map.of(), 1, 7, PriceList.of("eu-north-1")).text();
    assertThat(text)
        .contains("unknown")
        .doesNotContain("On demand is cheaper")
        .contains("Dollars are per month and region, in eu-north-1.");
  }

  @Test
  void columns_have_room_for_long_names() {
    var text =
        run(design(Table.named("notes-of-all-those-who-ever-wrote-one"), perSecond(1))).text();
    var lines = text.lines().toList();
    assertThat(lines.get(2)).hasSameSizeAs(lines.get(1));
  }
}
