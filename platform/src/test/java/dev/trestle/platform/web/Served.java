package dev.trestle.platform.web;

import dev.trestle.http.Hosts;
import dev.trestle.http.HttpLimits;
import dev.trestle.http.RawClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** A site on its own port, and a client that sends exactly what a test wants. */
public final class Served implements AutoCloseable {
  private final SiteServer server;

  /** What the site reported to its observer. */
  public final List<Exchange> exchanges = new ArrayList<>();

  public Served(Consumer<Site> filled) {
    this(filled, HttpLimits.ofBodyBytes(1 << 20));
  }

  public Served(Consumer<Site> filled, HttpLimits limits) {
    var numbers = new AtomicInteger();
    var site = new Site(Hosts.of("localhost"), () -> "req_" + numbers.incrementAndGet());
    site.observedBy(exchange -> {
      synchronized (exchanges) {
        exchanges.add(exchange);
      }
    });
    filled.accept(site);
    server = SiteServer.start(site, "localhost", 0, limits);
  }

  /** A router at the root, refusals in the plain shape. */
  public static Served of(Router router) {
    return new Served(site -> site.at("", router, ErrorShape.PLAIN));
  }

  public static HttpLimits impatient() {
    return HttpLimits.ofBodyBytes(1 << 20).withTimes(Duration.ofSeconds(2), Duration.ofMillis(50));
  }

  public int port() {
    return server.port();
  }

  public RawClient.Response get(String target, String... headers) {
    return call("GET", target, "", headers);
  }

  public RawClient.Response post(String target, String json, String... headers) {
    var more = new ArrayList<>(List.of(headers));
    more.add("Content-Type: application/json");
    return call("POST", target, json, more.toArray(String[]::new));
  }

  /** Headers as whole lines. */
  public RawClient.Response call(String method, String target, String body, String... headers) {
    var text = new StringBuilder(method + " " + target + " HTTP/1.1\r\n");
    if (List.of(headers).stream().noneMatch(line -> line.startsWith("Host:"))) {
      text.append("Host: localhost:").append(port()).append("\r\n");
    }
    for (var line : headers) text.append(line).append("\r\n");
    if (!method.equals("GET") && !method.equals("HEAD")) {
      int length = body.getBytes(java.nio.charset.StandardCharsets.UTF_8).length;
      text.append("Content-Length: ").append(length).append("\r\n");
    }
    try (var client = new RawClient(port())) {
      client.send(text + "\r\n" + body);
      return client.read();
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
