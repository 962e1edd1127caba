package dev.trestle.model.check;

import dev.trestle.model.Model;
import dev.trestle.model.check.Finding.Severity;
import dev.trestle.model.design.Design;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What all checks found in a design, the gravest first. In a test it is one line: {@code
 * ModelCheck.of(MODEL).orThrow()}.
 *
 * @param accepted findings that somebody knows of and lives with
 */
public record ModelCheck(String design, List<Finding> findings, List<Accepted> accepted) {

  /** A finding that is left as it is, with the reason. */
  public record Accepted(Finding finding, String reason) {}

  public ModelCheck {
    findings = List.copyOf(findings);
    accepted = List.copyOf(accepted);
  }

  public static ModelCheck of(Model model) {
    return of(Design.of(model));
  }

  public static ModelCheck of(Design design) {
    var survey = new Survey(design);
    var findings =
        Rule.ALL.stream()
            .flatMap(rule -> rule.findings(survey).stream())
            .distinct()
            .sorted(Comparator.comparing(Finding::severity))
            .toList();
    return new ModelCheck(design.name(), findings, List.of());
  }

  /**
   * Leaves out what a check finds about a subject, for a reason that is written down. It is refused
   * if there is no such finding: an exception that nobody needs any more must go.
   */
  public ModelCheck accepting(String check, String subject, String reason) {
    if (reason.isBlank()) throw new IllegalArgumentException("accepted without a reason");
    var left = new ArrayList<Finding>();
    var known = new ArrayList<>(accepted);
    for (var finding : findings) {
      if (finding.check().equals(check) && finding.subject().equals(subject)) {
        known.add(new Accepted(finding, reason));
      } else {
        left.add(finding);
      }
    }
    if (left.size() == findings.size()) {
      throw new IllegalArgumentException(
          "%s finds nothing about %s that could be accepted".formatted(check, subject));
    }
    return new ModelCheck(design, left, known);
  }

  public List<Finding> of(Severity severity) {
    return findings.stream().filter(finding -> finding.severity() == severity).toList();
  }

  public List<Finding> faults() {
    return of(Severity.FAULT);
  }

  /** Refuses a design with faults; the message has every finding. */
  public ModelCheck orThrow() {
    return orThrow(Severity.FAULT);
  }

  /** Refuses a design with findings as grave as this. */
  public ModelCheck orThrow(Severity least) {
    if (findings.stream().anyMatch(finding -> finding.severity().compareTo(least) <= 0)) {
      throw new AssertionError(toString());
    }
    return this;
  }

  /** All findings, for people to read. */
  @Override
  public String toString() {
    if (findings.isEmpty()) return "%s: nothing found".formatted(design);
    return findings.stream()
        .map(Finding::toString)
        .collect(
            Collectors.joining(
                "%n".formatted(),
                "%s: %d faults, %d warnings, %d notes%n"
                    .formatted(
                        design,
                        of(Severity.FAULT).size(),
                        of(Severity.WARNING).size(),
                        of(Severity.NOTE).size()),
                ""));
  }
}
