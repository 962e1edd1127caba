package dev.trestle.cli;

import dev.trestle.design.cost.CapacityPlan;
import dev.trestle.design.cost.PriceList;
import dev.trestle.design.export.JsonTree;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "plan",
    description = {
      "Print capacity and monthly cost at the declared load.",
      "Shows the units of each table and index, on-demand and provisioned prices, storage,"
          + " recovery, backups and streams."
    })
final class PlanCommand implements Callable<Integer> {
  private final Environment environment;
  private Optional<String> region = Optional.empty();
  private Optional<String> prices = Optional.empty();

  @Mixin private final ModelChoice choice = new ModelChoice();
  @Mixin private final CommandOutput output = new CommandOutput();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Spec private CommandSpec spec = CommandSpec.create();

  PlanCommand(Environment environment) {
    this.environment = environment;
  }

  @Option(
      names = "--region",
      paramLabel = "REGION",
      description = "Use the prices of us-east-1 or eu-north-1 (us-east-1).")
  void region(String name) {
    region = Optional.of(name);
  }

  @Option(names = "--prices", paramLabel = "FILE", description = "Use the prices in this file.")
  void prices(String file) {
    prices = Optional.of(file);
  }

  @Override
  public Integer call() {
    var list = priceList();
    var plans =
        choice.designs(environment).stream().map(design -> CapacityPlan.of(design, list)).toList();
    var text =
        json
            ? JsonTree.array(plans.stream().map(PlanJson::of).toList()).print()
            : plans.stream().map(CapacityPlan::text).collect(Collectors.joining("\n"));
    output.write(environment, spec.commandLine().getOut(), text);
    return ExitCode.SUCCESS;
  }

  private PriceList priceList() {
    if (region.isPresent() && prices.isPresent()) {
      throw new UsageError("The file of --prices names a region. Leave out --region.");
    }
    try {
      return prices
          .map(file -> PriceList.read(environment.folder().resolve(file)))
          .orElseGet(() -> PriceList.of(region.orElse("us-east-1")));
    } catch (IllegalArgumentException e) {
      throw new UsageError(String.valueOf(e.getMessage()));
    } catch (UncheckedIOException e) {
      throw new UsageError("cannot read prices: " + e.getMessage());
    }
  }
}
