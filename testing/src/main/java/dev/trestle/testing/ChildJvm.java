package dev.trestle.testing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/**
 * Another JVM with the same class path, for tests that kill it. Its output goes to a file, so that
 * everything it printed before it died can be read. Output in a pipe can be lost when the process
 * ends. Its temporary folder is removed with it: RocksDB's library, which it unpacks there, would
 * stay after a kill.
 */
public final class ChildJvm implements AutoCloseable {
  private final Process process;
  private final Path folder;
  private final Lines out;
  private final Lines err;

  private ChildJvm(Process process, Path folder, Lines out, Lines err) {
    this.process = process;
    this.folder = folder;
    this.out = out;
    this.err = err;
  }

  public static ChildJvm start(Class<?> main, List<String> jvmOptions, List<String> arguments) {
    return startBy(List.of(), main, jvmOptions, arguments);
  }

  /**
   * Starts the JVM through a command that takes another command as its arguments, for example to
   * set limits.
   */
  public static ChildJvm startBy(
      List<String> launcher, Class<?> main, List<String> jvmOptions, List<String> arguments) {
    try {
      var folder = Files.createTempDirectory("trestle-child-");
      var command = new ArrayList<>(launcher);
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1"));
      command.add("-Djava.io.tmpdir=" + folder);
      command.addAll(jvmOptions);
      command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
      command.addAll(arguments);
      var out = new Lines(folder.resolve("out.txt"));
      var err = new Lines(folder.resolve("err.txt"));
      var process =
          new ProcessBuilder(command)
              .redirectOutput(Redirect.appendTo(out.file.toFile()))
              .redirectError(Redirect.appendTo(err.file.toFile()))
              .start();
      return new ChildJvm(process, folder, out, err);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the lines printed so far, or all lines after {@link #awaitEnd} has returned. */
  public List<String> lines() {
    return out.copy();
  }

  /** Waits for a line that starts with a text and returns the rest of it. */
  public String awaitLine(String start, Duration timeout) {
    return awaitLineOrEnd(start, timeout)
        .orElseThrow(
            () -> new AssertionError("the process ended without a line '" + start + "': " + err()));
  }

  /**
   * Waits for a line that starts with a text and returns the rest of it, or empty if the process
   * ends before.
   */
  public Optional<String> awaitLineOrEnd(String start, Duration timeout) {
    var looked = new AtomicInteger();
    try {
      return Await.value(
              () -> {
                boolean over = !process.isAlive();
                var line = out.startingWith(start, looked);
                return over || line.isPresent() ? Optional.of(line) : Optional.empty();
              },
              timeout)
          .map(line -> line.substring(start.length()));
    } catch (AssertionError e) {
      throw new AssertionError("no line '" + start + "' within " + timeout + ": " + threads(), e);
    }
  }

  /** Returns a thread dump, which the JVM prints on a signal. */
  private String threads() {
    int before = lines().size();
    try {
      signal("QUIT");
      Await.until(
          () -> lines().stream().skip(before).anyMatch(line -> line.startsWith("Heap")),
          Duration.ofSeconds(5));
    } catch (UncheckedIOException | AssertionError _) {
      // No thread dump: report what is known without it.
    }
    return lines().stream().skip(before).collect(Collectors.joining("\n"));
  }

  /** Kills the process like kill -9, and waits until it has ended. */
  public void kill() {
    process.destroyForcibly();
    awaitEnd(Duration.ofSeconds(30));
  }

  /** Sends a signal such as STOP or CONT. */
  public void signal(String name) {
    try {
      new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Waits until the process has ended and returns its exit code. */
  public int awaitEnd(Duration timeout) {
    try {
      if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new AssertionError("still running after " + timeout + ": " + threads());
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  /** Returns what it wrote to standard error. */
  public String err() {
    return String.join("\n", err.copy());
  }

  @Override
  public void close() {
    if (process.isAlive()) kill();
    try (var files = Files.walk(folder)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The complete lines of a file that another process is writing. */
  private static final class Lines {
    final Path file;
    private final List<String> lines = new ArrayList<>();
    private final ByteArrayOutputStream begun = new ByteArrayOutputStream();
    private long read;

    private Lines(Path file) {
      this.file = file;
    }

    synchronized List<String> copy() {
      readOn();
      return List.copyOf(lines);
    }

    /** Searches the lines after those that were searched before. */
    synchronized Optional<String> startingWith(String start, AtomicInteger looked) {
      readOn();
      while (looked.get() < lines.size()) {
        var line = lines.get(looked.getAndIncrement());
        if (line.startsWith(start)) return Optional.of(line);
      }
      return Optional.empty();
    }

    private void readOn() {
      if (file.toFile().length() == read) return;
      try (var in = Files.newInputStream(file)) {
        in.skipNBytes(read);
        for (byte next : in.readAllBytes()) {
          read++;
          if (next != '\n') {
            begun.write(next);
          } else {
            lines.add(begun.toString(StandardCharsets.UTF_8));
            begun.reset();
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
