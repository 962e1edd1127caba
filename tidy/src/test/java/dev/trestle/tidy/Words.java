package dev.trestle.tidy;

import com.sun.source.tree.ClassTree;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Words that the glossary retires, and the names of types, packages and files that still have them.
 */
final class Words {
  private static final String HEADING = "## Retired in names";
  private static final Pattern ROW = Pattern.compile("^\\| ([a-z, ]+) \\|.*");
  private static final Pattern WORD = Pattern.compile("[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\\d+");

  private Words() {}

  /** The first column of the glossary's table of retired words, with plurals. */
  static Set<String> retired(String glossary) {
    var words = new LinkedHashSet<String>();
    var section = glossary.substring(glossary.indexOf(HEADING) + HEADING.length());
    var end = section.indexOf("\n## ");
    for (var line : (end < 0 ? section : section.substring(0, end)).lines().toList()) {
      var row = ROW.matcher(line);
      if (!row.matches() || row.group(1).equals("word")) continue;
      for (var word : row.group(1).split(", ", -1)) {
        words.add(word);
        words.add(word.endsWith("y") ? word.substring(0, word.length() - 1) + "ies" : word + "s");
      }
    }
    return words;
  }

  /** The package and the types of a source file that have a retired word in their names. */
  static List<String> found(Set<String> retired, String source) throws IOException {
    var unit = Javac.parse(source).unit();
    var found = new ArrayList<String>();
    var name = unit.getPackageName() == null ? "" : unit.getPackageName().toString();
    for (var segment : name.split("\\.", -1)) {
      if (retired.contains(segment)) found.add(name);
    }
    var scanner =
        new TreeScanner<Void, Void>() {
          @Override
          public Void visitClass(ClassTree type, Void none) {
            var simpleName = type.getSimpleName().toString();
            if (has(simpleName, retired)) found.add(simpleName);
            return super.visitClass(type, null);
          }
        };
    scanner.scan(unit, null);
    return found;
  }

  /** The name of a file, if it has a retired word. */
  static List<String> foundInFileName(Set<String> retired, Path file) {
    var name = file.getFileName().toString();
    return has(name, retired) ? List.of(name) : List.of();
  }

  private static boolean has(String name, Set<String> retired) {
    return WORD.matcher(name)
        .results()
        .anyMatch(word -> retired.contains(word.group().toLowerCase(Locale.ROOT)));
  }
}
