package dev.trestle.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The build picks tests by the names of their classes, and passes over others without a word. */
class TestNamesTest {
  private static final Pattern HAS_TESTS =
      Pattern.compile("(?m)^ +@(Test|ParameterizedTest|RepeatedTest|TestFactory)\\b");
  private static final Pattern IS_RUN = Pattern.compile(".*(Test|Properties|Fuzz)\\.java");

  /** Run through the classes that extend it. */
  private static final Pattern IS_ABSTRACT =
      Pattern.compile("(?m)^(public |sealed )*(abstract (sealed )?class|interface) ");

  @Test
  void every_class_with_tests_is_run() throws IOException {
    var found = new ArrayList<String>();
    for (var file : SourceTree.filesEnding(".java")) {
      var name = SourceTree.name(file);
      if (name.contains("src/test/") && isPassedOver(name, Files.readString(file))) found.add(name);
    }
    assertThat(found).as("name it *Test, *Properties or *Fuzz").isEmpty();
  }

  @Test
  void a_test_that_would_not_run_is_noticed() {
    var tests = "class A {\n  @Test\n  void a() {}\n}\n";
    assertThat(isPassedOver("a/ATest.java", tests)).isFalse();
    assertThat(isPassedOver("a/ASpec.java", tests)).isTrue();
    assertThat(isPassedOver("a/AContract.java", "abstract " + tests)).isFalse();
    assertThat(isPassedOver("a/Helper.java", "class Helper {}")).isFalse();
  }

  private static boolean isPassedOver(String name, String source) {
    return HAS_TESTS.matcher(source).find()
        && !IS_RUN.matcher(name).matches()
        && !IS_ABSTRACT.matcher(source).find();
  }
}
