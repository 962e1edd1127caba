package dev.trestle.app;

import dev.trestle.model.cost.Plan;
import dev.trestle.model.cost.PriceList;
import dev.trestle.model.export.Json;
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
      "Units of each table and index, on demand against provisioned, storage, recovery, backups,"
          + " streams."
    })
final class PlanCommand implements Callable<Integer> {
  private final World world;
  private Optional<String> region = Optional.empty();
  private Optional<String> prices = Optional.empty();

  @Mixin private final ModelChoice choice = new ModelChoice();
  @Mixin private final Output output = new Output();

  @Option(names = "--json", description = "For programs.")
  private boolean json;

  @Spec private CommandSpec spec = CommandSpec.create();

  PlanCommand(World world) {
    this.world = world;
  }

  @Option(
      names = "--region",
      paramLabel = "REGION",
      description = "At the prices of us-east-1 or eu-north-1 (us-east-1).")
  void region(String name) {
    region = Optional.of(name);
  }

  @Option(names = "--prices", paramLabel = "FILE", description = "At prices of your own.")
  void prices(String file) {
    prices = Optional.of(file);
  }

  @Override
  public Integer call() {
    var list = priceList();
    var plans = choice.designs(world).stream().map(design -> Plan.of(design, list)).toList();
    var text =
        json
            ? Json.array(plans.stream().map(PlanJson::of).toList()).print()
            : plans.stream().map(Plan::text).collect(Collectors.joining("\n"));
    output.write(world, spec.commandLine().getOut(), text);
    return ExitCode.FINE;
  }

  private PriceList priceList() {
    if (region.isPresent() && prices.isPresent()) {
      throw new WrongUse("--prices has a region of its own: leave out --region");
    }
    try {
      return prices
          .map(file -> PriceList.read(world.folder().resolve(file)))
          .orElseGet(() -> PriceList.of(region.orElse("us-east-1")));
    } catch (IllegalArgumentException e) {
      throw new WrongUse(String.valueOf(e.getMessage()));
    } catch (UncheckedIOException e) {
      throw new WrongUse("cannot read prices: " + e.getMessage());
    }
  }
}
