package dev.trestle.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The database as its own process: started, used over HTTP, told to end, started again. */
class DatabaseProcessTest {
  private static final String CREATE_TABLE =
      """
      {"TableName": "kept", "BillingMode": "PAY_PER_REQUEST",
       "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
       "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}]}\
      """;

  @TempDir Path folder;

  @Test
  void what_was_written_is_there_after_the_process_was_told_to_end() throws Exception {
    try (var first = start()) {
      assertThat(call(first, "CreateTable", CREATE_TABLE)).contains("\"kept\"");
      first.tellToEnd();
    }
    try (var second = start()) {
      assertThat(call(second, "ListTables", "{}")).isEqualTo("{\"TableNames\":[\"kept\"]}");
    }
  }

  private static String call(Child child, String operation, String body) throws Exception {
    try (var http = HttpClient.newHttpClient()) {
      var request =
          HttpRequest.newBuilder(child.endpoint)
              .header("X-Amz-Target", "DynamoDB_20120810." + operation)
              .header("Content-Type", "application/x-amz-json-1.0")
              .POST(BodyPublishers.ofString(body))
              .build();
      return http.send(request, BodyHandlers.ofString()).body();
    }
  }

  private Child start() throws IOException {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var process =
        new ProcessBuilder(
                java,
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.trestle.app.Main",
                "db",
                "--port",
                "0",
                "--data",
                folder.resolve("data").toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    return Child.of(process);
  }

  private record Child(Process process, BufferedReader out, URI endpoint) implements AutoCloseable {
    static Child of(Process process) throws IOException {
      var out = process.inputReader();
      var line = out.readLine();
      assertThat(line).startsWith("DynamoDB on ");
      return new Child(process, out, URI.create(line.substring("DynamoDB on ".length())));
    }

    void tellToEnd() throws InterruptedException {
      process.destroy();
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }

    @Override
    public void close() throws IOException {
      process.destroyForcibly().onExit().join();
      out.close();
    }
  }
}
