package dev.trestle.cli;

import dev.trestle.design.ReportText;
import dev.trestle.design.check.Finding;
import dev.trestle.design.check.Finding.Severity;
import dev.trestle.design.check.ModelCheck;
import dev.trestle.design.export.JsonTree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
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
    description = "Check designs. Each finding names its place in the source and a fix.",
    footer = {"", "Exits with 1 if there are faults; with --strict also if there are warnings."})
final class CheckCommand implements Callable<Integer> {
  private final Environment environment;

  @Mixin private final ModelChoice choice = new ModelChoice();
  @Mixin private final CommandOutput output = new CommandOutput();

  @Option(names = "--strict", description = "Treat warnings as faults.")
  private boolean strict;

  @Option(names = "--notes", description = "Print notes, not only how many there are.")
  private boolean notes;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Spec private CommandSpec spec = CommandSpec.create();

  CheckCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    var checks = choice.designs(environment).stream().map(ModelCheck::of).toList();
    output.write(environment, spec.commandLine().getOut(), json ? asJson(checks) : asText(checks));
    var least = strict ? Severity.WARNING : Severity.FAULT;
    boolean found =
        checks.stream()
            .flatMap(check -> check.findings().stream())
            .anyMatch(finding -> finding.severity().compareTo(least) <= 0);
    return found ? ExitCode.PROBLEMS : ExitCode.SUCCESS;
  }

  private String asText(List<ModelCheck> checks) {
    var text = new StringBuilder();
    for (var check : checks) {
      text.append(check.summary()).append(System.lineSeparator());
      kinds(check).forEach(kind -> text.append(paragraph(kind)));
    }
    return text.append(System.lineSeparator()).append(verdict(checks)).toString();
  }

  /** Findings with the same fix, together. */
  private List<List<Finding>> kinds(ModelCheck check) {
    record Kind(Severity severity, String check, String remedy) {}
    var kinds = new LinkedHashMap<Kind, List<Finding>>();
    for (var each : check.findings()) {
      if (each.severity() == Severity.NOTE && !notes) continue;
      var kind = new Kind(each.severity(), each.check(), each.remedy());
      kinds.computeIfAbsent(kind, key -> new ArrayList<>()).add(each);
    }
    return List.copyOf(kinds.values());
  }

  private String paragraph(List<Finding> kind) {
    var first = kind.getFirst();
    var severity = first.severity().name().toLowerCase(Locale.ROOT);
    var colour =
        switch (first.severity()) {
          case FAULT -> "bold,red";
          case WARNING -> "yellow";
          case NOTE -> "cyan";
        };
    var head =
        output.isFile() ? severity : Ansi.AUTO.string("@|%s %s|@".formatted(colour, severity));
    var text = new StringBuilder("%n%s %s%n".formatted(head, first.check()));
    for (var each : kind) {
      text.append("  %s (%s) %s%n".formatted(each.subject(), each.place(), each.message()));
    }
    return text.append("  Fix: %s%n".formatted(first.remedy())).toString();
  }

  /** Whether everything is fine, and what was not printed. */
  private String verdict(List<ModelCheck> checks) {
    long faults = count(checks, Severity.FAULT);
    long warnings = count(checks, Severity.WARNING);
    long hidden = notes ? 0 : count(checks, Severity.NOTE);
    var result =
        faults + warnings == 0
            ? "Fine: no faults, no warnings."
            : "Found %s and %s."
                .formatted(
                    ReportText.count((double) faults, "fault"),
                    ReportText.count((double) warnings, "warning"));
    var more =
        hidden == 0
            ? ""
            : " --notes shows %s.".formatted(ReportText.count((double) hidden, "note"));
    return "%s%s%n".formatted(result, more);
  }

  private static long count(List<ModelCheck> checks, Severity severity) {
    return checks.stream().mapToLong(check -> check.of(severity).size()).sum();
  }

  private static String asJson(List<ModelCheck> checks) {
    return JsonTree.array(
            checks.stream()
                .map(check ->
                    JsonTree.object()
                        .put("design", check.design())
                        .put(
                            "findings",
                            JsonTree.array(
                                check.findings().stream().map(CheckCommand::asJson).toList()))
                        .done())
                .toList())
        .print();
  }

  private static JsonTree asJson(Finding finding) {
    return JsonTree.object()
        .put("check", finding.check())
        .put("severity", finding.severity().name().toLowerCase(Locale.ROOT))
        .put("subject", finding.subject())
        .put("place", finding.place().toString())
        .put("message", finding.message())
        .put("remedy", finding.remedy())
        .done();
  }
}
