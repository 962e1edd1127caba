package dev.trestle.junit;

import dev.trestle.design.Design;
import dev.trestle.design.check.DesignCheck;
import dev.trestle.design.check.Finding;
import dev.trestle.design.check.Finding.Severity;
import dev.trestle.design.check.ModelCheck;
import dev.trestle.design.cost.PriceList;
import dev.trestle.model.Model;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DynamicTest;

/**
 * Tests of a design: one for each check, and on request one for its tables and one for its cost.
 * Each failure says how to fix it. Immutable.
 *
 * <pre>{@code
 * @TestFactory
 * DesignTest design() {
 *   return DesignTest.of(Shed.MODEL)
 *       .withSchema(Path.of("src/test/resources/shed-schema.json"))
 *       .withBudget(5.00, PriceList.of("us-east-1"));
 * }
 * }</pre>
 */
public final class DesignTest implements Iterable<DynamicTest> {
  private final Design design;
  private final Severity least;
  private final List<DynamicTest> more;

  private DesignTest(Design design, Severity least, List<DynamicTest> more) {
    this.design = design;
    this.least = least;
    this.more = List.copyOf(more);
  }

  /** Tests that no check finds a fault or a warning that the model does not accept. */
  public static DesignTest of(Model model) {
    return of(Design.of(model));
  }

  /** The same for a design that is no Java model, such as one read from a file. */
  public static DesignTest of(Design design) {
    return new DesignTest(design, Severity.WARNING, List.of());
  }

  /** Fails for findings of at least this severity instead. */
  public DesignTest failingFrom(Severity severity) {
    return new DesignTest(design, severity, more);
  }

  /**
   * Also tests that the tables are those in a file, so that no table changes unnoticed. Run the
   * tests with {@code -Dtrestle.schema=write} to write the file. A relative path starts in the
   * working folder, which for Maven and Gradle is the folder of the module.
   */
  public DesignTest withSchema(Path file) {
    return with("the tables are those in " + file, new SchemaFile(file, design)::verify);
  }

  /**
   * Also tests that a month costs at most this many US dollars at the declared load, with each
   * table in its declared billing mode and without the free tier.
   */
  public DesignTest withBudget(double dollarsPerMonth, PriceList prices) {
    var budget = new CostBudget(dollarsPerMonth, prices);
    return with(
        "a month costs at most %s in %s".formatted(budget.text(), prices.region()),
        () -> budget.verify(design));
  }

  private DesignTest with(String name, Runnable test) {
    var all = new ArrayList<>(more);
    all.add(DynamicTest.dynamicTest(name, test::run));
    return new DesignTest(design, least, all);
  }

  @Override
  public Iterator<DynamicTest> iterator() {
    var findings = ModelCheck.of(design).findings();
    var tests = new ArrayList<DynamicTest>();
    for (var check : DesignCheck.ALL) {
      tests.add(test(check.name(), "%s: %s".formatted(check.name(), check.about()), findings));
    }
    tests.add(test("accepted", "accepted: what the model accepts is still found", findings));
    tests.addAll(more);
    return tests.iterator();
  }

  private DynamicTest test(String check, String title, List<Finding> findings) {
    return DynamicTest.dynamicTest(
        title,
        () -> {
          var found =
              findings.stream()
                  .filter(finding -> finding.check().equals(check))
                  .filter(finding -> finding.severity().compareTo(least) <= 0)
                  .map(Finding::toString)
                  .collect(Collectors.joining(System.lineSeparator()));
          if (!found.isEmpty()) throw new AssertionError(found);
        });
  }
}
