package dev.trestle.app.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.app.config.Configuration;
import dev.trestle.app.config.ServerMode;
import dev.trestle.app.config.SystemName;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.ManualClock;
import dev.trestle.http.Hosts;
import dev.trestle.platform.feed.FeedOptions;
import dev.trestle.platform.identity.MemorySecrets;
import dev.trestle.platform.system.ServedSystem;
import dev.trestle.platform.system.SystemContext;
import dev.trestle.platform.web.ErrorShape;
import dev.trestle.platform.web.Json;
import dev.trestle.platform.web.Router;
import dev.trestle.platform.web.Site;
import dev.trestle.platform.web.SiteServer;
import dev.trestle.store.StoreOptions;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * One system with a seeded random generator and a clock that stands still. Its background work is
 * not started: it runs beside the calls, in an order that no seed decides.
 */
final class SeededRun implements AutoCloseable {
  /** After everything that happens here, in seconds since 1970. */
  static final long LATER = ManualClock.START.plus(Duration.ofDays(1)).getEpochSecond();

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final ManualClock clock = new ManualClock();
  private final Trestle trestle = Trestle.open(EngineOptions.inMemory().withClock(clock));
  private final OpenResources open = new OpenResources();
  private final HttpClient http = HttpClient.newHttpClient();
  private final SiteServer server;
  private boolean isRunning = true;

  SeededRun(SystemName system, long seed, Path folder) {
    var context =
        SystemContext.open(
            trestle.client(),
            trestle.streamsClient(),
            StoreOptions.standard().clock(clock).random(new Random(seed)),
            new MemorySecrets(new Random(seed)),
            FeedOptions.polling("seeded"));
    var configuration = Configuration.read(Map.of(), Map.of("TRESTLE_ONLY", system.id()), folder);
    var site = new Site(new Hosts.Loopback(), () -> context.ids().next("req_"));
    for (var each : SystemList.open(configuration, open.add(context), ServerMode.DEV, open)) {
      mount(each, site);
    }
    server = SiteServer.start(site, "127.0.0.1", 0);
  }

  /** The operator's routes are open here. */
  private static void mount(ServedSystem system, Site site) {
    system.mount(site);
    var operator = new Router();
    system.mountOperator(operator);
    site.at("/operator/" + system.name(), operator, ErrorShape.PLAIN);
  }

  /** Somebody who calls, and their id if they have an account. */
  final class Caller {
    private final List<String> headers;
    private final String user;

    private Caller(List<String> headers, String user) {
      this.headers = headers;
      this.user = user;
    }

    String user() {
      return user;
    }

    JsonNode get(String path) {
      return call("GET", path, new byte[0], headers);
    }

    JsonNode post(String path, Object body) {
      return call("POST", path, Json.write(body), headers);
    }

    JsonNode put(String path, Object body) {
      return call("PUT", path, Json.write(body), headers);
    }
  }

  /** Somebody who signs in with this number. */
  Caller signIn(String number) {
    var nobody = caller(List.of());
    var code =
        nobody
            .post("/api/v1/auth/request-otp", Map.of("phone_number", number))
            .at("/data/dev_code")
            .asText();
    var session =
        nobody.post(
            "/api/v1/auth/verify-otp",
            Map.of("phone_number", number, "otp", code, "device_id", "phone"));
    var token = session.at("/data/tokens/access_token").asText();
    return new Caller(
        List.of("Authorization", "Bearer " + token), session.at("/data/user/user_id").asText());
  }

  /** Somebody whose calls have these headers. */
  Caller caller(List<String> headers) {
    return new Caller(headers, "");
  }

  private JsonNode call(String method, String path, byte[] body, List<String> headers) {
    var request =
        HttpRequest.newBuilder(server.endpoint().resolve(path))
            .timeout(PATIENCE)
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofByteArray(body));
    if (!headers.isEmpty()) request.headers(headers.toArray(String[]::new));
    try {
      var response = http.send(request.build(), BodyHandlers.ofString());
      if (response.statusCode() / 100 != 2) throw new AssertionError(path + response.body());
      return Json.read(response.body().getBytes(UTF_8), JsonNode.class);
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  /** Ends the system and returns the items of each table, in the order of their texts. */
  Map<String, List<String>> finish() {
    stop();
    var tables = new TreeMap<String, List<String>>();
    for (var name : trestle.client().listTables().tableNames()) {
      var items = new ArrayList<String>();
      trestle
          .client()
          .scanPaginator(scan -> scan.tableName(name))
          .items()
          .forEach(item -> items.add(new TreeMap<>(item).toString()));
      items.sort(null);
      tables.put(name, items);
    }
    return tables;
  }

  private void stop() {
    if (!isRunning) return;
    isRunning = false;
    server.close();
    open.close();
  }

  @Override
  public void close() {
    stop();
    http.shutdownNow();
    trestle.close();
  }
}
