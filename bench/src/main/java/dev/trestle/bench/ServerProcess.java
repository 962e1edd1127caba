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
 * A server in a process of its own, with a folder that is gone afterwards. Its main method is given
 * the folder, prints its port, and then answers each line of its standard input with a line.
 */
public final class ServerProcess implements AutoCloseable {
  private static final int END_SECONDS_MAX = 30;

  private final Path folder;
  private final Process process;
  private final BufferedReader out;
  private final BufferedWriter in;
  private final int port;

  private ServerProcess(Path folder, Process process) throws IOException {
    this.folder = folder;
    this.process = process;
    this.out = process.inputReader();
    this.in = process.outputWriter();
    this.port = Integer.parseInt(line());
  }

  /**
   * Starts one.
   *
   * @param heap the most heap, as {@code -Xmx} has it
   */
  public static ServerProcess start(Class<?> main, String heap) {
    try {
      var folder = Files.createTempDirectory("trestle-bench-server");
      var command =
          List.of(
              Path.of(System.getProperty("java.home"), "bin", "java").toString(),
              "--enable-native-access=ALL-UNNAMED",
              "-Xmx" + heap,
              "-cp",
              System.getProperty("java.class.path"),
              main.getName(),
              folder.toString());
      return new ServerProcess(
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

  /** One question at a time. */
  public synchronized String ask(String question) {
    try {
      in.write(question + "\n");
      in.flush();
      return line();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All of the machine's memory that it holds; nothing where the system does not tell. */
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
