package dev.trestle.stak.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.web.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;

/** HTTP calls below one tenant and inbox. */
final class StakCalls {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final HttpClient http;
  private final URI server;
  private final String prefix;
  private final String inbox;
  private final Map<String, String> headers;

  StakCalls(
      HttpClient http,
      URI server,
      String api,
      String tenant,
      String inbox,
      Map<String, String> headers) {
    this.http = http;
    this.server = server;
    this.prefix = api + "/" + segment(tenant) + "/";
    this.inbox = segment(inbox) + "/";
    this.headers = Map.copyOf(headers);
  }

  static String segment(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  JsonNode get(String path) {
    return call("GET", path, BodyPublishers.noBody(), Map.of());
  }

  JsonNode delete(String path) {
    return call("DELETE", path, BodyPublishers.noBody(), Map.of());
  }

  JsonNode put(String path, Object body) {
    return call("PUT", path, json(body), Map.of());
  }

  JsonNode post(String path, Object body, Map<String, String> more) {
    return call("POST", path, json(body), more);
  }

  private static BodyPublisher json(Object body) {
    return BodyPublishers.ofByteArray(Json.write(body));
  }

  private HttpRequest.Builder request(String path) {
    var request = HttpRequest.newBuilder(server.resolve(prefix + inbox + path));
    headers.forEach(request::header);
    return request.header("Content-Type", "application/json");
  }

  private JsonNode call(String method, String path, BodyPublisher body, Map<String, String> more) {
    var request = request(path).timeout(TIMEOUT).method(method, body);
    more.forEach(request::header);
    return tree(send(request.build(), BodyHandlers.ofInputStream()));
  }

  /** Opens a stream that lasts until it is closed. */
  InputStream stream(String path) {
    var response = send(request(path).GET().build(), BodyHandlers.ofInputStream());
    if (response.statusCode() != 200) tree(response);
    return response.body();
  }

  private <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> handler) {
    try {
      return http.send(request, handler);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UncheckedIOException(new IOException("interrupted"));
    }
  }

  private static JsonNode tree(HttpResponse<InputStream> response) {
    try (var in = response.body()) {
      var tree = Json.tree().readTree(in);
      if (response.statusCode() < 300) return tree;
      throw new StakException(
          response.statusCode(),
          tree.at("/error/code").asText(),
          tree.at("/error/message").asText());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
