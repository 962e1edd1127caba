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
import org.junit.jupiter.api.TestFactory;

/** docs/LIBRARY.md shows the lines of the samples. */
class LibraryPageTest {
  private static final Path ROOT = Path.of(System.getProperty("trestle.root"));
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(?:java|kotlin|xml)\n(.*?)^```$");

  @TestFactory
  Stream<DynamicTest> every_block_of_the_page_stands_in_a_sample() throws IOException {
    var samples = samples();
    var blocks =
        BLOCK
            .matcher(Files.readString(ROOT.resolve("docs/LIBRARY.md")))
            .results()
            .map(block -> lines(block.group(1)))
            .toList();
    assertThat(blocks).hasSize(9);
    return blocks.stream()
        .map(block ->
            DynamicTest.dynamicTest(
                block.getFirst(),
                () ->
                    assertThat(samples)
                        .anySatisfy(file -> assertThat(file).containsSequence(block))));
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
