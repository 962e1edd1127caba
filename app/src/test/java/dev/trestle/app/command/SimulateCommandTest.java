package dev.trestle.app.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.trestle.app.config.SystemName;
import dev.trestle.cli.ExitCode;
import dev.trestle.design.Design;
import dev.trestle.design.cost.CapacityPlan;
import dev.trestle.design.cost.PriceList;
import dev.trestle.design.cost.TablePlan;
import dev.trestle.design.export.JsonTree;
import dev.trestle.design.simulate.LoadSimulation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SimulateCommandTest {
  private static final PriceList PRICES = PriceList.of("us-east-1");

  @TempDir Path folder = Path.of("");

  private CommandRun run(String... args) {
    return CommandRun.of(folder, Map.of(), args);
  }

  @ParameterizedTest
  @EnumSource(SystemName.class)
  void a_day_consumes_what_the_plan_predicts_and_is_not_throttled(SystemName system) {
    var design = Design.of(system.model());
    var result = LoadSimulation.run(design, Map.of(), 1, 1, PRICES);
    assertThat(result.throttled()).isZero();
    var plan = CapacityPlan.of(design, PRICES);
    for (var resource : result.resources()) {
      var planned = line(plan, resource.resource().table(), resource.resource().toString());
      assertThat(resource.average().read())
          .as("reads of %s", resource.resource())
          .isCloseTo(planned.average().read(), within(0.05 + planned.average().read() / 20));
      assertThat(resource.average().write())
          .as("writes of %s", resource.resource())
          .isCloseTo(planned.average().write(), within(0.05 + planned.average().write() / 20));
    }
    assertThat(result.breaks().orElseThrow().factor()).isGreaterThan(1);
  }

  private static TablePlan.Line line(CapacityPlan plan, String table, String resource) {
    return plan.table(table).lines().stream()
        .filter(line -> line.resource().toString().equals(resource))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void it_comes_as_text_as_json_and_as_a_picture() {
    var text = run("simulate", "homeops");
    assertThat(text.exitCode()).isEqualTo(ExitCode.SUCCESS);
    assertThat(text.out()).contains("Nothing is throttled", "breaks first at");
    var json = JsonTree.parse(run("simulate", "homeops", "--json").out()).print();
    assertThat(json).contains("\"breaksFirst\"", "\"autoScaling\"", "\"throttled\": 0");
    assertThat(json).contains("\"onDemandCheaperBelow\"");
    run("simulate", "homeops", "--picture", "-o", "load.svg");
    assertThat(folder.resolve("load.svg")).content().startsWith("<svg");
  }

  @Test
  void a_declared_load_that_is_throttled_ends_with_one() throws IOException {
    var declared = run("export", "json", "homeops").out();
    var load =
        "(?s)(?<until>\"H14\".*?\"perSecond\": )[0-9.E-]+"
            + "(?<hottest>,\\s*\"hottestKey\": )[0-9.E-]+";
    var busy = declared.replaceFirst(load, "${until}3000.0${hottest}0.9");
    Files.writeString(folder.resolve("busy.json"), busy);
    var run = run("simulate", "--model", "busy.json");
    assertThat(run.out()).contains("KeyRangeThroughputExceeded");
    assertThat(run.exitCode()).isEqualTo(ExitCode.PROBLEMS);
  }

  @Test
  void a_load_from_a_file_is_an_experiment() throws IOException {
    Files.writeString(folder.resolve("load.csv"), "H14, 3000, 0.9\n");
    var run = run("simulate", "homeops", "--load", "load.csv");
    assertThat(run.out()).contains("KeyRangeThroughputExceeded");
    assertThat(run.exitCode()).isEqualTo(ExitCode.SUCCESS);
  }

  @Test
  void what_cannot_be_simulated_is_wrong_use() throws IOException {
    Files.writeString(folder.resolve("load.csv"), "X9, 3\n");
    var unknown = run("simulate", "stak", "--load", "load.csv");
    assertThat(unknown.exitCode()).isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(unknown.err()).contains("stak has no pattern 'X9'");
    assertThat(run("simulate", "stak", "--days", "0").exitCode()).isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(run("simulate", "stak", "--json", "--picture").err()).contains("Choose");
    assertThat(run("simulate", "stak", "--region", "mars-1").err()).contains("mars-1");
    assertThat(run("simulate", "stak", "--load", "no.csv").err()).contains("cannot read");
  }
}
