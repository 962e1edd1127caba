package dev.trestle.platform.metrics;

import dev.trestle.platform.web.Exchange;
import dev.trestle.platform.web.Json;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.function.Consumer;

/**
 * Writes a line of JSON per request, with the contents of {@link Exchange} and nothing else: no
 * headers, query or body, and only the route of the path.
 */
public final class RequestLog implements Exchange.Observer {
  private final InstantSource clock;
  private final Consumer<String> lines;

  public RequestLog(InstantSource clock, Consumer<String> lines) {
    this.clock = clock;
    this.lines = lines;
  }

  @Override
  public void answered(Exchange exchange) {
    var line = new LinkedHashMap<String, Object>();
    line.put("time", clock.instant());
    line.put("id", exchange.requestId());
    line.put("method", exchange.method());
    line.put("route", exchange.route());
    line.put("status", exchange.status());
    line.put("ms", exchange.took().toMillis());
    line.put("client", exchange.client());
    lines.accept(new String(Json.write(line), StandardCharsets.UTF_8));
  }
}
