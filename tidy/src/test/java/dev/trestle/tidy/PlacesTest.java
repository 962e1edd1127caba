package dev.trestle.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The project names no machine it was written on and no place that libraries are fetched from. */
class PlacesTest {
  /** A personal folder: below a home, or a workspace at the root of a disk. */
  private static final Pattern MACHINE_PATH =
      Pattern.compile(
          "(?<![\\w.}$-])/(home|Users|root|work|workspace|farm|builds)/\\w"
              + "|(?<![\\w.])[A-Z]:\\\\Users\\\\"
              + "|(?<![\\w.])/tmp/\\w*\\d");

  /**
   * Package registries belong into each machine's settings, never into the project. A repository in
   * a folder is none.
   */
  private static final Pattern REGISTRY =
      Pattern.compile(
          "(?i)https?://[\\w.-]*(artifactory|nexus|registry|mirror|pkg\\.dev|jfrog|proxy)[\\w.-]*"
              + "|https?://(repo\\d?|central)\\.[\\w.-]+"
              + "|https?://[\\w.-]+\\.(internal|corp|lan)\\b"
              + "|<(repositories|pluginRepositories|mirrors?)>"
              + "(?!(\\s*<(repository|mirror)>)?\\s*<id>[\\w-]+</id>\\s*<url>file:)");

  @Test
  void no_file_names_a_machine_or_a_registry() throws IOException {
    var found = new ArrayList<String>();
    for (var file : SourceTree.filesEnding("")) {
      var text = text(file);
      if (text.isEmpty()) continue;
      for (var place : places(text.get())) found.add(SourceTree.name(file) + ": " + place);
    }
    assertThat(found).isEmpty();
  }

  @Test
  void a_machine_path_is_noticed() {
    assertThat(places("see /" + "home/ann/notes")).isNotEmpty();
    assertThat(places("cd /" + "work/main")).isNotEmpty();
    assertThat(places("C:" + "\\Users\\ann")).isNotEmpty();
    assertThat(places("/usr/lib/jvm ./data src/work/queue $HOME/.sdkman")).isEmpty();
  }

  @Test
  void a_registry_is_noticed() {
    assertThat(places("https" + "://registry.example.org/npm")).isNotEmpty();
    assertThat(places("https" + "://repo.example.org/maven2")).isNotEmpty();
    assertThat(places("<repo" + "sitories>")).isNotEmpty();
    var mirror = "<mir" + "ror><id>a</id><url>%s</url>";
    assertThat(places(mirror.formatted("http://a"))).isNotEmpty();
    assertThat(places(mirror.formatted("file:target/a"))).isEmpty();
    assertThat(places("https://www.apache.org/licenses/ http://localhost:8000")).isEmpty();
  }

  private static List<String> places(String text) {
    var found = new ArrayList<String>();
    for (var pattern : List.of(MACHINE_PATH, REGISTRY)) {
      pattern.matcher(text).results().forEach(match -> found.add(match.group()));
    }
    return found;
  }

  /** A file's text, or nothing if it is not text. */
  private static Optional<String> text(Path file) throws IOException {
    try {
      var bytes = ByteBuffer.wrap(Files.readAllBytes(file));
      var text = StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
      return text.indexOf('\0') < 0 ? Optional.of(text) : Optional.empty();
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }
}
