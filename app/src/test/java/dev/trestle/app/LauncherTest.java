package dev.trestle.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code trestle}, in a folder of its own with a Java and a Maven that only report. */
class LauncherTest {
  private static final Path SCRIPT = Path.of(System.getProperty("trestle.root"), "trestle");

  @TempDir Path folder;

  private Path project = Path.of("");
  private Path jdk = Path.of("");
  private Path commands = Path.of("");

  private record Ran(int exitCode, String out) {}

  @BeforeEach
  void lay_out_a_project() throws IOException {
    project = Files.createDirectories(folder.resolve("a project"));
    jdk = folder.resolve("jdk of 25");
    commands = folder.resolve("commands");
    script(
        project.resolve("trestle"), withoutNeeds(withoutInstalledJdks(Files.readString(SCRIPT))));
    write(project.resolve("app/src/main/java/A.java"), "class A {}");
    write(jdk.resolve("release"), "JAVA_VERSION=\"25.0.3\"\n");
    script(jdk.resolve("bin/javac"), "");
    script(jdk.resolve("bin/java"), "printf 'java:'; printf ' <%s>' \"$@\"; echo");
    script(
        commands.resolve("mvn"),
        """
        cd '%s'
        echo "mvn: $*"
        echo "$*" >>../mvn.log
        [ ! -f ../broken ] || { echo '[ERROR] broken'; exit 1; }
        [ ! -f '../broken for' ] || ! grep -qf '../broken for' <<<"$*" || exit 1
        mkdir -p app/target/lib bench/target/lib
        touch app/target/trestle-app-1.jar app/target/lib/b.jar bench/target/trestle-bench-1.jar
        """
            .formatted(project));
  }

  @Test
  void it_builds_once_and_runs_with_its_own_libraries() throws Exception {
    var first = run("version", "two words");
    assertThat(first.exitCode()).isZero();
    assertThat(first.out())
        .contains(
            "building",
            "<--enable-native-access=ALL-UNNAMED>",
            "<-XX:+ExitOnOutOfMemoryError>",
            "/app/target/lib/b.jar>")
        .endsWith("<dev.trestle.app.Main> <version> <two words>\n");
    assertThat(run("version").out()).doesNotContain("building");
    assertThat(builds()).hasSize(1).first().asString().contains("-pl app -am");
  }

  @Test
  void it_builds_again_when_a_source_is_newer_or_gone() throws Exception {
    var source = project.resolve("app/src/main/java/A.java");
    run("version");
    age(project.resolve("app/target/built"), 60);
    Files.setLastModifiedTime(source, FileTime.from(Instant.now().minusSeconds(30)));
    run("version");
    assertThat(builds()).hasSize(2);
    age(project.resolve("app/src/main/java"), 30);
    age(project.resolve("app/target/built"), 20);
    Files.delete(source);
    run("version");
    assertThat(builds()).hasSize(3);
  }

  @Test
  void every_build_records_a_cache_of_classes_for_the_server_and_one_for_db() throws Exception {
    script(
        jdk.resolve("bin/java"),
        """
        case $1 in -XX:AOTCacheOutput=*)
          cache=${1#*=}
          trap 'touch "$cache"; exit' TERM
          echo 'Press Ctrl-C to stop.'
          while :; do sleep 0.1; done ;;
        esac
        """);
    var source = project.resolve("app/src/main/java/A.java");
    for (int build = 1; build <= 2; build++) {
      run("version");
      assertThat(builds()).hasSize(build);
      assertThat(project.resolve("app/target/start.aot")).exists();
      assertThat(project.resolve("app/target/db.aot")).exists();
      age(project.resolve("app/target/built"), 60);
      Files.setLastModifiedTime(source, FileTime.from(Instant.now().minusSeconds(30)));
    }
  }

  @Test
  void a_test_that_changed_does_not_make_it_build() throws Exception {
    run("version");
    age(project.resolve("app/target/built"), 60);
    age(project.resolve("app/src/main/java"), 90);
    age(project.resolve("app/src/main/java/A.java"), 90);
    age(project.resolve("app/src/main"), 90);
    write(project.resolve("app/src/test/java/ATest.java"), "class ATest {}");
    run("version");
    assertThat(builds()).hasSize(1);
  }

  @Test
  void a_failed_build_shows_why_and_is_tried_again() throws Exception {
    write(folder.resolve("broken"), "");
    var failed = run("version");
    assertThat(failed.exitCode()).isEqualTo(1);
    assertThat(failed.out()).contains("[ERROR] broken", "build.log").doesNotContain("java:");
    Files.delete(folder.resolve("broken"));
    assertThat(run("version").out()).contains("<version>");
  }

  @Test
  void it_works_through_a_chain_of_symbolic_links() throws Exception {
    var link = Files.createSymbolicLink(folder.resolve("link"), Path.of("a project/trestle"));
    Files.createSymbolicLink(folder.resolve("link to link"), link);
    var ran = start(folder.resolve("link to link"), jdk, List.of("version"));
    assertThat(ran.out()).contains("/a project/app/target/trestle-app-1.jar");
  }

  @Test
  void without_a_jdk_25_it_says_what_to_do() throws Exception {
    var ran = start(project.resolve("trestle"), Path.of(""), List.of("version"));
    assertThat(ran.exitCode()).isEqualTo(69);
    assertThat(ran.out()).contains("no JDK 25", "TRESTLE_JAVA_HOME");
  }

  @Test
  void a_named_jdk_that_is_another_is_refused() throws Exception {
    write(jdk.resolve("release"), "JAVA_VERSION=\"17.0.15\"\n");
    var ran = run("version");
    assertThat(ran.exitCode()).isEqualTo(69);
    assertThat(ran.out()).contains("not a JDK 25");
  }

  @Test
  void test_hands_its_arguments_to_maven() throws Exception {
    assertThat(run("test", "-pl", "item").out()).contains("-B -T 2 verify -pl item");
    assertThat(run("test", "--help").out()).contains("<test> <--help>");
  }

  @Test
  void test_installs_what_is_missing_where_it_may() throws Exception {
    needs("no-such-command some-package for a reason");
    script(commands.resolve("id"), "echo 0");
    script(commands.resolve("apt-get"), "echo \"apt-get $*\"");
    assertThat(run("test").out()).contains("apt-get -qq install -y some-package", "-B -T 2 verify");
  }

  @Test
  void test_looks_for_libraries_of_python_too() throws Exception {
    needs("python3:no_such_library some-package for a reason\npython3:json other-package also");
    script(commands.resolve("id"), "echo 0");
    script(commands.resolve("apt-get"), "echo \"apt-get $*\"");
    assertThat(run("test").out())
        .contains("apt-get -qq install -y some-package\n", "-B -T 2 verify");
  }

  @Test
  void test_says_what_is_missing_where_it_may_not_install() throws Exception {
    needs("no-such-command some-package for a reason");
    script(commands.resolve("id"), "echo 1000");
    script(commands.resolve("sudo"), "exit 1");
    var ran = run("test");
    assertThat(ran.exitCode()).isEqualTo(69);
    assertThat(ran.out()).contains("some-package").doesNotContain("verify");
  }

  @Test
  void trial_lets_a_server_suffer_for_a_while() throws Exception {
    assertThat(run("trial", "messenger").out())
        .contains("-pl systems/messenger -am test", "-Dtrestle.history.minutes=15", "HistoryTest#");
    assertThat(
            run("trial", "messenger", "--minutes", "2", "--seed", "7", "--keep", "a.jsonl").out())
        .contains("-Dtrestle.history.minutes=2", "-Dtrestle.seed=7", "/a.jsonl");
    assertThat(run("trial", "http", "--minutes", "3").out())
        .contains("-pl app -am test", "-Dtrestle.http.minutes=3", "-Dtest=EdgeFuzz");
    assertThat(run("trial", "models", "--count", "9", "--seed", "7").out())
        .contains("-pl store -am test", "-Dtrestle.models=9", "-Dtrestle.seed=7");
    for (var wrong :
        List.of(
            List.of("trial", "http", "--keep", "a.jsonl"),
            List.of("trial", "models", "--minutes", "3"),
            List.of("trial", "models", "--count", "many"),
            List.of("trial"),
            List.of("trial", "stak"),
            List.of("trial", "messenger", "--minutes"),
            List.of("trial", "messenger", "--minutes", "long"),
            List.of("trial", "messenger", "--hours", "1"))) {
      assertThat(run(wrong.toArray(String[]::new)).exitCode()).as("%s", wrong).isEqualTo(2);
    }
    assertThat(run("trial", "flood", "--seconds", "5").out())
        .endsWith("<dev.trestle.bench.Main> <flood> <--seconds> <5>\n");
    assertThat(run("trial", "--help").out()).contains("<trial> <--help>");
  }

  @Test
  void the_trial_of_migrations_hands_its_figures_to_the_test() throws Exception {
    assertThat(run("trial", "migrate", "--items", "20", "--kills", "3", "--seed", "7").out())
        .contains(
            "-pl cli -am test",
            "-Dtrestle.migrate.items=20",
            "-Dtrestle.migrate.kills=3",
            "-Dtrestle.seed=7");
    write(folder.resolve("broken"), "");
    assertThat(run("trial", "migrate", "--items", "20").exitCode()).isEqualTo(1);
    assertThat(run("trial", "migrate", "--items", "many").exitCode()).isEqualTo(2);
  }

  @Test
  void the_trial_of_samples_tests_each_and_says_which_one_failed() throws Exception {
    write(project.resolve("samples/one/pom.xml"), "");
    write(project.resolve("samples/junit/pom.xml"), "");
    write(project.resolve("docs/FIRST-STEPS.md"), "```sh\nmvn -q test\n```\n");
    var passed = run("trial", "samples");
    assertThat(passed.exitCode()).as(passed.out()).isZero();
    assertThat(passed.out())
        .contains("deploy", "samples/one/pom.xml", "-Daws.version=")
        .contains("all samples and the first steps passed, on Java 25");
    assertThat(run("trial", "samples", "--kills", "3").exitCode()).isEqualTo(2);
    assertThat(builds())
        .filteredOn(line -> line.contains(" deploy"))
        .singleElement()
        .asString()
        .contains("-Dmaven.install.skip=true");
    assertThat(builds())
        .filteredOn(line -> line.contains("/samples/") || line.endsWith(" -q test"))
        .hasSize(4)
        .allMatch(line -> line.contains("-gs ") && line.contains("-Dmaven.repo.local="));
    assertThat(Files.readString(project.resolve("target/samples.xml")))
        .contains("/a%20project/target/artifacts</url>");
    assertThat(failing("deploy")).contains("failed: writing the artifacts");
    assertThat(failing("samples/one")).contains("failed: testing samples/one/pom.xml");
    assertThat(failing("aws.version")).contains("failed: testing samples/junit/pom.xml with the");
    assertThat(failing("-q test$")).contains("failed: taking the steps of docs/FIRST-STEPS.md");
  }

  @Test
  void the_pages_install_the_modules_that_are_published() throws IOException {
    var published =
        Files.readString(SCRIPT)
            .lines()
            .filter(line -> line.startsWith("published="))
            .map(line -> line.substring("published=".length()))
            .findFirst()
            .orElseThrow();
    for (var page : List.of("docs/LIBRARY.md", "docs/FIRST-STEPS.md")) {
      assertThat(Files.readString(SCRIPT.resolveSibling(page)))
          .contains(
              "\nmvn -q -P release -pl %s -am -Dmaven.test.skip install\n".formatted(published));
    }
  }

  /** What the trial of samples prints if Maven fails where its arguments match. */
  private String failing(String arguments) throws Exception {
    write(folder.resolve("broken for"), arguments);
    var ran = run("trial", "samples");
    assertThat(ran.exitCode()).as(ran.out()).isEqualTo(1);
    assertThat(ran.out()).doesNotContain("all samples");
    return ran.out();
  }

  @Test
  void bench_runs_the_benchmarks() throws Exception {
    assertThat(run("bench", "engine").out()).endsWith("<dev.trestle.bench.Main> <engine>\n");
    assertThat(builds()).first().asString().contains("-pl bench -am");
  }

  private void needs(String line) throws IOException {
    var script = project.resolve("trestle");
    var list = "test_needs='\n";
    Files.writeString(script, Files.readString(script).replace(list, list + line + "\n"));
  }

  private Ran run(String... args) throws Exception {
    return start(project.resolve("trestle"), jdk, List.of(args));
  }

  private Ran start(Path script, Path home, List<String> args) throws Exception {
    var command = new ArrayList<>(List.of("bash", script.toString()));
    command.addAll(args);
    var builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
    builder.environment().clear();
    builder.environment().put("PATH", commands + ":/usr/bin:/bin");
    builder.environment().put("HOME", folder.toString());
    builder.environment().put("TRESTLE_JAVA_HOME", home.toString());
    var process = builder.start();
    process.getOutputStream().close();
    var out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ran(process.waitFor(), out);
  }

  private List<String> builds() throws IOException {
    return Files.readAllLines(folder.resolve("mvn.log"));
  }

  /** Only the JDK that a test lays out is to be found. */
  private static String withoutInstalledJdks(String script) {
    return script
        .replaceAll("(?m)^ +/(usr|opt|Library)/.* \\\\$", "      \\\\")
        .replace("\"$(java_home_on_path)\"", "");
  }

  /** What this machine lacks does not matter here. */
  private static String withoutNeeds(String script) {
    return script.replaceFirst("(?s)test_needs='\n.*?'\n", "test_needs='\n'\n");
  }

  private static void age(Path file, int seconds) throws IOException {
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().minusSeconds(seconds)));
  }

  private static void script(Path file, String text) throws IOException {
    write(file, text.startsWith("#!") ? text : "#!/usr/bin/env bash\n" + text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
