package dev.trestle.design.check;

import dev.trestle.design.Design;
import dev.trestle.design.ReportText;
import dev.trestle.design.Suggestion;
import dev.trestle.design.check.Finding.Severity;
import dev.trestle.model.AcceptedFinding;
import dev.trestle.model.Model;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The findings of all checks in a design, the most severe first. In a test: {@code
 * ModelCheck.of(MODEL).orThrow()}.
 *
 * @param accepted findings that the model accepts, with the reason
 */
public record ModelCheck(String design, List<Finding> findings, List<Accepted> accepted) {

  /** An accepted finding, with the reason. */
  public record Accepted(Finding finding, String reason) {}

  public ModelCheck {
    findings = List.copyOf(findings);
    accepted = List.copyOf(accepted);
  }

  /** Runs all checks on a model. */
  public static ModelCheck of(Model model) {
    return of(Design.of(model));
  }

  /** Runs all checks on a design. */
  public static ModelCheck of(Design design) {
    var checked = new CheckedDesign(design);
    var findings = new ArrayList<Finding>();
    var accepted = new ArrayList<Accepted>();
    var used = new HashSet<AcceptedFinding>();
    DesignCheck.ALL.stream()
        .flatMap(check -> check.findings(checked).stream())
        .distinct()
        .forEach(finding -> {
          var match = design.accepted().stream().filter(each -> isOf(each, finding)).findFirst();
          match.ifPresentOrElse(
              each -> {
                used.add(each);
                accepted.add(new Accepted(finding, each.reason()));
              },
              () -> findings.add(finding));
        });
    design.accepted().stream()
        .filter(each -> !used.contains(each))
        .forEach(each -> findings.add(outdated(each)));
    findings.sort(Comparator.comparing(Finding::severity));
    return new ModelCheck(design.name(), findings, accepted);
  }

  private static boolean isOf(AcceptedFinding accepted, Finding finding) {
    return accepted.check().equals(finding.check()) && accepted.subject().equals(finding.subject());
  }

  /** An acceptance that is no longer needed would hide the next finding. */
  private static Finding outdated(AcceptedFinding accepted) {
    var names = DesignCheck.ALL.stream().map(DesignCheck::name).toList();
    if (!names.contains(accepted.check())) return unknown(accepted, names);
    return new Finding(
        "accepted",
        Severity.FAULT,
        accepted.subject(),
        accepted.place(),
        "the model accepts what %s finds about %s, but it finds nothing there"
            .formatted(accepted.check(), accepted.subject()),
        "remove this accept(…)");
  }

  private static Finding unknown(AcceptedFinding accepted, List<String> names) {
    return new Finding(
        "accepted",
        Severity.FAULT,
        accepted.subject(),
        accepted.place(),
        "the model accepts what %s finds, but there is no such check".formatted(accepted.check()),
        Suggestion.of(accepted.check(), names)
            .map("write %s in this accept(…)"::formatted)
            .orElseGet(() -> "use one of the names " + ReportText.list(names)));
  }

  /** The findings of this severity. */
  public List<Finding> of(Severity severity) {
    return findings.stream().filter(finding -> finding.severity() == severity).toList();
  }

  /** The findings that make a design unusable. */
  public List<Finding> faults() {
    return of(Severity.FAULT);
  }

  /** Throws if the design has faults. The message contains all findings. */
  public ModelCheck orThrow() {
    return orThrow(Severity.FAULT);
  }

  /** Throws if the design has findings of at least this severity. */
  public ModelCheck orThrow(Severity least) {
    if (findings.stream().anyMatch(finding -> finding.severity().compareTo(least) <= 0)) {
      throw new AssertionError(toString());
    }
    return this;
  }

  /** {@code mail: 1 fault, 0 warnings, 2 notes}. */
  public String summary() {
    var counts = new ArrayList<String>();
    for (var severity : Severity.values()) {
      counts.add(ReportText.count(of(severity).size(), severity.name().toLowerCase(Locale.ROOT)));
    }
    if (!accepted.isEmpty()) counts.add(accepted.size() + " accepted");
    return "%s: %s".formatted(design, String.join(", ", counts));
  }

  /** The summary and every finding. */
  @Override
  public String toString() {
    return Stream.concat(Stream.of(summary()), findings.stream().map(Finding::toString))
        .collect(Collectors.joining(System.lineSeparator()));
  }
}
