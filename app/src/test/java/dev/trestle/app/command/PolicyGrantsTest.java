package dev.trestle.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.app.config.SystemName;
import dev.trestle.design.Design;
import dev.trestle.design.PatternDesign;
import dev.trestle.design.export.IamPolicy;
import dev.trestle.model.Heading;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The permissions in exported policies that come from patterns. Streams are not looked at. */
class PolicyGrantsTest {
  private static Set<Heading> called;

  @BeforeAll
  static void readProgram() {
    called = CalledPatterns.ofProgram();
  }

  static List<String> systems() {
    return Stream.concat(Stream.of("platform", "accounts"), SystemName.ids().stream()).toList();
  }

  /** A declared pattern that nobody calls needs no permission of its own. */
  @ParameterizedTest
  @MethodSource("systems")
  void every_permission_is_needed_by_a_pattern_that_the_program_calls(String system) {
    var design = new SystemDesigns().named(system);
    var needed = with(design, called::contains);
    assertThat(needed.patterns()).isNotEmpty();
    assertThat(IamPolicy.write(needed)).isEqualTo(IamPolicy.write(design));
  }

  /** So a pattern that the program no longer calls would be noticed. */
  @ParameterizedTest
  @MethodSource("systems")
  void some_permissions_are_needed_by_one_pattern_only(String system) {
    var design = new SystemDesigns().named(system);
    var all = IamPolicy.write(design);
    assertThat(with(design, called::contains).patterns())
        .anySatisfy(pattern -> {
          var others =
              with(
                  design,
                  heading -> called.contains(heading) && !heading.equals(pattern.heading()));
          assertThat(IamPolicy.write(others)).isNotEqualTo(all);
        });
  }

  private static Design with(Design design, Predicate<Heading> chosen) {
    return new Design(
        design.name(),
        design.tables(),
        design.entities(),
        design.uses(),
        design.patterns().stream()
            .flatMap(PolicyGrantsTest::single)
            .filter(pattern -> chosen.test(pattern.heading()))
            .toList(),
        design.accepted());
  }

  /** The patterns of a composite are called one by one. */
  private static Stream<PatternDesign> single(PatternDesign pattern) {
    return pattern instanceof PatternDesign.Several several
        ? several.patterns().stream().flatMap(PolicyGrantsTest::single)
        : Stream.of(pattern);
  }
}
