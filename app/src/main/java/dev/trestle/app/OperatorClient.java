package dev.trestle.app;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.http.Hosts;
import dev.trestle.platform.web.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * Asks the running server for what only its operator may do. Whoever may read the secrets in the
 * folder of the data is the operator.
 */
final class OperatorClient implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final HttpClient http = HttpClient.newBuilder().connectTimeout(PATIENCE).build();
  private final URI server;

  /** The cookie is for TLS only; on this machine there is none between the two of us. */
  private String session = "";

  private OperatorClient(URI server) {
    this.server = server;
  }

  /**
   * Comes in, with the operator's password where the server asks for it.
   *
   * @throws Unreachable if no server answers
   */
  static OperatorClient of(Configuration configuration) {
    var host = configuration.host();
    var reached = host.equals("0.0.0.0") || host.equals("::") ? "127.0.0.1" : host;
    var name = reached.contains(":") ? "[" + reached + "]" : reached;
    var client = new OperatorClient(URI.create("http://" + name + ":" + configuration.port()));
    if (!Hosts.isLoopback(host)) client.logIn(configuration.data());
    return client;
  }

  private void logIn(Path data) {
    var file = data.resolve("secrets").resolve(Door.SECRET);
    try {
      post("/operator/session", Map.of("password", Files.readString(file).strip()));
    } catch (IOException e) {
      throw new Unreachable("the operator's password cannot be read in " + file, e);
    }
  }

  JsonNode post(String path, Object body) {
    var request =
        HttpRequest.newBuilder(server.resolve(path))
            .timeout(PATIENCE)
            .header("Content-Type", "application/json")
            .header("Origin", server.toString())
            .header("Cookie", session)
            .POST(BodyPublishers.ofByteArray(Json.write(body)))
            .build();
    try {
      var answer = http.send(request, BodyHandlers.ofByteArray());
      var json = Json.read(answer.body(), JsonNode.class);
      answer.headers().firstValue("Set-Cookie").ifPresent(this::keep);
      if (answer.statusCode() / 100 == 2) return json;
      var why = json.path("error");
      var field = why.path("details").path("field_errors").path(0).path("message").asText("");
      throw new Refused(field.isEmpty() ? why.path("message").asText() : field);
    } catch (IOException e) {
      throw new Unreachable(
          "no server answers on " + server + "; start one with './trestle serve'", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Unreachable("interrupted", e);
    }
  }

  private void keep(String cookie) {
    session = cookie.substring(0, cookie.indexOf(';'));
  }

  @Override
  public void close() {
    http.shutdownNow();
  }

  /** There is nobody to ask, or we do not know the password. */
  static final class Unreachable extends RuntimeException {
    Unreachable(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /** The server said no. */
  static final class Refused extends RuntimeException {
    Refused(String message) {
      super(message);
    }
  }
}
