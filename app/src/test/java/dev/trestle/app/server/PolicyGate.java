package dev.trestle.app.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.trestle.app.command.CommandRun;
import dev.trestle.platform.web.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A DynamoDB endpoint that passes on what the generated policies of some systems allow, and refuses
 * the rest, as AWS would with a role that has these policies.
 */
public final class PolicyGate implements AutoCloseable {
  private static final int DENIED = 400;

  /** What the health check needs beside the policies. */
  private static final Set<String> ALWAYS = Set.of("dynamodb:ListTables");

  private static final Map<String, String> STEPS =
      Map.of(
          "Put", "PutItem",
          "Update", "UpdateItem",
          "Delete", "DeleteItem",
          "ConditionCheck", "ConditionCheckItem",
          "Get", "GetItem");

  private record Call(String operation, String resource) {}

  private final URI engine;
  private final List<JsonNode> statements = new ArrayList<>();
  private final Set<String> denied = new ConcurrentSkipListSet<>();
  private final HttpClient http = HttpClient.newHttpClient();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpServer server;
  private volatile boolean isEnforced;

  /**
   * Starts one.
   *
   * @param systems whose policies count, beside that of {@code platform}
   */
  public PolicyGate(URI engine, String... systems) {
    this.engine = engine;
    var all = new ArrayList<>(List.of("platform"));
    all.addAll(List.of(systems));
    for (var system : all) {
      var policy = CommandRun.of(Path.of(""), Map.of(), "export", "policy", system).out();
      read(policy).path("Statement").forEach(statements::add);
    }
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  private static JsonNode read(String json) {
    try {
      return Json.tree().readTree(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public URI address() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /** From now on calls that no policy allows are refused. Tables are created before. */
  public void enforce() {
    isEnforced = true;
  }

  /** The calls that were refused. */
  public Set<String> denied() {
    return new TreeSet<>(denied);
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      var body = exchange.getRequestBody().readAllBytes();
      var target = exchange.getRequestHeaders().getFirst("X-Amz-Target");
      if (isEnforced && target != null && !isAllowed(target, Json.tree().readTree(body))) {
        respond(exchange, DENIED, "{\"__type\":\"AccessDeniedException\"}".getBytes(UTF_8));
        return;
      }
      var request = HttpRequest.newBuilder(engine).POST(BodyPublishers.ofByteArray(body));
      for (var name : List.of("X-Amz-Target", "X-Amz-Date", "Authorization", "Content-Type")) {
        var value = exchange.getRequestHeaders().getFirst(name);
        if (value != null) request.header(name, value);
      }
      var response = http.send(request.build(), BodyHandlers.ofByteArray());
      respond(exchange, response.statusCode(), response.body());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void respond(HttpExchange exchange, int status, byte[] body) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "application/x-amz-json-1.0");
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
  }

  private boolean isAllowed(String target, JsonNode body) {
    boolean isAllowed = true;
    for (var call : calls(target.substring(target.indexOf('.') + 1), body)) {
      if (ALWAYS.contains(call.operation) || allows(call)) continue;
      denied.add(call.operation + " " + call.resource);
      isAllowed = false;
    }
    return isAllowed;
  }

  private static List<Call> calls(String operation, JsonNode body) {
    var calls = new ArrayList<Call>();
    var action = "dynamodb:" + operation;
    if (operation.startsWith("Transact")) {
      for (var item : body.path("TransactItems")) {
        item.fieldNames()
            .forEachRemaining(step ->
                calls.add(
                    new Call(
                        "dynamodb:" + STEPS.get(step),
                        item.path(step).path("TableName").asText())));
      }
    } else if (operation.startsWith("Batch")) {
      body.path("RequestItems").fieldNames().forEachRemaining(t -> calls.add(new Call(action, t)));
    } else if (body.has("TableName")) {
      var index = body.has("IndexName") ? "/index/" + body.path("IndexName").asText() : "";
      calls.add(new Call(action, body.path("TableName").asText() + index));
    } else {
      // Iterators of streams do not say which stream they are of.
      var arn = body.path("StreamArn").asText("");
      calls.add(new Call(action, arn.isEmpty() ? "" : arn.substring(arn.indexOf("table/") + 6)));
    }
    return calls;
  }

  private boolean allows(Call call) {
    for (var statement : statements) {
      if (!contains(statement.path("Action"), call.operation)) continue;
      for (var arn : statement.path("Resource")) {
        if (matches(arn.asText().substring(arn.asText().indexOf("table/") + 6), call.resource)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean contains(JsonNode texts, String text) {
    for (var each : texts) if (each.asText().equals(text)) return true;
    return false;
  }

  private static boolean matches(String pattern, String resource) {
    if (resource.isEmpty()) return true;
    return pattern.endsWith("*")
        ? resource.startsWith(pattern.substring(0, pattern.length() - 1))
        : resource.equals(pattern);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.close();
    http.shutdownNow();
  }
}
