package dev.trestle.bench.messenger;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The server's process as it is seen from here, with its folder. */
final class Served implements AutoCloseable {
  private static final int END_SECONDS_MAX = 30;

  private final Path folder;
  private final Process process;
  private final BufferedReader out;
  private final BufferedWriter in;
  private final int port;

  private Served(Path folder, Process process) throws IOException {
    this.folder = folder;
    this.process = process;
    this.out = process.inputReader();
    this.in = process.outputWriter();
    this.port = Integer.parseInt(line());
  }

  static Served start() {
    try {
      var folder = Files.createTempDirectory("trestle-bench-messenger");
      var command =
          List.of(
              Path.of(System.getProperty("java.home"), "bin", "java").toString(),
              "--enable-native-access=ALL-UNNAMED",
              "-Xmx1500m",
              "-cp",
              System.getProperty("java.class.path"),
              ServedMessenger.class.getName(),
              folder.toString());
      return new Served(
          folder, new ProcessBuilder(command).redirectError(Redirect.INHERIT).start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String line() throws IOException {
    return Optional.ofNullable(out.readLine())
        .orElseThrow(() -> new IOException("the server ended"));
  }

  private String ask(String question) {
    try {
      in.write(question + "\n");
      in.flush();
      return line();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  InetSocketAddress socket() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  URI address() {
    return URI.create("http://127.0.0.1:" + port);
  }

  /** What its heap holds after a collection. */
  long heapBytes() {
    return Long.parseLong(ask("memory"));
  }

  /** All of the machine's memory that it holds; nothing where the system does not tell. */
  Optional<Long> residentBytes() {
    try (var lines = Files.lines(Path.of("/proc/" + process.pid() + "/status"))) {
      return lines
          .filter(line -> line.startsWith("VmRSS:"))
          .map(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
          .findFirst();
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  /** Calls to the store, those that were tried again, and those that failed. */
  String usage() {
    return ask("usage");
  }

  Duration processorTime() {
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
