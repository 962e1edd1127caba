package dev.trestle.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every package says what lives in it and is free of null unless it says otherwise. */
class PackagesTest {
  @TempDir Path folder;

  @Test
  void every_package_has_a_null_marked_package_info() throws IOException {
    assertThat(unmarked(SourceTree.filesEnding(".java"))).isEmpty();
  }

  @Test
  void a_package_without_its_page_is_noticed() throws IOException {
    var main = source("m/src/main/java/a/A.java", "package a; class A {}");
    assertThat(unmarked(List.of(main)))
        .containsExactly(folder.resolve("m/src/main/java/a").toString());
  }

  @Test
  void a_package_that_is_not_null_marked_is_noticed() throws IOException {
    var info = source("m/src/main/java/a/package-info.java", "/** A. */\npackage a;\n");
    assertThat(unmarked(List.of(info)))
        .containsExactly(folder.resolve("m/src/main/java/a").toString());
  }

  @Test
  void tests_share_the_page_of_the_package_they_test() throws IOException {
    source("m/src/main/java/a/package-info.java", "/** A. */\n@NullMarked\npackage a;\n");
    var test = source("m/src/test/java/a/ATest.java", "package a; class ATest {}");
    assertThat(unmarked(List.of(test))).isEmpty();
  }

  private Path source(String name, String text) throws IOException {
    var file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  private static List<String> unmarked(List<Path> sources) throws IOException {
    var packages = new TreeSet<Path>();
    for (var source : sources) packages.add(source.getParent());
    var found = new ArrayList<String>();
    for (var folder : packages) {
      var main = Path.of(folder.toString().replace("/src/test/java/", "/src/main/java/"));
      if (!isMarked(folder) && !isMarked(main)) found.add(folder.toString());
    }
    return found;
  }

  private static boolean isMarked(Path folder) throws IOException {
    var info = folder.resolve("package-info.java");
    if (!Files.exists(info)) return false;
    var text = Files.readString(info);
    return text.startsWith("/**") && text.contains("@NullMarked\npackage ");
  }
}
