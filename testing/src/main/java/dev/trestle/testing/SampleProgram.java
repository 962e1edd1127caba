package dev.trestle.testing;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClasspathRoots;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;
import org.junit.platform.engine.discovery.ClassNameFilter;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/**
 * A program outside the build, such as those in {@code samples}. Its Java sources are compiled for
 * Java 21 against the class path of the calling test. Its tests run in another JVM, in the
 * program's folder, with its resources first on the class path.
 */
public final class SampleProgram {
  private static final Duration TESTS_MAX = Duration.ofMinutes(10);
  private static final String PASSED = "passed: ";

  private final Path folder;
  private final Path classes;
  private final Path output;
  private final String classPath;

  private SampleProgram(Path folder, Path work, Predicate<String> needed) {
    this.folder = folder;
    this.classPath =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
            .filter(needed)
            .collect(Collectors.joining(File.pathSeparator));
    this.classes = work.resolve("classes");
    this.output = work.resolve("output.txt");
  }

  /**
   * Compiles and tests a program.
   *
   * @param folder the program, with its sources where Maven has them
   * @param work an empty folder
   * @return how many tests passed
   * @throws AssertionError if the program does not compile or a test fails
   */
  public static int test(Path folder, Path work) {
    return test(folder, work, _ -> true);
  }

  /** Compiles and tests a program with only some entries of the calling test's class path. */
  public static int test(Path folder, Path work, Predicate<String> needed) {
    var program = new SampleProgram(folder, work, needed);
    try {
      program.compile();
      return program.test();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  private void compile() throws IOException {
    Files.createDirectories(classes);
    var arguments =
        new ArrayList<>(
            List.of("--release", "21", "-parameters", "-proc:none", "-d", classes.toString()));
    arguments.addAll(List.of("-cp", classPath));
    try (var files = Files.walk(folder.resolve("src"))) {
      files.map(Path::toString).filter(file -> file.endsWith(".java")).forEach(arguments::add);
    }
    var errors = new ByteArrayOutputStream();
    var compiler = ToolProvider.getSystemJavaCompiler();
    int result = compiler.run(null, errors, errors, arguments.toArray(String[]::new));
    if (result != 0) throw new AssertionError(errors.toString(StandardCharsets.UTF_8));
  }

  private int test() throws IOException, InterruptedException {
    var places =
        List.of(
            folder.resolve("src/test/resources").toString(),
            folder.resolve("src/main/resources").toString(),
            classes.toString(),
            classPath);
    var command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--enable-native-access=ALL-UNNAMED",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            String.join(File.pathSeparator, places),
            SampleProgram.class.getName(),
            classes.toString());
    var process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    boolean ended = process.waitFor(TESTS_MAX.toSeconds(), TimeUnit.SECONDS);
    if (!ended) process.destroyForcibly().waitFor();
    var lines = Files.readAllLines(output);
    if (!ended || process.exitValue() != 0) throw new AssertionError(String.join("\n", lines));
    return Integer.parseInt(lines.getLast().substring(PASSED.length()));
  }

  /** Runs the tests of a folder with classes. */
  public static void main(String[] args) {
    var summary = new SummaryGeneratingListener();
    var request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(selectClasspathRoots(Set.of(Path.of(args[0]))))
            .filters(ClassNameFilter.includeClassNamePatterns(".*Test"))
            .build();
    LauncherFactory.create().execute(request, summary);
    var out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    summary.getSummary().printFailuresTo(out);
    out.println(PASSED + summary.getSummary().getTestsSucceededCount());
    System.exit(summary.getSummary().getTotalFailureCount() == 0 ? 0 : 1);
  }
}
