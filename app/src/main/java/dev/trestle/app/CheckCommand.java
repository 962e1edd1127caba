package dev.trestle.app;

import dev.trestle.model.check.Finding;
import dev.trestle.model.check.Finding.Severity;
import dev.trestle.model.check.ModelCheck;
import dev.trestle.model.export.Json;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "check",
    description = "Look for faults in designs: each with its place and what would mend it.",
    footer = {"", "Ends with 1 if there are faults; with --strict also if there are warnings."})
final class CheckCommand implements Callable<Integer> {
  private final World world;

  @Mixin private final ModelChoice choice = new ModelChoice();
  @Mixin private final Output output = new Output();

  @Option(names = "--strict", description = "Warnings are faults.")
  private boolean strict;

  @Option(names = "--json", description = "For programs.")
  private boolean json;

  @Spec private CommandSpec spec = CommandSpec.create();

  CheckCommand(World world) {
    this.world = world;
  }

  @Override
  public Integer call() {
    var checks = choice.designs(world).stream().map(ModelCheck::of).toList();
    output.write(world, spec.commandLine().getOut(), json ? asJson(checks) : asText(checks));
    var least = strict ? Severity.WARNING : Severity.FAULT;
    boolean found =
        checks.stream()
            .flatMap(check -> check.findings().stream())
            .anyMatch(finding -> finding.severity().compareTo(least) <= 0);
    return found ? ExitCode.FOUND_FAULTS : ExitCode.FINE;
  }

  private String asText(List<ModelCheck> checks) {
    var text = new StringBuilder();
    for (var check : checks) {
      if (!text.isEmpty()) text.append(System.lineSeparator());
      text.append(
          "%s: %d faults, %d warnings, %d notes%n"
              .formatted(
                  check.design(),
                  check.faults().size(),
                  check.of(Severity.WARNING).size(),
                  check.of(Severity.NOTE).size()));
      for (var finding : check.findings()) text.append(asText(finding));
    }
    return text.toString();
  }

  private String asText(Finding finding) {
    var severity = finding.severity().name().toLowerCase(Locale.ROOT);
    var colour =
        switch (finding.severity()) {
          case FAULT -> "bold,red";
          case WARNING -> "yellow";
          case NOTE -> "cyan";
        };
    var head =
        output.isFile() ? severity : Ansi.AUTO.string("@|%s %s|@".formatted(colour, severity));
    return "%n%s %s: %s (%s)%n  %s%n  mend: %s%n"
        .formatted(
            head,
            finding.check(),
            finding.subject(),
            finding.place(),
            finding.message(),
            finding.remedy());
  }

  private static String asJson(List<ModelCheck> checks) {
    return Json.array(
            checks.stream()
                .map(check ->
                    Json.object()
                        .put("design", check.design())
                        .put(
                            "findings",
                            Json.array(
                                check.findings().stream().map(CheckCommand::asJson).toList()))
                        .done())
                .toList())
        .print();
  }

  private static Json asJson(Finding finding) {
    return Json.object()
        .put("check", finding.check())
        .put("severity", finding.severity().name().toLowerCase(Locale.ROOT))
        .put("subject", finding.subject())
        .put("place", finding.place().toString())
        .put("message", finding.message())
        .put("remedy", finding.remedy())
        .done();
  }
}
