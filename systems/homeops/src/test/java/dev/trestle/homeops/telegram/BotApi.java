package dev.trestle.homeops.telegram;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.trestle.platform.web.Json;
import dev.trestle.testing.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/** Speaks Telegram's Bot API over HTTP, in place of Telegram. */
final class BotApi implements AutoCloseable {
  static final String TOKEN = "4711:the-token-of-the-bot";
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  /** A call of the bot. */
  record BotCall(String method, JsonNode body) {}

  /** A reply other than the usual one. */
  record Canned(int status, String body) {
    static Canned tooMany(int seconds) {
      return new Canned(
          429,
          """
          {"ok":false,"error_code":429,"description":"Too Many Requests",\
          "parameters":{"retry_after":%d}}\
          """
              .formatted(seconds));
    }

    static Canned blocked() {
      return new Canned(
          403,
          """
          {"ok":false,"error_code":403,"description":"Forbidden: bot was blocked by the user"}\
          """);
    }

    static Canned migrated(String to) {
      return new Canned(
          400,
          """
          {"ok":false,"error_code":400,"description":"Bad Request: group chat was upgraded",\
          "parameters":{"migrate_to_chat_id":%s}}\
          """
              .formatted(to));
    }

    static Canned broken() {
      return new Canned(502, "<html>Bad Gateway</html>");
    }
  }

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<BotCall> calls = new CopyOnWriteArrayList<>();
  private final Map<String, Queue<Canned>> canned = new ConcurrentHashMap<>();
  private final AtomicLong messages = new AtomicLong(5000);
  private volatile boolean readsGroups = true;

  BotApi() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  TelegramOptions options() {
    var api = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    return new TelegramOptions(api, TOKEN);
  }

  void seesCommandsOnly() {
    readsGroups = false;
  }

  /** Replies to the next call of a method in this way. */
  void next(String method, Canned reply) {
    canned.computeIfAbsent(method, _ -> new ConcurrentLinkedQueue<>()).add(reply);
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      var path = exchange.getRequestURI().getPath();
      var body = Json.tree().readTree(exchange.getRequestBody().readAllBytes());
      if (!path.startsWith("/bot" + TOKEN + "/")) {
        reply(exchange, new Canned(401, "{\"ok\":false,\"error_code\":401}"));
        return;
      }
      var method = path.substring(path.lastIndexOf('/') + 1);
      var reply =
          Optional.ofNullable(canned.get(method))
              .map(Queue::poll)
              .orElseGet(() -> usual(method, body));
      calls.add(new BotCall(method, body));
      reply(exchange, reply);
    }
  }

  private Canned usual(String method, JsonNode body) {
    var result =
        switch (method) {
          case "getMe" ->
              """
              {"id":4711,"is_bot":true,"username":"HemmaBot","can_read_all_group_messages":%s}\
              """
                  .formatted(readsGroups);
          case "sendMessage" ->
              """
              {"message_id":%d,"chat":{"id":%s}}\
              """
                  .formatted(messages.incrementAndGet(), body.path("chat_id").asText());
          default -> "true";
        };
    return new Canned(200, "{\"ok\":true,\"result\":" + result + "}");
  }

  private static void reply(HttpExchange exchange, Canned canned) throws IOException {
    var bytes = canned.body().getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(canned.status(), bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  List<JsonNode> calls(String method) {
    return calls.stream().filter(call -> call.method().equals(method)).map(BotCall::body).toList();
  }

  /** The body of a method's call of this number, counted from one, as soon as it was made. */
  JsonNode awaited(String method, int number) {
    return Await.value(
        () -> calls(method).stream().skip(number - 1L).findFirst().or(Optional::empty), TIMEOUT);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.close();
  }
}
