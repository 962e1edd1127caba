package dev.trestle.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** One thing has one name, and no name has a word that docs/GLOSSARY.md retires. */
class WordsTest {
  private static final Path GLOSSARY = SourceTree.ROOT.resolve("docs/GLOSSARY.md");

  /** Class names that occur more than once, with the reason. */
  private static final Map<String, String> TWICE =
      Map.ofEntries(
          Map.entry("Blocks", "the same idea in two systems"),
          Map.entry("Draft", "a message before it has an id, in two systems"),
          Map.entry("Errors", "what an API returns for a system's refusals"),
          Map.entry("Examples", "each system's examples of its patterns' parameters"),
          Map.entry("Guards", "what must hold before a system's endpoints run"),
          Map.entry("TrestleTest", "an engine for tests of programs, and for our own tests"),
          Map.entry("Item", "DynamoDB's word, and what EcoBid's users offer"),
          Map.entry("Main", "the programs of app and bench"),
          Map.entry("MessageId", "the same idea in several systems"),
          Map.entry("Messages", "the same idea in several systems"),
          Map.entry("OpenApi", "each system's description of its API"),
          Map.entry("Profiles", "the same idea in two systems"),
          Map.entry("Query", "DynamoDB's word: the operation and the pattern"),
          Map.entry("Refusal", "what the engine refuses, and what a system refuses"),
          Map.entry("Refusals", "the same idea in two systems"),
          Map.entry("RefusedException", "carries a system's refusal to whoever reports it"),
          Map.entry("ReportId", "the same idea in two systems"),
          Map.entry("Reports", "the same idea in two systems"),
          Map.entry("UserId", "the same idea in two systems"));

  @Test
  void no_name_has_a_retired_word() throws IOException {
    var retired = Words.retired(Files.readString(GLOSSARY));
    var found = new TreeSet<String>();
    for (var source : mainSources()) found.addAll(Words.found(retired, Files.readString(source)));
    assertThat(found).as("see Retired in names in docs/GLOSSARY.md").isEmpty();
  }

  @Test
  void a_class_name_occurs_once() {
    assertThat(twice(mainSources()))
        .as("give each its own name, or a reason in TWICE")
        .containsExactlyInAnyOrderElementsOf(TWICE.keySet());
  }

  @Test
  void a_retired_word_is_noticed_in_types_and_packages() throws IOException {
    var glossary =
        "## Retired in names\n\n| word | say |\n|---|---|\n| tally, door | x |\n\n## B\n";
    var retired = Words.retired(glossary);
    assertThat(retired).containsExactly("tally", "tallies", "door", "doors");
    assertThat(Words.found(retired, "package a.door; class QueueTallies { record HTTPDoor() {} }"))
        .containsExactly("a.door", "QueueTallies", "HTTPDoor");
    assertThat(Words.found(retired, "package a; class Indoor { enum Outdoors {} }")).isEmpty();
  }

  @Test
  void a_name_that_occurs_twice_is_noticed() {
    var paths = List.of("a/A.java", "b/A.java", "b/B.java", "a/package-info.java");
    assertThat(twice(paths.stream().map(Path::of).toList())).containsExactly("A");
  }

  private static List<Path> mainSources() {
    return SourceTree.filesEnding(".java").stream()
        .filter(file -> SourceTree.name(file).contains("src/main/java/"))
        .filter(file -> !SourceTree.name(file).startsWith("samples/"))
        .toList();
  }

  private static Set<String> twice(List<Path> sources) {
    var counts = new TreeMap<String, Integer>();
    for (var source : sources) {
      var file = source.getFileName().toString();
      if (!file.equals("package-info.java")) {
        counts.merge(file.substring(0, file.length() - ".java".length()), 1, Integer::sum);
      }
    }
    counts.values().removeIf(count -> count == 1);
    return counts.keySet();
  }
}
