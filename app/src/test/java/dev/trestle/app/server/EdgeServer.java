package dev.trestle.app.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import dev.trestle.app.config.Configuration;
import dev.trestle.app.config.ServerMode;
import dev.trestle.platform.system.SystemContext;
import dev.trestle.platform.web.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** A server as the internet sees it, with a gateway for login codes that the tests can read. */
final class EdgeServer implements AutoCloseable {
  private static final Pattern CODE = Pattern.compile("\\d{6}");
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** The headers of somebody who may call. */
  record Credentials(List<String> headers) {
    static final Credentials NONE = new Credentials(List.of());

    static Credentials bearer(String token) {
      return new Credentials(List.of("Authorization", "Bearer " + token));
    }

    static Credentials admin(String key) {
      return new Credentials(List.of("X-Api-Key", key, "X-Admin-Id", "admin"));
    }

    static Credentials tenantUser(String key) {
      return new Credentials(List.of("X-Api-Key", key, "X-User-Id", "ann"));
    }
  }

  /** A tenant of Stak with its two keys. */
  record Tenant(String id, String adminKey, String userKey) {}

  private final Map<String, String> texts = new ConcurrentHashMap<>();
  private final HttpClient http = HttpClient.newHttpClient();
  private final HttpServer gateway;
  private final Path data;
  final RunningServer server;
  final URI address;

  EdgeServer(Path folder) throws IOException {
    this(folder, UnaryOperator.identity());
  }

  EdgeServer(Path folder, UnaryOperator<SystemContext> replaced) throws IOException {
    this(folder, replaced, Map.of());
  }

  /** The same with further settings. */
  EdgeServer(Path folder, UnaryOperator<SystemContext> replaced, Map<String, String> more)
      throws IOException {
    gateway = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    gateway.createContext(
        "/",
        exchange -> {
          var sms = Json.read(exchange.getRequestBody().readAllBytes(), JsonNode.class);
          texts.put(sms.path("to").asText(), sms.path("text").asText());
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    gateway.start();
    data = folder.resolve("data");
    var environment = new HashMap<>(more);
    environment.putAll(
        Map.of(
            "TRESTLE_PORT", "0",
            "TRESTLE_DB_PORT", "0",
            "TRESTLE_DURABILITY", "fast",
            "TRESTLE_PUSH_CONTACT", "mailto:operator@trestle.example",
            "TRESTLE_SMS_GATEWAY", "http://127.0.0.1:" + gateway.getAddress().getPort() + "/",
            "TRESTLE_DATA", data.toString()));
    server =
        RunningServer.start(
            Configuration.read(Map.of(), environment, folder), ServerMode.STANDARD, replaced);
    address = URI.create(server.address());
  }

  HttpResponse<String> call(String method, String path, byte[] body, Credentials credentials) {
    return call(method, path, body, credentials.headers());
  }

  HttpResponse<String> call(String method, String path, byte[] body, List<String> headers) {
    var request =
        HttpRequest.newBuilder(address.resolve(path))
            .timeout(PATIENCE)
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofByteArray(body));
    if (!headers.isEmpty()) request.headers(headers.toArray(String[]::new));
    try {
      return http.send(request.build(), BodyHandlers.ofString());
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(method + " " + path, e);
    }
  }

  /** The status of a call whose response may never end. */
  int status(String method, String path, Credentials credentials) {
    return head(method, path, credentials).statusCode();
  }

  /** The head of a response that may never end. */
  HttpResponse<?> head(String method, String path, Credentials credentials) {
    var request =
        HttpRequest.newBuilder(address.resolve(path))
            .timeout(PATIENCE)
            .method(method, BodyPublishers.noBody());
    if (!credentials.headers().isEmpty()) {
      request.headers(credentials.headers().toArray(String[]::new));
    }
    try {
      var response = http.send(request.build(), BodyHandlers.ofInputStream());
      response.body().close();
      return response;
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(method + " " + path, e);
    }
  }

  private JsonNode post(String path, Object body, List<String> headers) {
    var response = call("POST", path, Json.write(body), headers);
    if (response.statusCode() / 100 != 2) throw new IllegalStateException(path + response.body());
    return Json.read(response.body().getBytes(UTF_8), JsonNode.class);
  }

  /** The access token of somebody who has this number. */
  String signIn(String number) {
    return logIn(number).at("/data/tokens/access_token").asText();
  }

  /** The response to a refresh token. */
  JsonNode refresh(String token) {
    return post("/api/v1/auth/refresh", Map.of("refresh_token", token), List.of());
  }

  /** The response to somebody who signs in with this number. */
  JsonNode logIn(String number) {
    post("/api/v1/auth/request-otp", Map.of("phone_number", number), List.of());
    var text = Optional.ofNullable(texts.get(number)).orElseThrow();
    var code = CODE.matcher(text);
    if (!code.find()) throw new IllegalStateException("no code in the text");
    return post(
        "/api/v1/auth/verify-otp",
        Map.of("phone_number", number, "otp", code.group(), "device_id", "test"),
        List.of());
  }

  /** The origin of its own pages. */
  String origin() {
    return address.resolve("/").toString().replaceAll("/$", "");
  }

  /** Signs the operator in. */
  Credentials operator() throws IOException {
    var password = Files.readString(data.resolve("secrets/operator-password")).strip();
    var origin = List.of("Origin", origin());
    var signedIn =
        call("POST", "/operator/session", Json.write(Map.of("password", password)), origin);
    var cookie = signedIn.headers().firstValue("Set-Cookie").orElseThrow();
    var headers = new ArrayList<>(origin);
    headers.addAll(List.of("Cookie", cookie.substring(0, cookie.indexOf(';'))));
    return new Credentials(headers);
  }

  Tenant tenant(String name) throws IOException {
    var made = post("/operator/stak/tenants", Map.of("name", name), operator().headers());
    return new Tenant(name, made.path("admin_key").asText(), made.path("user_key").asText());
  }

  @Override
  public void close() {
    server.close();
    http.shutdownNow();
    gateway.stop(0);
  }
}
