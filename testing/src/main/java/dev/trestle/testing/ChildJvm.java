package dev.trestle.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/**
 * A second JVM with the class path of this one, for tests that kill it. What it printed before its
 * death arrives here: a pipe keeps what was written to it.
 */
public final class ChildJvm implements AutoCloseable {
  private final Process process;
  private final Lines out;
  private final Lines err;

  private ChildJvm(Process process) {
    this.process = process;
    this.out = new Lines(process.getInputStream());
    this.err = new Lines(process.getErrorStream());
  }

  public static ChildJvm start(Class<?> main, List<String> jvmOptions, List<String> arguments) {
    return startBy(List.of(), main, jvmOptions, arguments);
  }

  /** Starts it through a command that takes another one as its arguments, say to set limits. */
  public static ChildJvm startBy(
      List<String> launcher, Class<?> main, List<String> jvmOptions, List<String> arguments) {
    var command = new ArrayList<>(launcher);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1"));
    command.addAll(jvmOptions);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(arguments);
    try {
      return new ChildJvm(new ProcessBuilder(command).start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What it has printed so far; all of it once {@link #awaitEnd} is back. */
  public List<String> lines() {
    return out.copy();
  }

  /** Waits for a line that starts so, and gives its rest. */
  public String awaitLine(String start, Duration timeout) {
    return awaitLineOrEnd(start, timeout)
        .orElseThrow(() -> new AssertionError("it ended without a line '" + start + "': " + err()));
  }

  /** The rest of a line that starts so, or nothing if it ended without. */
  public Optional<String> awaitLineOrEnd(String start, Duration timeout) {
    var looked = new AtomicInteger();
    try {
      return Await.value(
              () -> {
                boolean over = out.isOver();
                var line = out.startingWith(start, looked);
                return over || line.isPresent() ? Optional.of(line) : Optional.empty();
              },
              timeout)
          .map(line -> line.substring(start.length()));
    } catch (AssertionError e) {
      throw new AssertionError("no line '" + start + "' within " + timeout + ": " + threads(), e);
    }
  }

  /** What its threads are doing, as it tells when it is asked by a signal. */
  private String threads() {
    int before = lines().size();
    try {
      new ProcessBuilder("kill", "-QUIT", Long.toString(process.pid())).start().waitFor();
      Await.until(
          () -> lines().stream().skip(before).anyMatch(line -> line.startsWith("Heap")),
          Duration.ofSeconds(5));
    } catch (IOException | InterruptedException | AssertionError _) {
      // Then there is nothing to add to what is known.
    }
    return lines().stream().skip(before).collect(Collectors.joining("\n"));
  }

  /** Kills it as kill -9 does, and waits until it is gone and all it printed is here. */
  public void kill() {
    process.destroyForcibly();
    awaitEnd(Duration.ofSeconds(30));
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Waits for its end and gives the exit code. */
  public int awaitEnd(Duration timeout) {
    try {
      if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new AssertionError("still running after " + timeout + ": " + threads());
      }
      out.awaitEnd(timeout);
      err.awaitEnd(timeout);
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  /** What it wrote to standard error. */
  public String err() {
    return String.join("\n", err.copy());
  }

  @Override
  public void close() {
    if (process.isAlive()) kill();
  }

  /** Reads a pipe to its end. */
  private static final class Lines {
    private final List<String> lines = new ArrayList<>();
    private final Thread reader;

    Lines(InputStream pipe) {
      reader = Thread.ofPlatform().daemon().start(() -> read(pipe));
    }

    private void read(InputStream pipe) {
      try (var in = new BufferedReader(new InputStreamReader(pipe, StandardCharsets.UTF_8))) {
        for (var line = in.readLine(); line != null; line = in.readLine()) {
          synchronized (this) {
            lines.add(line);
          }
        }
      } catch (IOException _) {
        // The process is gone and took the pipe with it; what was read stays.
      }
    }

    synchronized List<String> copy() {
      return List.copyOf(lines);
    }

    /** Looks at the lines that were not looked at before. */
    synchronized Optional<String> startingWith(String start, AtomicInteger looked) {
      while (looked.get() < lines.size()) {
        var line = lines.get(looked.getAndIncrement());
        if (line.startsWith(start)) return Optional.of(line);
      }
      return Optional.empty();
    }

    boolean isOver() {
      return !reader.isAlive();
    }

    void awaitEnd(Duration timeout) throws InterruptedException {
      if (!reader.join(timeout)) throw new AssertionError("the pipe is still open");
    }
  }
}
