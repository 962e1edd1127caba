package dev.trestle.tidy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * References from sources to the documentation: {@code docs/STORE.md}, {@code docs/formats}, {@code
 * docs/decisions/0007}, "decision 7". Links between classes are checked by javac's doclint.
 */
final class SourceReferences {
  private static final Pattern PATH =
      Pattern.compile("(?<![\\w./-])docs/([\\w-]+(?:[./][\\w-]+)*)(#[\\w-]+)?");
  private static final Pattern DECISIONS =
      Pattern.compile("\\b[Dd]ecisions? (\\d+(?:(?:, | and |, and )\\d+)*)");
  private static final Pattern NUMBER = Pattern.compile("\\d+");

  private SourceReferences() {}

  /** The references in {@code text} that lead nowhere in {@code docs}. */
  static List<String> broken(Path docs, String text) throws IOException {
    var found = new ArrayList<String>();
    var paths = PATH.matcher(text);
    while (paths.find()) {
      if (!resolves(docs, paths.group(1), paths.group(2))) found.add(paths.group());
    }
    var decisions = DECISIONS.matcher(text);
    while (decisions.find()) {
      for (var number : NUMBER.matcher(decisions.group(1)).results().toList()) {
        if (!isDecision(docs, Integer.parseInt(number.group()))) {
          found.add("decision " + number.group());
        }
      }
    }
    return found;
  }

  private static boolean resolves(Path docs, String path, @Nullable String anchor)
      throws IOException {
    var target = docs.resolve(path);
    if (!Files.exists(target)) {
      return path.matches("decisions/\\d{4}") && isDecision(docs, number(path));
    }
    return anchor == null
        || MarkdownLinks.anchors(Files.readString(target)).contains(anchor.substring(1));
  }

  private static int number(String path) {
    return Integer.parseInt(path.substring(path.lastIndexOf('/') + 1));
  }

  private static boolean isDecision(Path docs, int number) {
    var start = "%04d-".formatted(number);
    try (var pages = Files.list(docs.resolve("decisions"))) {
      return pages.anyMatch(page -> page.getFileName().toString().startsWith(start));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
