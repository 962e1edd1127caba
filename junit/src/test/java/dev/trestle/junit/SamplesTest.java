package dev.trestle.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.testing.SampleProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The samples and the first steps compile and pass, against the class path of this module. {@code
 * ./trestle trial samples} builds them with Maven, against the artifacts.
 */
class SamplesTest {
  private static final Path ROOT = Path.of(System.getProperty("trestle.root"));
  private static final Pattern VERSION = Pattern.compile("<version>([^<]*)</version>");
  private static final Pattern ARTIFACT = Pattern.compile("<artifactId>(trestle-[^<]*)<");

  /** What {@code trestle-embedded} does not bring, and the SDK's clients, which can be excluded. */
  private static final Pattern HTTP =
      Pattern.compile(
          "trestle-(server|http)-|/(server|http)/target/|/netty-|apache5-client|httpcomponents");

  /** A block of a page, and the line before it if that ends with the name of a file. */
  private static final Pattern BLOCK =
      Pattern.compile("(?ms)^[^\n]*`([^`\n]+)`:\n\n```(?:java|xml)\n(.*?)^```$");

  @TempDir Path folder;

  @Test
  void the_sample_with_tests_on_an_engine_passes() {
    assertThat(SampleProgram.test(ROOT.resolve("samples/junit"), folder)).isGreaterThan(2);
  }

  @Test
  void the_sample_with_an_embedded_engine_passes_without_http() {
    var program = ROOT.resolve("samples/embedded");
    var needed = HTTP.asPredicate().negate();
    assertThat(SampleProgram.test(program, folder, needed)).isEqualTo(2);
  }

  @Test
  void the_first_steps_lead_to_a_green_test() throws IOException {
    var program = folder.resolve("bookmarks");
    for (var block : blocks()) {
      var file = program.resolve(block.group(1));
      Files.createDirectories(Optional.ofNullable(file.getParent()).orElseThrow());
      var before = Files.exists(file) ? Files.readString(file) : "";
      Files.writeString(file, before + block.group(2));
    }
    assertThat(SampleProgram.test(program, folder.resolve("work"))).isGreaterThan(1);
  }

  @Test
  void the_poms_of_samples_and_first_steps_name_artifacts_that_the_bom_has() throws IOException {
    var bom = Files.readString(ROOT.resolve("bom/pom.xml"));
    var version = VERSION.matcher(bom).results().findFirst().orElseThrow().group(1);
    for (var pom : poms()) {
      assertThat(pom).contains("<artifactId>trestle-bom</artifactId>\n        <version>" + version);
      assertThat(ARTIFACT.matcher(pom).results().map(found -> found.group(1)))
          .isNotEmpty()
          .allMatch(bom::contains);
    }
  }

  private static List<String> poms() throws IOException {
    var poms = new ArrayList<String>();
    for (var block : blocks()) if (block.group(1).equals("pom.xml")) poms.add(block.group(2));
    assertThat(poms).hasSize(1);
    for (var sample : List.of("junit", "embedded", "spring", "kotlin")) {
      poms.add(Files.readString(ROOT.resolve("samples").resolve(sample).resolve("pom.xml")));
    }
    return poms;
  }

  private static List<MatchResult> blocks() throws IOException {
    var page = Files.readString(ROOT.resolve("docs/FIRST-STEPS.md"));
    return BLOCK.matcher(page).results().toList();
  }
}
