package dev.trestle.ecobid.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.accounts.client.SignedInClient;
import dev.trestle.platform.web.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/** HTTP calls below {@code /ecobid/v1}. */
final class EcoBidCalls {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final HttpClient http;
  private final URI server;
  private final Optional<SignedInClient> caller;

  EcoBidCalls(HttpClient http, URI server, Optional<SignedInClient> caller) {
    this.http = http;
    this.server = server;
    this.caller = caller;
  }

  <T> T get(String path, Class<T> type) {
    return Json.read(call(request("GET", path, BodyPublishers.noBody(), "")), type);
  }

  <T> T post(String path, Object body, String key, Class<T> type) {
    return Json.read(call(request("POST", path, json(body), key)), type);
  }

  <T> T post(String path, Object body, Class<T> type) {
    return post(path, body, "", type);
  }

  <T> T upload(String path, byte[] body, String contentType, Class<T> type) {
    var request =
        request("POST", path, BodyPublishers.ofByteArray(body), "")
            .setHeader("Content-Type", contentType);
    return Json.read(call(request), type);
  }

  /** Calls an endpoint that returns nothing. */
  void send(String method, String path, Object body) {
    call(request(method, path, json(body), ""));
  }

  private static BodyPublisher json(Object body) {
    return BodyPublishers.ofByteArray(Json.write(body));
  }

  private HttpRequest.Builder request(String method, String path, BodyPublisher body, String key) {
    var request =
        HttpRequest.newBuilder(server.resolve("/ecobid/v1" + path))
            .timeout(TIMEOUT)
            .method(method, body)
            .header("Content-Type", "application/json");
    return key.isEmpty() ? request : request.header("Idempotency-Key", key);
  }

  /** Makes a call, once more with a new token if the old one has expired. */
  private byte[] call(HttpRequest.Builder request) {
    if (caller.isEmpty()) return body(send(request));
    var token = caller.get().accessToken();
    var response = send(request.setHeader("Authorization", "Bearer " + token));
    if (response.statusCode() == 401) {
      caller.get().refresh(token);
      token = caller.get().accessToken();
      response = send(request.setHeader("Authorization", "Bearer " + token));
    }
    return body(response);
  }

  private HttpResponse<byte[]> send(HttpRequest.Builder request) {
    try {
      return http.send(request.build(), BodyHandlers.ofByteArray());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UncheckedIOException(new IOException("interrupted"));
    }
  }

  private static byte[] body(HttpResponse<byte[]> response) {
    if (response.statusCode() < 300) return response.body();
    try {
      throw failure(response.statusCode(), Json.tree().readTree(response.body()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static EcoBidException failure(int status, JsonNode tree) {
    var error = tree.path("error");
    var next = error.path("details").path("next_minimum");
    return new EcoBidException(
        status,
        error.path("code").asText("UNKNOWN"),
        error.path("message").asText(),
        next.isNumber() ? OptionalLong.of(next.asLong()) : OptionalLong.empty());
  }
}
