package dev.trestle.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** People read what people would say: no text has a phrase that docs/GLOSSARY.md retires. */
class PhrasesTest {
  private static final Path GLOSSARY = SourceTree.ROOT.resolve("docs/GLOSSARY.md");
  private static final String SECTION = "## Retired in texts for people";
  private static final Pattern ROW = Pattern.compile("\\| ([^|]+) \\| [^|]+ \\|");

  /** Comments are for those who read the source. A // after a colon is part of an address. */
  private static final Pattern COMMENT =
      Pattern.compile("/\\*.*?\\*/|(?<!:)//[^\n]*|<!--.*?-->", Pattern.DOTALL);

  @Test
  void no_text_has_a_retired_phrase() throws IOException {
    var retired = retired(Files.readString(GLOSSARY));
    assertThat(retired).hasSizeGreaterThan(10);
    var found = new TreeSet<String>();
    for (var file : SourceTree.filesEnding(".java", ".js", ".html")) {
      var name = SourceTree.name(file);
      if (!name.contains("src/main/")) continue;
      for (var phrase : found(retired, Files.readString(file))) found.add(name + ": " + phrase);
    }
    assertThat(found).as("see %s in docs/GLOSSARY.md", SECTION).isEmpty();
  }

  @Test
  void a_phrase_is_found_in_a_text_and_not_in_a_comment_or_a_longer_word() {
    var retired = List.of("Go on");
    assertThat(found(retired, "<button>Go on</button>")).containsExactly("Go on");
    assertThat(found(retired, "// Go on\n/* Go on */ 'Go once' <!-- Go on -->")).isEmpty();
    assertThat(found(retired, "'https://a.example' + 'Go on'")).containsExactly("Go on");
  }

  /** The first column of the glossary's table of retired phrases. */
  private static List<String> retired(String glossary) {
    int start = glossary.indexOf(SECTION);
    var section = glossary.substring(start, glossary.indexOf("\n## ", start + 1));
    return ROW.matcher(section)
        .results()
        .map(row -> row.group(1))
        .filter(phrase -> !phrase.equals("phrase"))
        .toList();
  }

  private static List<String> found(List<String> retired, String source) {
    var text = COMMENT.matcher(source).replaceAll(" ");
    var found = new ArrayList<String>();
    for (var phrase : retired) {
      if (Pattern.compile("\\b" + Pattern.quote(phrase) + "(?!\\w)").matcher(text).find()) {
        found.add(phrase);
      }
    }
    return found;
  }
}
