package dev.trestle.homeops.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.testing.browser.BrowserTest;
import dev.trestle.testing.browser.BrowserUser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The page's texts are the same in both languages, and the components have none of their own. */
@BrowserTest
final class PageTextsTest {
  private static final Path PAGE =
      Path.of("src", "main", "resources", "dev", "trestle", "homeops", "page");

  /**
   * Evaluates a module of texts. Returns each text by its path, such as {@code chat.send}.
   * Functions are called with numbered placeholders.
   */
  private static final String READ =
      """
      async (source) => {
        const { default: texts } = await import('data:text/javascript;charset=utf-8,' + encodeURIComponent(source));
        const found = {};
        const read = (value, path) => {
          if (typeof value === 'object') {
            for (const [key, inner] of Object.entries(value)) read(inner, path ? `${path}.${key}` : key);
          } else if (typeof value === 'function') {
            found[path] = value(...Array.from({ length: value.length }, (_, index) => `{${index}}`));
          } else {
            found[path] = value;
          }
        };
        read(texts, '');
        return found;
      }\
      """;

  private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\d}");
  private static final Pattern USE = Pattern.compile("\\bt\\.(\\w+)(?:\\.(\\w+))?");
  private static final Pattern COMMENT = Pattern.compile("(?s:/\\*.*?\\*/)|(?m:(?<![:'\"])//.*$)");

  /** Where a component could show a text of its own. */
  private static final List<Pattern> LITERALS =
      List.of(
          // Between two tags.
          Pattern.compile("(?<!=)>[^<>{}()=;`]*\\p{L}{2}[^<>{}()=;`]*(?=<|\\$\\{)"),
          // After a value, before a tag.
          Pattern.compile("(?<=})[^<>{}()=;`?:&|'\"\\n]*\\p{L}{2}[^<>{}()=;`?:&|'\"\\n]*(?=</)"),
          Pattern.compile(
              "\\b(?:label|heading|text|note|placeholder|title|hint|action)=\"[^\"]*\\p{L}[^\"]*\""),
          Pattern.compile("\\b(?:label|heading|text|note|hint): ['`][^'`$]*\\p{L}"),
          Pattern.compile("\\btoast\\(['`]"),
          // Several words that are no selector, or a word with a capital letter.
          Pattern.compile("'(?![.#])[^'\\n]*\\p{L} \\p{L}[^'\\n]*'"),
          Pattern.compile("'\\p{Lu}\\p{Ll}+'"));

  /** Names of products and of keys on the keyboard: the same in every language. */
  private static final List<String> NAMES =
      List.of("'Trestle'", "'Messenger'", "'Telegram'", "'Enter'", "'Escape'");

  @Test
  void both_languages_have_the_same_texts(BrowserUser user) {
    var english = texts(user, "en.js");
    var swedish = texts(user, "sv.js");

    assertThat(swedish.keySet()).containsExactlyElementsOf(english.keySet());
    assertThat(placeholders(swedish)).isEqualTo(placeholders(english));
    assertThat(english.values()).noneMatch(String::isBlank);
    assertThat(swedish.values()).noneMatch(String::isBlank);
  }

  @Test
  void the_components_use_every_text_and_no_other(BrowserUser user) {
    var texts = texts(user, "en.js").keySet();
    var used = new ArrayList<String>();
    for (var source : components().values()) {
      USE.matcher(source)
          .results()
          .map(use -> use.group(2) == null ? use.group(1) : use.group(1) + "." + use.group(2))
          .forEach(used::add);
    }

    assertThat(texts).allMatch(text -> used.stream().anyMatch(use -> isPart(use, text)));
    assertThat(used).allMatch(use -> texts.stream().anyMatch(text -> isPart(use, text)));
  }

  @Test
  void no_component_has_a_text_of_its_own() {
    var found = new ArrayList<String>();
    components()
        .forEach((name, source) -> {
          for (var literal : LITERALS) {
            literal
                .matcher(COMMENT.matcher(source).replaceAll(""))
                .results()
                .map(match -> match.group().strip())
                .filter(text -> !NAMES.contains(text))
                .forEach(text -> found.add(name + ": " + text));
          }
        });

    assertThat(found).isEmpty();
  }

  /** Whether a text is the one that a component uses, or in a group that it uses by its codes. */
  private static boolean isPart(String use, String text) {
    return text.equals(use) || text.startsWith(use + ".");
  }

  private static Map<String, List<String>> placeholders(Map<String, String> texts) {
    return texts.entrySet().stream()
        .collect(
            Collectors.toMap(
                Map.Entry::getKey,
                text ->
                    PLACEHOLDER
                        .matcher(text.getValue())
                        .results()
                        .map(found -> found.group())
                        .sorted()
                        .toList()));
  }

  private static Map<String, String> texts(BrowserUser user, String file) {
    var page = user.open(URI.create("about:blank"));
    var found = new TreeMap<String, String>();
    ((Map<?, ?>) page.evaluate(READ, read(PAGE.resolve("texts").resolve(file))))
        .forEach((path, text) -> found.put((String) path, (String) text));
    return found;
  }

  /** The sources of the page by file name, without its texts. */
  private static Map<String, String> components() {
    try (var files = Files.list(PAGE)) {
      var sources = new TreeMap<String, String>();
      files
          .filter(file -> file.toString().endsWith(".js"))
          .forEach(file -> sources.put(file.getFileName().toString(), read(file)));
      return sources;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
