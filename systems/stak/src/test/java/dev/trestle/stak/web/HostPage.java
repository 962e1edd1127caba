package dev.trestle.stak.web;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;

/** A site with an origin other than Stak's, whose pages a test writes. */
final class HostPage implements AutoCloseable {
  /** The content of a page, and its policy. */
  private record Text(String type, String body, String policy) {}

  private final Map<String, Text> texts = new ConcurrentHashMap<>();
  private final HttpServer http;

  HostPage() {
    try {
      http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    http.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    http.createContext("/", this::answer);
    http.start();
  }

  /** By name, which is another host for browsers than Stak's address. */
  String origin() {
    return "http://localhost:" + http.getAddress().getPort();
  }

  URI at(String path) {
    return URI.create(origin() + path);
  }

  void page(String path, String head, String body) {
    page(path, head, body, "");
  }

  void page(String path, String head, String body, String policy) {
    var html =
        """
        <!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <link rel="icon" href="data:,">%s</head><body>%s</body></html>
        """
            .formatted(head, body);
    texts.put(path, new Text("text/html; charset=utf-8", html, policy));
  }

  void json(String path, String body) {
    texts.put(path, new Text("application/json", body, ""));
  }

  void script(String path, String body) {
    texts.put(path, new Text("text/javascript", body, ""));
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      var text = texts.get(exchange.getRequestURI().getPath());
      if (text == null) {
        exchange.sendResponseHeaders(404, -1);
        return;
      }
      var bytes = text.body.getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", text.type);
      if (!text.policy.isEmpty()) {
        exchange.getResponseHeaders().set("Content-Security-Policy", text.policy);
      }
      exchange.sendResponseHeaders(200, bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  @Override
  public void close() {
    http.stop(0);
  }
}
