package dev.trestle.app.command;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.app.config.Configuration;
import dev.trestle.app.server.OperatorAccess;
import dev.trestle.app.server.ServerSecrets;
import dev.trestle.platform.identity.UnsafeSecretException;
import dev.trestle.platform.web.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.NoSuchElementException;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * Calls the running server as its operator. Whoever can read the server's secrets is the operator.
 */
final class OperatorClient implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final HttpClient http;
  private final URI server;

  /** Sent by hand: the cookie is marked for TLS, and this connection stays on the machine. */
  private String session = "";

  private OperatorClient(HttpClient http, URI server) {
    this.http = http;
    this.server = server;
  }

  /**
   * Connects, and signs in where the server requires it.
   *
   * @throws Unreachable if no server responds
   */
  static OperatorClient of(Configuration configuration) {
    var host = configuration.host();
    var reached = host.equals("0.0.0.0") || host.equals("::") ? "127.0.0.1" : host;
    var name = reached.contains(":") ? "[" + reached + "]" : reached;
    var http = HttpClient.newBuilder().connectTimeout(TIMEOUT);
    configuration.tlsCertificate().map(OwnCertificate::trusting).ifPresent(http::sslContext);
    var scheme = configuration.tlsCertificate().isPresent() ? "https://" : "http://";
    var address = URI.create(scheme + name + ":" + configuration.port());
    var client = new OperatorClient(http.build(), address);
    if (client.needsPassword()) client.signIn(configuration);
    return client;
  }

  private void signIn(Configuration configuration) {
    try {
      var password = ServerSecrets.use(configuration, OperatorAccess::password).orElseThrow();
      post("/operator/session", Map.of("password", password));
    } catch (UncheckedIOException
        | SdkException
        | UnsafeSecretException
        | NoSuchElementException e) {
      var place = configuration.secrets().shown();
      throw new Unreachable("cannot read the operator's password in " + place, e);
    }
  }

  /** A server in demo or dev mode asks nobody on this machine for the password. */
  private boolean needsPassword() {
    return send(request("/console/access").GET()).path("login").asBoolean();
  }

  JsonNode post(String path, Object body) {
    return send(
        request(path)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofByteArray(Json.write(body))));
  }

  JsonNode get(String path) {
    return send(request(path).GET());
  }

  JsonNode delete(String path) {
    return send(request(path).DELETE());
  }

  /** A text as a part of a path or a query. */
  static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(server.resolve(path))
        .timeout(TIMEOUT)
        .header("Origin", server.toString())
        .header("Cookie", session);
  }

  private JsonNode send(HttpRequest.Builder builder) {
    var request = builder.build();
    try {
      var response = http.send(request, BodyHandlers.ofByteArray());
      var json = Json.read(response.body(), JsonNode.class);
      response.headers().firstValue("Set-Cookie").ifPresent(this::keep);
      if (response.statusCode() / 100 == 2) return json;
      var why = json.path("error");
      var field = why.path("details").path("field_errors").path(0).path("message").asText("");
      throw new Refused(field.isEmpty() ? why.path("message").asText() : field);
    } catch (IOException e) {
      throw new Unreachable(
          "no server responds at " + server + ". Start one with ./trestle serve.", e);
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

  /** No server responds, or the password cannot be read. */
  static final class Unreachable extends RuntimeException {
    Unreachable(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /** The server refused the call. */
  static final class Refused extends RuntimeException {
    Refused(String message) {
      super(message);
    }
  }
}
