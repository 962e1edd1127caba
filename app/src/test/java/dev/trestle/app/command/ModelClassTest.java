package dev.trestle.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.cli.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of docs/CLI.md, compiled on its own and passed to the commands. */
class ModelClassTest {
  @TempDir private static Path folder = Path.of("");

  @BeforeAll
  static void compile() throws IOException {
    var root = Path.of(System.getProperty("trestle.root", ""));
    var source = root.resolve("app/src/example/java/bookshop/Bookshop.java");
    compile(source);
    var broken = Files.createDirectories(folder.resolve("source")).resolve("Broken.java");
    Files.writeString(
        broken,
        """
        package bookshop;
        public class Broken {
          public static final dev.trestle.model.Model MODEL = made();
          private static dev.trestle.model.Model made() {
            throw new IllegalArgumentException("two parts named isbn");
          }
          public static class Empty {}
        }
        """);
    compile(broken);
  }

  private static void compile(Path source) throws IOException {
    var javac = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler());
    var classpath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    try (var files = javac.getStandardFileManager(null, null, null)) {
      var options =
          List.of("-d", folder.resolve("classes").toString(), "-cp", classpath, "-proc:none");
      var done =
          javac.getTask(null, files, null, options, null, files.getJavaFileObjects(source)).call();
      assertThat(done).isTrue();
    }
  }

  private static CommandRun run(String... args) {
    return CommandRun.of(folder, Map.of(), args);
  }

  @Test
  void a_class_from_outside_is_checked_drawn_planned_and_exported() {
    var check = run("check", "--classpath", "classes", "bookshop.Bookshop");
    assertThat(check.out()).contains("bookshop: 0 faults");
    assertThat(check.exitCode()).isEqualTo(ExitCode.SUCCESS);
    assertThat(run("matrix", "--classpath", "classes", "bookshop.Bookshop").out())
        .contains("an author's books, newest first");
    assertThat(run("plan", "--classpath", "classes", "bookshop.Bookshop").out())
        .contains("books/by-author");
    var file = List.of("-o", "bookshop.json");
    var export =
        run(
            "export",
            "json",
            "--classpath",
            "classes",
            "bookshop.Bookshop",
            file.getFirst(),
            file.getLast());
    assertThat(export.exitCode()).isEqualTo(ExitCode.SUCCESS);
    assertThat(run("check", "--model", "bookshop.json").out()).isEqualTo(check.out());
  }

  @Test
  void what_cannot_be_loaded_is_wrong_use_with_the_reason() {
    var missing = run("check", "--classpath", "classes", "bookshop.Nowhere");
    assertThat(missing.exitCode()).isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(missing.err()).contains("no class bookshop.Nowhere");
    assertThat(run("check", "--classpath", "elsewhere", "bookshop.Bookshop").err())
        .contains("elsewhere does not exist");
    var broken = run("check", "--classpath", "classes", "bookshop.Broken");
    assertThat(broken.exitCode()).isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(broken.err()).contains("two parts named isbn");
    assertThat(run("check", "--classpath", "classes", "bookshop.Broken$Empty").err())
        .contains("public static field of type Model");
    assertThat(run("check", "--classpath", "classes").err())
        .contains("Cannot initialize bookshop.Broken");
  }
}
