package dev.trestle.store.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.design.matrix.Matrix;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The code in the guide and the README is compiled and run here. */
final class GuideTest {
  private static final Path ROOT = Path.of(System.getProperty("trestle.root", "."));
  private static final Path HERE = ROOT.resolve("store/src/test/java/dev/trestle/store/guide");
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w+)\\R(.*?)^```$");

  private static String page(String name) throws IOException {
    return Files.readString(ROOT.resolve(name));
  }

  private static List<String> blocks(String page, String language) {
    return BLOCK
        .matcher(page)
        .results()
        .filter(block -> block.group(1).equals(language))
        .map(block -> block.group(2))
        .toList();
  }

  /** The lines without indentation and empty lines. */
  private static List<String> lines(String text) {
    return text.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
  }

  private static List<List<String>> sources() throws IOException {
    var sources = new ArrayList<List<String>>();
    for (var name : List.of("Shed.java", "ShedTest.java")) {
      sources.add(lines(Files.readString(HERE.resolve(name))));
    }
    return sources;
  }

  @TestFactory
  Stream<DynamicTest> every_block_of_the_guide_stands_in_the_source() throws IOException {
    var blocks = blocks(page("docs/GUIDE.md"), "java");
    assertThat(blocks).hasSizeGreaterThan(5);
    return blocks.stream().map(GuideTest::standsInTheSource);
  }

  @TestFactory
  Stream<DynamicTest> the_sample_of_the_data_layer_in_the_readme_stands_in_the_source()
      throws IOException {
    var page = page("README.md");
    int section = page.indexOf("## The data layer");
    var blocks = blocks(page.substring(section, page.indexOf("\n## ", section)), "java");
    assertThat(blocks).isNotEmpty();
    return blocks.stream().map(GuideTest::standsInTheSource);
  }

  private static DynamicTest standsInTheSource(String block) {
    var lines = lines(block);
    return DynamicTest.dynamicTest(
        lines.getFirst(),
        () ->
            assertThat(sources())
                .as(block)
                .anySatisfy(source -> assertThat(source).containsSequence(lines)));
  }

  /** The page promises Java 21, whatever the tests are compiled for. */
  @Test
  void the_guide_and_the_examples_of_patterns_compile_for_java_21(@TempDir Path classes)
      throws IOException {
    var patterns = HERE.resolveSibling("patterns");
    var sources =
        List.of(
            HERE.resolve("Shed.java"),
            HERE.resolve("ShedTest.java"),
            patterns.resolve("Courier.java"),
            patterns.resolve("CourierWrites.java"),
            patterns.resolve("Garage.java"));
    var errors = new StringWriter();
    var compiler = ToolProvider.getSystemJavaCompiler();
    try (var files = compiler.getStandardFileManager(null, null, null)) {
      var options =
          List.of(
              "--release",
              "21",
              "-proc:none",
              "-d",
              classes.toString(),
              "-classpath",
              System.getProperty("java.class.path"));
      var units = files.getJavaFileObjectsFromPaths(sources);
      boolean compiled = compiler.getTask(errors, files, null, options, null, units).call();
      assertThat(compiled).as(errors.toString()).isTrue();
    }
  }

  @Test
  void the_finding_that_is_quoted_is_the_one_that_is_told() throws IOException {
    var finding = ShedTest.withoutIndex();
    assertThat(page("docs/GUIDE.md")).contains(finding.message(), finding.remedy());
  }

  @Test
  void the_matrix_that_is_shown_is_the_one_that_is_drawn() throws IOException {
    assertThat(blocks(page("docs/GUIDE.md"), "text"))
        .anySatisfy(
            block -> assertThat(lines(Matrix.of(Shed.MODEL).text())).isEqualTo(lines(block)));
  }
}
