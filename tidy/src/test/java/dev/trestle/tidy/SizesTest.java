package dev.trestle.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.MethodTree;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** One idea per file, and methods that fit on a screen. */
class SizesTest {
  private static final int FILE_LINES_MAX = 500;
  private static final int METHOD_LINES_MAX = 60;

  /** Longer files that are one idea all the same: path, with the reason beside it. */
  private static final Set<String> LONGER_FILES = Set.of();

  /** Longer methods that read better in one piece: path#method, with the reason beside it. */
  private static final Set<String> LONGER_METHODS = Set.of();

  @Test
  void no_file_is_longer_than_500_lines() throws IOException {
    var found = new ArrayList<String>();
    for (var file : SourceTree.filesEnding(".java", ".js")) {
      var name = SourceTree.name(file);
      if (!LONGER_FILES.contains(name)) found.addAll(tooLong(name, Files.readString(file)));
    }
    assertThat(found).isEmpty();
  }

  @Test
  void no_method_is_longer_than_60_lines() throws IOException {
    var found = new ArrayList<String>();
    for (var file : SourceTree.filesEnding(".java")) {
      found.addAll(longMethods(SourceTree.name(file), Files.readString(file)));
    }
    found.removeIf(line -> LONGER_METHODS.stream().anyMatch(line::startsWith));
    assertThat(found).isEmpty();
  }

  @Test
  void a_long_file_is_noticed() {
    assertThat(tooLong("A.java", "\n".repeat(FILE_LINES_MAX))).isEmpty();
    assertThat(tooLong("A.java", "\n".repeat(FILE_LINES_MAX + 1))).containsExactly("A.java: 501");
  }

  @Test
  void a_long_method_is_noticed() throws IOException {
    assertThat(longMethods("A.java", methodOf(METHOD_LINES_MAX))).isEmpty();
    assertThat(longMethods("A.java", methodOf(METHOD_LINES_MAX + 1)))
        .containsExactly("A.java#m: 61 lines");
  }

  private static String methodOf(int lines) {
    return "class A {\n  void m() {" + "\n".repeat(lines - 1) + "}\n}\n";
  }

  private static List<String> tooLong(String name, String text) {
    var lines = text.lines().count();
    return lines > FILE_LINES_MAX ? List.of(name + ": " + lines) : List.of();
  }

  /** The lines of a method's body, from its opening to its closing brace. */
  private static List<String> longMethods(String name, String source) throws IOException {
    var parsed = Javac.parse(source);
    var unit = parsed.unit();
    var positions = parsed.trees().getSourcePositions();
    var found = new ArrayList<String>();
    var scanner =
        new TreeScanner<Void, Void>() {
          @Override
          public Void visitMethod(MethodTree method, Void none) {
            var body = method.getBody();
            if (body != null) {
              var map = unit.getLineMap();
              var first = map.getLineNumber(positions.getStartPosition(unit, body));
              var last = map.getLineNumber(positions.getEndPosition(unit, body) - 1);
              var lines = last - first + 1;
              if (lines > METHOD_LINES_MAX) {
                found.add(name + "#" + method.getName() + ": " + lines + " lines");
              }
            }
            return super.visitMethod(method, null);
          }
        };
    scanner.scan(unit, null);
    return found;
  }
}
