package dev.trestle.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import com.google.googlejavaformat.java.ImportOrderer;
import com.google.googlejavaformat.java.JavaFormatterOptions.Style;
import com.google.googlejavaformat.java.RemoveUnusedImports;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

/** Every source file is as google-java-format writes it; {@code ./trestle tidy} rewrites them. */
class FormatTest {
  private static final boolean FIX = Boolean.getBoolean("tidy.fix");

  @Test
  void every_source_file_is_in_google_java_format() throws IOException {
    var untidy = new ArrayList<String>();
    for (var file : SourceTree.filesEnding(".java")) {
      var before = Files.readString(file);
      try {
        var after = format(before);
        if (before.equals(after)) continue;
        if (FIX) Files.writeString(file, after);
        else untidy.add(SourceTree.name(file));
      } catch (FormatterException e) {
        untidy.add(SourceTree.name(file) + " does not parse: " + e.getMessage());
      }
    }
    assertThat(untidy).as("run ./trestle tidy").isEmpty();
  }

  @Test
  void an_untidy_source_is_told_from_a_tidy_one() throws FormatterException {
    var tidy = "class A {\n  int a = 1;\n}\n";
    assertThat(format("import java.util.List;\nclass A { int a=1 ; }")).isEqualTo(tidy);
    assertThat(format(tidy)).isEqualTo(tidy);
  }

  private static String format(String source) throws FormatterException {
    var used = RemoveUnusedImports.removeUnusedImports(source);
    return new Formatter().formatSource(ImportOrderer.reorderImports(used, Style.GOOGLE));
  }
}
