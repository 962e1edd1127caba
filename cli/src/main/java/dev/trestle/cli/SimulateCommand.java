package dev.trestle.cli;

import dev.trestle.design.Design;
import dev.trestle.design.cost.PriceList;
import dev.trestle.design.export.JsonTree;
import dev.trestle.design.simulate.LoadFile;
import dev.trestle.design.simulate.LoadSimulation;
import dev.trestle.design.simulate.SimulationResult;
import dev.trestle.model.Load;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "simulate",
    description = {
      "Simulate the declared load against DynamoDB's throughput limits, in virtual time.",
      "Shows what is throttled and why, what auto scaling does, what a month costs in both billing"
          + " modes, and at which load the design breaks first. Exits with 1 if the declared"
          + " load is throttled; a load from a file is an experiment and exits with 0."
    })
final class SimulateCommand implements Callable<Integer> {
  private static final int DAYS_MAX = 31;

  private final Environment environment;
  private Optional<String> loads = Optional.empty();

  @Mixin private final ModelChoice choice = new ModelChoice();
  @Mixin private final CommandOutput output = new CommandOutput();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Option(names = "--picture", description = "Draw the units over time as SVG.")
  private boolean picture;

  @Option(
      names = "--days",
      paramLabel = "N",
      defaultValue = "1",
      description = "Simulate this many days, 1 to 31 (1).")
  private int days = 1;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description = "The seed of the random requests (1).")
  private long seed = 1;

  @Option(
      names = "--region",
      paramLabel = "REGION",
      defaultValue = "us-east-1",
      description = "Use the prices of us-east-1 or eu-north-1 (us-east-1).")
  private String region = "us-east-1";

  @Spec private CommandSpec spec = CommandSpec.create();

  SimulateCommand(Environment environment) {
    this.environment = environment;
  }

  @Option(
      names = "--load",
      paramLabel = "FILE",
      description = {
        "Loads of one design instead of the declared ones, one pattern per line:",
        "id, calls per second, share of the hottest key, peak as a multiple of the average."
      })
  void loads(String file) {
    loads = Optional.of(file);
  }

  @Override
  public Integer call() {
    if (days < 1 || days > DAYS_MAX) throw new UsageError("--days takes 1 to " + DAYS_MAX + ".");
    if (json && picture) throw new UsageError("Choose --json or --picture.");
    var designs = choice.designs(environment);
    if (loads.isPresent() && designs.size() > 1) {
      throw new UsageError("--load has the loads of one design. Name it.");
    }
    var results = new ArrayList<SimulationResult>();
    for (var design : designs) {
      results.add(LoadSimulation.run(design, loadsOf(design), days, seed, prices()));
    }
    write(results);
    boolean isThrottled =
        loads.isEmpty() && results.stream().anyMatch(result -> result.throttled() > 0);
    return isThrottled ? ExitCode.PROBLEMS : ExitCode.SUCCESS;
  }

  private void write(List<SimulationResult> results) {
    var out = spec.commandLine().getOut();
    if (picture && results.size() > 1) {
      var pictures = new LinkedHashMap<String, String>();
      results.forEach(result -> pictures.put(result.design() + ".svg", result.svg()));
      output.writeAll(environment, pictures);
      return;
    }
    output.write(environment, out, text(results));
  }

  private String text(List<SimulationResult> results) {
    if (picture) return results.getFirst().svg();
    if (json) {
      return JsonTree.array(results.stream().map(SimulationJson::of).toList()).print();
    }
    return results.stream().map(SimulationResult::text).collect(Collectors.joining("\n"));
  }

  private Map<String, Load> loadsOf(Design design) {
    if (loads.isEmpty()) return Map.of();
    try {
      return LoadFile.read(Files.readString(environment.folder().resolve(loads.get())), design);
    } catch (IOException e) {
      throw new UsageError("cannot read " + loads.get() + ": " + e.getMessage());
    } catch (IllegalArgumentException e) {
      throw new UsageError(loads.get() + ": " + e.getMessage());
    }
  }

  private PriceList prices() {
    try {
      return PriceList.of(region);
    } catch (IllegalArgumentException e) {
      throw new UsageError(String.valueOf(e.getMessage()));
    }
  }
}
