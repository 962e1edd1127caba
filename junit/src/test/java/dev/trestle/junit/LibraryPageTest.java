package dev.trestle.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * What docs/LIBRARY.md shows are lines of the samples, what docs/MIGRATE.md shows those of a test.
 */
class LibraryPageTest {
  private static final Path ROOT = Path.of(System.getProperty("trestle.root"));
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(?:java|kotlin|xml)\n(.*?)^```$");

  @TestFactory
  Stream<DynamicTest> every_block_of_the_page_stands_in_a_sample() throws IOException {
    var samples = samples();
    var blocks = blocks("docs/LIBRARY.md");
    assertThat(blocks).hasSize(14);
    return blocks.stream()
        .map(block ->
            DynamicTest.dynamicTest(
                block.getFirst(),
                () ->
                    assertThat(samples)
                        .anySatisfy(file -> assertThat(file).containsSequence(block))));
  }

  @Test
  void the_move_to_a_new_key_is_the_one_that_is_tested() throws IOException {
    var boxes = ROOT.resolve("cli/src/test/java/dev/trestle/cli/migrate/Boxes.java");
    assertThat(blocks("docs/MIGRATE.md"))
        .singleElement()
        .satisfies(block -> assertThat(lines(Files.readString(boxes))).containsSequence(block));
  }

  private static List<List<String>> blocks(String page) throws IOException {
    return BLOCK
        .matcher(Files.readString(ROOT.resolve(page)))
        .results()
        .map(block -> lines(block.group(1)))
        .toList();
  }

  private static List<List<String>> samples() throws IOException {
    var files = new ArrayList<List<String>>();
    try (var sources = Files.walk(ROOT.resolve("samples"))) {
      for (var source : sources.filter(LibraryPageTest::isShown).toList()) {
        files.add(lines(Files.readString(source)));
      }
    }
    return files;
  }

  private static boolean isShown(Path file) {
    var path = file.toString();
    return path.endsWith("pom.xml") || path.endsWith(".java") || path.endsWith(".kt");
  }

  /** The lines without indentation and empty lines. */
  private static List<String> lines(String text) {
    return text.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
  }
}
