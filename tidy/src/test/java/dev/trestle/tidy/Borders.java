package dev.trestle.tidy;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/** The arrows between modules as rules over class files. */
final class Borders {
  private Borders() {}

  /** Every crossing in these classes that the table of borders does not allow. */
  static List<String> crossings(JavaClasses code) {
    var found = new ArrayList<String>();
    found.addAll(strangers(code));
    for (var border : Border.ALL) {
      if (!border.isOpen()) found.addAll(broken(onlyWhatTheTableAllows(border), code));
      found.addAll(broken(noCycles(border), code));
    }
    found.addAll(broken(ONLY_STORAGE_SEES_ROCKSDB, code));
    found.addAll(broken(SYSTEMS_REPLAY, code));
    return found;
  }

  private static ArchRule onlyWhatTheTableAllows(Border border) {
    var inside = border.inside();
    if (border.admitsAnyLibrary()) {
      return noClasses()
          .that()
          .resideInAPackage(inside)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(border.mustNotUse());
    }
    return classes()
        .that()
        .resideInAPackage(inside)
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(border.mayUse());
  }

  /**
   * Packages directly below a module's root form no circle. The root package itself stands outside:
   * it is the module's door and holds the words its packages share.
   */
  private static ArchRule noCycles(Border border) {
    return slices().matching("dev.trestle." + border.module() + ".(*)..").should().beFreeOfCycles();
  }

  private static final ArchRule ONLY_STORAGE_SEES_ROCKSDB =
      noClasses()
          .that()
          .resideInAPackage("dev.trestle..")
          .and()
          .resideOutsideOfPackages(
              "dev.trestle.engine.storage..", "dev.trestle.bench..", "dev.trestle.conformance..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.rocksdb..");

  /**
   * A system gets clock, randomness and ids from its context, so that a run replays from its seed.
   * Clients run in programs of others.
   */
  private static final ArchRule SYSTEMS_REPLAY =
      noClasses()
          .that()
          .resideInAnyPackage(
              Border.ALL.stream()
                  .filter(Border::isSystem)
                  .map(Border::inside)
                  .toArray(String[]::new))
          .and()
          .resideOutsideOfPackage("..client..")
          .should()
          .dependOnClassesThat()
          .belongToAnyOf(SecureRandom.class, ThreadLocalRandom.class)
          .orShould()
          .callMethod(UUID.class, "randomUUID")
          .orShould()
          .callMethod(Math.class, "random")
          .orShould()
          .callMethod(Instant.class, "now")
          .orShould()
          .callMethod(Clock.class, "systemUTC")
          .orShould()
          .callMethod(InstantSource.class, "system");

  /** Modules that have classes and no line in the table. */
  private static List<String> strangers(JavaClasses code) {
    var known = new TreeSet<String>();
    Border.ALL.forEach(border -> known.add(border.module()));
    var unknown = new TreeSet<String>();
    for (var type : code) {
      if (!type.getPackageName().startsWith("dev.trestle.")) continue;
      var module = type.getPackageName().split("\\.", -1)[2];
      if (!known.contains(module)) unknown.add("module " + module + " has no line in Border.ALL");
    }
    return List.copyOf(unknown);
  }

  private static List<String> broken(ArchRule rule, JavaClasses code) {
    return rule.allowEmptyShould(true).evaluate(code).getFailureReport().getDetails();
  }
}
