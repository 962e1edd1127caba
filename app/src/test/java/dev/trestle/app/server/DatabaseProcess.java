package dev.trestle.app.server;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** {@code trestle db} on a folder, as a process of its own. */
record DatabaseProcess(Process process, BufferedReader out, URI endpoint) implements AutoCloseable {
  static DatabaseProcess start(Path data, String... more) throws IOException {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var command =
        new ArrayList<>(
            List.of(
                java,
                "--enable-native-access=ALL-UNNAMED",
                // RocksDB's library, which is unpacked there, stays after a kill.
                "-Djava.io.tmpdir=" + data.toAbsolutePath().getParent(),
                "-cp",
                System.getProperty("java.class.path"),
                "dev.trestle.app.Main",
                "db",
                "--port",
                "0",
                "--data",
                data.toString()));
    command.addAll(List.of(more));
    var process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    var out = process.inputReader();
    var line = out.readLine();
    assertThat(line).startsWith("DynamoDB on ");
    return new DatabaseProcess(process, out, URI.create(line.substring("DynamoDB on ".length())));
  }

  HttpResponse<String> call(HttpClient http, String operation, String body)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(endpoint)
            .header("X-Amz-Target", "DynamoDB_20120810." + operation)
            .header("Content-Type", "application/x-amz-json-1.0")
            .POST(BodyPublishers.ofString(body))
            .build();
    return http.send(request, BodyHandlers.ofString());
  }

  /** What it prints after its address. */
  String restOfAnnouncement() {
    return out.lines().takeWhile(line -> !line.contains("Ctrl-C")).collect(joining("\n"));
  }

  /** Ends it as SIGTERM does. */
  void tellToEnd() throws InterruptedException {
    process.destroy();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
  }

  /** Ends it as SIGKILL does. */
  @Override
  public void close() throws IOException {
    process.destroyForcibly().onExit().join();
    out.close();
  }
}
