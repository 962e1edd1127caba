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

  /** Class names that occur more than once: how often, and why. */
  private static final Map<String, Recurrence> RECURRING =
      Map.ofEntries(
          recurs("Blocks", 2, "the same idea in two systems"),
          recurs("ChatId", 2, "the same idea in two systems"),
          recurs("Draft", 2, "a message before it has an id, in two systems"),
          recurs("Examples", 5, "each system's examples of its patterns' parameters"),
          recurs("Guards", 4, "what must hold before a system's endpoints run"),
          recurs("TrestleTest", 2, "an engine for tests of programs, and for our own tests"),
          recurs("Item", 2, "DynamoDB's word, and what EcoBid's users offer"),
          recurs("Main", 3, "the programs of app, bench and cli"),
          recurs("MessageId", 3, "the same idea in several systems"),
          recurs("Messages", 3, "the same idea in several systems"),
          recurs("OpenApi", 2, "each system's description of its API"),
          recurs("Profiles", 2, "the same idea in two systems"),
          recurs("PushJob", 2, "the same idea in two systems"),
          recurs("PushSender", 2, "the same idea in two systems"),
          recurs("PushText", 2, "what a system's service worker shows"),
          recurs("Query", 2, "DynamoDB's word: the operation and the pattern"),
          recurs("Refusal", 6, "what the engine refuses, and what a system refuses"),
          recurs("Refusals", 5, "what an API returns for a system's refusals"),
          recurs("ReportId", 2, "the same idea in two systems"),
          recurs("Reports", 2, "the same idea in two systems"),
          recurs("UserId", 2, "the same idea in two systems"));

  private record Recurrence(int times, String reason) {}

  private static Map.Entry<String, Recurrence> recurs(String name, int times, String reason) {
    return Map.entry(name, new Recurrence(times, reason));
  }

  @Test
  void no_name_has_a_retired_word() throws IOException {
    var retired = Words.retired(Files.readString(GLOSSARY));
    var found = new TreeSet<String>();
    for (var source : sources()) found.addAll(Words.found(retired, Files.readString(source)));
    for (var file : pageFiles()) found.addAll(Words.foundInFileName(retired, file));
    assertThat(found).as("see Retired in names in docs/GLOSSARY.md").isEmpty();
  }

  @Test
  void a_class_name_occurs_once() {
    var expected = new TreeMap<String, Integer>();
    RECURRING.forEach((name, recurrence) -> expected.put(name, recurrence.times()));
    assertThat(recurring(mainSources()))
        .as("give each its own name, or a reason in RECURRING")
        .isEqualTo(expected);
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
  void a_retired_word_is_noticed_in_the_name_of_a_page_file() {
    var retired = Set.of("door", "doors");
    assertThat(Words.foundInFileName(retired, Path.of("page/front-doors.css"))).isNotEmpty();
    assertThat(Words.foundInFileName(retired, Path.of("door/indoor.js"))).isEmpty();
  }

  @Test
  void a_name_that_occurs_once_more_is_noticed() {
    var paths = List.of("a/A.java", "b/A.java", "c/A.java", "b/B.java", "a/package-info.java");
    assertThat(recurring(paths.stream().map(Path::of).toList())).isEqualTo(Map.of("A", 3));
  }

  private static List<Path> sources() {
    return SourceTree.filesEnding(".java").stream()
        .filter(file -> !SourceTree.name(file).startsWith("samples/"))
        .toList();
  }

  private static List<Path> mainSources() {
    return sources().stream()
        .filter(file -> SourceTree.name(file).contains("src/main/java/"))
        .toList();
  }

  /** The files of pages and of the widget. */
  private static List<Path> pageFiles() {
    return SourceTree.filesEnding(".js", ".css", ".html", ".json").stream()
        .filter(file -> SourceTree.name(file).contains("src/main/resources/"))
        .toList();
  }

  private static Map<String, Integer> recurring(List<Path> sources) {
    var counts = new TreeMap<String, Integer>();
    for (var source : sources) {
      var file = source.getFileName().toString();
      if (!file.equals("package-info.java")) {
        counts.merge(file.substring(0, file.length() - ".java".length()), 1, Integer::sum);
      }
    }
    counts.values().removeIf(count -> count == 1);
    return counts;
  }
}
