package dev.trestle.bench;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A server in a process of its own, with a folder that is deleted afterwards. Its main method gets
 * the folder, prints its port, and answers each line of its standard input with a line.
 */
public final class ChildProcess implements AutoCloseable {
  private static final int END_SECONDS_MAX = 30;

  private final Path folder;
  private final Process process;
  private final BufferedReader out;
  private final BufferedWriter in;
  private final int port;
  private boolean isFolderKept;

  private ChildProcess(Path folder, Process process) throws IOException {
    this.folder = folder;
    this.process = process;
    this.out = process.inputReader();
    this.in = process.outputWriter();
    this.port = Integer.parseInt(line());
  }

  /**
   * Starts a server.
   *
   * @param heap the maximum heap, as for {@code -Xmx}
   */
  public static ChildProcess start(Class<?> main, String heap) {
    try {
      return start(main, heap, Files.createTempDirectory("trestle-bench-server"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts a server on a folder, which is deleted when it is closed unless it was killed. */
  public static ChildProcess start(Class<?> main, String heap, Path folder) {
    try {
      var command =
          List.of(
              Path.of(System.getProperty("java.home"), "bin", "java").toString(),
              "--enable-native-access=ALL-UNNAMED",
              "-Xmx" + heap,
              "-cp",
              System.getProperty("java.class.path"),
              main.getName(),
              folder.toString());
      return new ChildProcess(
          folder, new ProcessBuilder(command).redirectError(Redirect.INHERIT).start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String line() throws IOException {
    return Optional.ofNullable(out.readLine())
        .orElseThrow(() -> new IOException("the server ended"));
  }

  public int port() {
    return port;
  }

  /** Sends a question and returns the answer. One at a time. */
  public synchronized String ask(String question) {
    try {
      in.write(question + "\n");
      in.flush();
      return line();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends a line whose answer nobody reads. */
  public void tell(String line) {
    try {
      in.write(line + "\n");
      in.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends the process like a power cut of its own, and keeps the folder. */
  public void kill() {
    isFolderKept = true;
    process.destroyForcibly();
  }

  /** The resident memory; empty if the system does not report it. */
  public Optional<Long> residentBytes() {
    try (var lines = Files.lines(Path.of("/proc/" + process.pid() + "/status"))) {
      return lines
          .filter(line -> line.startsWith("VmRSS:"))
          .map(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
          .findFirst();
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  public Duration processorTime() {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(END_SECONDS_MAX, TimeUnit.SECONDS)) process.destroyForcibly().waitFor();
      if (isFolderKept) return;
      try (var files = Files.walk(folder)) {
        for (var file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
