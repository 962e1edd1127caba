package dev.trestle.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A server under load, and its process if this benchmark started it. */
record TargetServer(String name, URI address, Optional<Process> process) implements AutoCloseable {
  private static final String DYNALITE = "dynalite@4.0.0";
  private static final int START_SECONDS_MAX = 30;

  static TargetServer at(String address) {
    return new TargetServer(address, URI.create(address), Optional.empty());
  }

  /** Starts {@link EngineProcess} with these arguments. */
  static TargetServer ours(String name, String... arguments) {
    var command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-Xmx1g",
                "-cp",
                System.getProperty("java.class.path"),
                EngineProcess.class.getName()));
    command.addAll(List.of(arguments));
    try {
      var process = new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
      var port = firstLine(process.inputReader());
      return new TargetServer(name, local(port), Optional.of(process));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Starts dynalite in memory, which is fetched from npm into the build's folder once.
   *
   * @return empty if node or npm is missing
   */
  static Optional<TargetServer> dynalite(Path folder) {
    try {
      var program = folder.resolve("node_modules/dynalite/cli.js");
      if (!Files.exists(program)) {
        Files.createDirectories(folder);
        var install =
            List.of("npm", "install", "--silent", "--prefix", folder.toString(), DYNALITE);
        var log = folder.resolve("npm.log").toFile();
        var npm = new ProcessBuilder(install).redirectErrorStream(true).redirectOutput(log);
        if (npm.start().waitFor() != 0 || !Files.exists(program)) return Optional.empty();
      }
      var port = Integer.toString(freePort());
      var command = List.of("node", program.toString(), "--port", port, "--createTableMs", "0");
      var process = new ProcessBuilder(command).redirectErrorStream(true).start();
      firstLine(process.inputReader());
      return Optional.of(new TargetServer("dynalite", local(port), Optional.of(process)));
    } catch (IOException _) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  /** The processor time of its process so far; empty for processes started elsewhere. */
  Optional<Duration> processorTime() {
    return process.flatMap(started -> started.info().totalCpuDuration());
  }

  private static String firstLine(BufferedReader out) throws IOException {
    return Optional.ofNullable(out.readLine())
        .orElseThrow(() -> new IOException("the server ended at once"));
  }

  private static URI local(String port) {
    return URI.create("http://127.0.0.1:" + port);
  }

  private static int freePort() throws IOException {
    try (var socket = new java.net.ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  @Override
  public void close() {
    process.ifPresent(started -> {
      started.destroy();
      try {
        if (!started.waitFor(START_SECONDS_MAX, TimeUnit.SECONDS)) started.destroyForcibly();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    });
  }
}
