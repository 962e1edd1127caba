package dev.trestle.accounts.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.web.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A user who is signed in on one device. Access tokens are refreshed when they expire. */
public final class SignedInClient {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final HttpClient http;
  private final URI server;
  private final String device;
  private final String userId;
  private final String sessionId;

  /** Guarded by this object, because a refresh token works once. */
  private String access;

  private String refresh;

  private SignedInClient(HttpClient http, URI server, String device, JsonNode data) {
    this.http = http;
    this.server = server;
    this.device = device;
    this.userId = data.path("user").path("user_id").asText();
    this.sessionId = data.path("session").path("session_id").asText();
    this.access = data.path("tokens").path("access_token").asText();
    this.refresh = data.path("tokens").path("refresh_token").asText();
  }

  /**
   * Signs in.
   *
   * @param readCode returns the code that was sent; it is given the code in the response, which is
   *     empty if the server has an SMS gateway
   */
  public static SignedInClient signIn(
      HttpClient http,
      URI server,
      String phoneNumber,
      String device,
      UnaryOperator<String> readCode) {
    var asked =
        data(http, request(server, "POST", "/auth/request-otp", body("phone_number", phoneNumber)));
    var code = readCode.apply(asked.path("dev_code").asText(""));
    var verifying = Map.of("phone_number", phoneNumber, "otp", code, "device_id", device);
    var login = data(http, request(server, "POST", "/auth/verify-otp", Optional.of(verifying)));
    return new SignedInClient(http, server, device, login);
  }

  private static Optional<Object> body(String name, String value) {
    return Optional.of(Map.of(name, value));
  }

  public String userId() {
    return userId;
  }

  public String sessionId() {
    return sessionId;
  }

  public URI server() {
    return server;
  }

  public HttpClient http() {
    return http;
  }

  public synchronized String accessToken() {
    return access;
  }

  /** Fetches a new access token, unless another thread has replaced the stale one already. */
  public synchronized void refresh(String stale) {
    if (!access.equals(stale)) return;
    var request =
        request(server, "POST", "/auth/refresh", body("refresh_token", refresh))
            .header("X-Device-ID", device);
    var tokens = data(http, request).path("tokens");
    access = tokens.path("access_token").asText();
    refresh = tokens.path("refresh_token").asText();
  }

  public JsonNode get(String path) {
    return call("GET", path, Optional.empty());
  }

  public JsonNode post(String path, Object body) {
    return call("POST", path, Optional.of(body));
  }

  /** Posts a file as it is. */
  public JsonNode upload(String path, byte[] file) {
    var token = accessToken();
    var request =
        HttpRequest.newBuilder(server.resolve("/api/v1" + path))
            .timeout(TIMEOUT)
            .header("Content-Type", "application/octet-stream")
            .POST(HttpRequest.BodyPublishers.ofByteArray(file));
    return call(http, authorized(request, token));
  }

  public JsonNode patch(String path, Object body) {
    return call("PATCH", path, Optional.of(body));
  }

  public JsonNode delete(String path) {
    return call("DELETE", path, Optional.empty());
  }

  /**
   * Makes a call below {@code /api/v1}, once more with a new token if the old one has expired.
   *
   * @throws CallFailed if it is refused
   */
  public JsonNode call(String method, String path, Optional<Object> body) {
    var token = accessToken();
    try {
      return call(http, authorized(request(server, method, path, body), token));
    } catch (CallFailed failed) {
      if (failed.status() != 401) throw failed;
      refresh(token);
      return call(http, authorized(request(server, method, path, body), accessToken()));
    }
  }

  private static HttpRequest.Builder authorized(HttpRequest.Builder request, String token) {
    return request.header("Authorization", "Bearer " + token);
  }

  private static HttpRequest.Builder request(
      URI server, String method, String path, Optional<Object> body) {
    var publisher =
        body.map(value -> HttpRequest.BodyPublishers.ofByteArray(Json.write(value)))
            .orElseGet(HttpRequest.BodyPublishers::noBody);
    var request =
        HttpRequest.newBuilder(server.resolve("/api/v1" + path))
            .timeout(TIMEOUT)
            .method(method, publisher);
    return body.isPresent() ? request.header("Content-Type", "application/json") : request;
  }

  private static JsonNode data(HttpClient http, HttpRequest.Builder request) {
    return call(http, request).path("data");
  }

  private static JsonNode call(HttpClient http, HttpRequest.Builder request) {
    try {
      var response = http.send(request.build(), BodyHandlers.ofByteArray());
      var tree = tree(response);
      if (response.statusCode() / 100 == 2) return tree;
      throw new CallFailed(
          response.statusCode(), tree.path("error").path("code").asText("UNKNOWN"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static JsonNode tree(HttpResponse<byte[]> response) throws IOException {
    var type = response.headers().firstValue("content-type").orElse("");
    boolean isJson = response.body().length > 0 && type.startsWith("application/json");
    return isJson ? Json.tree().readTree(response.body()) : Json.tree().createObjectNode();
  }
}
