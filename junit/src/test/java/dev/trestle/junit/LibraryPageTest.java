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

/** docs/LIBRARY.md shows the lines of the sample. */
class LibraryPageTest {
  private static final Path ROOT = Path.of(System.getProperty("trestle.root"));
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(?:java|xml)\n(.*?)^```$");

  @TestFactory
  Stream<DynamicTest> every_block_of_the_page_stands_in_the_sample() throws IOException {
    var sample = sample();
    var blocks =
        BLOCK
            .matcher(Files.readString(ROOT.resolve("docs/LIBRARY.md")))
            .results()
            .map(block -> lines(block.group(1)))
            .toList();
    assertThat(blocks).hasSize(4);
    return blocks.stream()
        .map(block ->
            DynamicTest.dynamicTest(
                block.getFirst(),
                () ->
                    assertThat(sample)
                        .anySatisfy(file -> assertThat(file).containsSequence(block))));
  }

  private static List<List<String>> sample() throws IOException {
    var folder = ROOT.resolve("samples/junit");
    var files = new ArrayList<List<String>>();
    files.add(lines(Files.readString(folder.resolve("pom.xml"))));
    try (var sources = Files.walk(folder.resolve("src"))) {
      for (var source : sources.filter(file -> file.toString().endsWith(".java")).toList()) {
        files.add(lines(Files.readString(source)));
      }
    }
    return files;
  }

  /** The lines without indentation and empty lines. */
  private static List<String> lines(String text) {
    return text.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
  }
}
