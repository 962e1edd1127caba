package dev.trestle.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.management.OperatingSystemMXBean;
import dev.trestle.app.config.Configuration;
import dev.trestle.app.server.ApiOperations.ApiOperation;
import dev.trestle.app.server.EdgeServer.Credentials;
import dev.trestle.app.server.FuzzConnection.FuzzResponse;
import dev.trestle.app.server.FuzzedRequests.FuzzedRequest;
import dev.trestle.engine.Engine;
import dev.trestle.platform.limit.RateLimits;
import dev.trestle.platform.web.Json;
import dev.trestle.testing.Await;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random requests and WebSocket frames against a running server, and against an engine's port in
 * the same process. {@code ./trestle trial http} runs it for as long as one likes.
 */
class EdgeFuzz {
  private static final int THREADS = 4;
  private static final int BATCH_MAX = 64;

  /** A busy machine may not get this far in the time of a short run, which then lasts longer. */
  private static final int REQUESTS_MIN = 200;

  private static final int FAILURES_SHOWN = 5;
  private static final int RETRIES_MAX = 10;
  private static final int ALLOWED_PERCENT = 90;

  /** Fewer of a system's requests done means that the fuzz no longer gets past its guards. */
  private static final int DONE_PERCENT_MIN = 5;

  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final long HEAP_BYTES_MAX = 400L << 20;

  /** Code, threads, buffers and the engines' caches. The rest of the process is its heap. */
  private static final long OUTSIDE_HEAP_BYTES_MAX = 512L << 20;

  private final int minutes = Integer.getInteger("trestle.http.minutes", 0);
  private final Duration length = minutes > 0 ? Duration.ofMinutes(minutes) : Duration.ofSeconds(4);
  private final long seed = Long.getLong("trestle.seed", System.nanoTime());
  private final FuzzCounts counts = new FuzzCounts();
  private final List<ProcessMemory> memory = new ArrayList<>();

  @TempDir Path folder;

  @Test
  void whatever_is_sent_the_server_neither_fails_nor_grows() throws Exception {
    System.out.printf("seed %d, for %d s%n", seed, length.toSeconds());
    var limiter = new RandomLimiter(new Random(seed), ALLOWED_PERCENT);
    List<ApiOperation> operations;
    try (var edge = new EdgeServer(folder, context -> context.limits(new RateLimits(limiter)));
        var engine = engine()) {
      limiter.allowAll(true);
      var bob = new Belongings(edge);
      var requests = requests(edge, bob);
      operations = operations(edge);
      limiter.allowAll(false);
      var seeds = EngineRequests.seeds(engine.trestle());
      long end = System.nanoTime() + length.toNanos();
      try (var threads = Executors.newFixedThreadPool(THREADS)) {
        var running = new ArrayList<Future<?>>();
        for (int i = 0; i < THREADS; i++) {
          var random = new Random(seed + i);
          var sender =
              new Sender(
                  edge.address.getPort(),
                  requests.apply(random),
                  engine.endpoint().map(URI::getPort).orElseThrow(),
                  new EngineRequests(random, seeds),
                  handshake(bob.token()),
                  random);
          running.add(
              threads.submit(() -> {
                run(sender, end);
                return true;
              }));
        }
        report(end, List.of(edge.server.engine().orElseThrow(), engine.trestle().engine()));
        for (var thread : running) thread.get();
      }
      limiter.allowAll(true);
      // The fuzz may still keep the machine busy, and a check that takes long counts as failing.
      Await.until(() -> edge.status("GET", "/health", Credentials.NONE) == 200, PATIENCE);
      assertThat(edge.status("GET", "/api/v1/chats", bob.owner())).isEqualTo(200);
    }
    judge(operations);
  }

  private void judge(List<ApiOperation> operations) {
    var names = operations.stream().map(ApiOperation::toString).toList();
    var unreached = counts.unreached(names);
    long heap = usedBytes();
    long processMax = memory.stream().mapToLong(ProcessMemory::resident).max().orElseThrow();
    System.out.printf(
        "%s, %d of %d routes did what was asked, %d MB of heap after a collection,"
            + " at most %d MB of process%nfirst: %s%nlast: %s%n",
        counts,
        names.size() - unreached.size(),
        names.size(),
        heap >> 20,
        processMax,
        memory.getFirst(),
        memory.getLast());
    assertThat(counts.failures()).as("seed %d", seed).isEmpty();
    assertThat(heap).as("heap, seed %d", seed).isLessThan(HEAP_BYTES_MAX);
    assertThat(processMax << 20)
        .as("memory of the process, seed %d: %s", seed, memory.getLast())
        .isLessThan(Runtime.getRuntime().maxMemory() + OUTSIDE_HEAP_BYTES_MAX);
    assertThat(counts.requests()).isGreaterThanOrEqualTo(REQUESTS_MIN);
    if (minutes == 0) return;
    System.out.println("routes that never did: " + unreached);
    for (var system : List.of("messenger", "stak", "ecobid", "homeops", "operator", "engine")) {
      assertThat(counts.donePercent(system)).as(system).isGreaterThan(DONE_PERCENT_MIN);
    }
  }

  /** An engine of its own, so that the fuzz cannot take the systems' tables away. */
  private RunningDatabase engine() {
    var environment =
        Map.of(
            "TRESTLE_DB_PORT", "0",
            "TRESTLE_DURABILITY", "fast",
            "TRESTLE_DATA", folder.resolve("engine").toString());
    return RunningDatabase.start(Configuration.read(Map.of(), environment, folder), false);
  }

  /** Requests with Bob's credentials, those of a tenant that knows him, and the operator's. */
  private static Function<Random, FuzzedRequests> requests(EdgeServer edge, Belongings bob)
      throws IOException {
    var tenant = edge.tenant("acme");
    var operator = edge.operator();
    var user = bob.owner();
    var admin = Credentials.admin(tenant.adminKey());
    var ids = new HashMap<>(bob.ids());
    ids.putAll(Map.of("tenant", tenant.id(), "inbox", "DEFAULT", "tenant user", "ann"));
    ids.putAll(Map.of("topic", "news", "name", "welcome", "limit", "10"));
    ids.put("id", message(edge, tenant.id(), admin));
    var tenantUser = Credentials.tenantUser(tenant.userKey());
    var made = Credentials.bearer(bob.token() + "x");
    var credentials = List.of(Credentials.NONE, user, made, admin, tenantUser, operator);
    Function<String, Credentials> fitting =
        path -> {
          if (path.startsWith("/stack/admin")) return admin;
          if (path.startsWith("/stack/users")) return tenantUser;
          return path.matches("/(operator|console|metrics)/.*") ? operator : user;
        };
    var operations = new ArrayList<>(operations(edge));
    operations.addAll(ApiOperations.working(ids));
    return random -> new FuzzedRequests(random, operations, credentials, fitting, ids);
  }

  /** The id of a message that a user of Stak has got. */
  private static String message(EdgeServer edge, String tenant, Credentials admin) {
    var body =
        Map.of(
            "headers", Map.of("audiences", Map.of("kind", "users", "uids", List.of("ann"))),
            "taxonomy", Map.of("category", "news"),
            "message", Map.of("title", "Hello", "body", "Text"));
    var path = "/stack/admin/v1/" + tenant + "/DEFAULT/messages/post";
    var posted = edge.call("POST", path, Json.write(body), admin);
    assertThat(posted.statusCode()).as(posted.body()).isEqualTo(200);
    return Json.read(posted.body().getBytes(StandardCharsets.UTF_8), JsonNode.class)
        .at("/data/id")
        .asText();
  }

  /**
   * What the documents name, and the routes that they do not: pages, the operator's, the console.
   */
  private static List<ApiOperation> operations(EdgeServer edge) {
    var operations = new ArrayList<>(ApiOperations.all());
    var documented = operations.stream().map(ApiOperation::toString).collect(Collectors.toSet());
    for (var route : edge.server.site().routes()) {
      var example = Optional.of(Json.tree().createObjectNode());
      var operation = new ApiOperation(route.method(), route.path(), example);
      if (!documented.contains(operation.toString())) operations.add(operation);
    }
    return operations;
  }

  /** What one thread sends, and where. */
  private record Sender(
      int site,
      FuzzedRequests siteRequests,
      int engine,
      EngineRequests engineRequests,
      FuzzedRequest handshake,
      Random random) {}

  private void run(Sender sender, long end) throws IOException, InterruptedException {
    while (goesOn(end)) {
      int count = 1 + sender.random().nextInt(BATCH_MAX);
      switch (sender.random().nextInt(10)) {
        case 0 -> {
          try (var connection = new FuzzConnection(sender.site())) {
            var frames = sender.siteRequests().frames(count);
            int status = connection.socket(sender.handshake().bytes(), frames);
            if (status == 101) counts.addFrames(count);
            counts.add(sender.handshake(), new FuzzResponse(status, false));
          }
        }
        case 1, 2 -> exchange(sender.engine(), sender.engineRequests().batch(count));
        default -> exchange(sender.site(), sender.siteRequests().batch(count));
      }
    }
  }

  private boolean goesOn(long end) {
    return counts.failures().size() < FAILURES_SHOWN
        && (System.nanoTime() < end || counts.requests() < REQUESTS_MIN);
  }

  private void exchange(int port, List<FuzzedRequest> batch)
      throws IOException, InterruptedException {
    List<FuzzResponse> responses;
    try (var connection = new FuzzConnection(port)) {
      responses = connection.exchange(batch.stream().map(FuzzedRequest::bytes).toList());
    }
    for (int i = 0; i < responses.size(); i++) {
      // What is no request may be answered twice or not at all, so this may be its neighbour.
      var request = batch.get(Math.min(i, batch.size() - 1));
      if (isBusy(responses.get(i))) retry(port, request);
      else counts.add(request, responses.get(i));
    }
  }

  /**
   * Whether the server says that others are changing the same thing, which happens among many
   * writers and passes. Any other error of the server is a failure, also a lack of connections: the
   * fuzz opens few.
   */
  private static boolean isBusy(FuzzResponse response) {
    return response.status() == 503 && response.saysWhenToRetry();
  }

  /** Sends a request again until the server is no longer busy, which may take a few seconds. */
  private void retry(int port, FuzzedRequest request) throws IOException, InterruptedException {
    var response = new FuzzResponse(503, true);
    for (int i = 0; i < RETRIES_MAX && isBusy(response); i++) {
      counts.addBusy();
      Thread.sleep(500); // The server asked to wait.
      try (var connection = new FuzzConnection(port)) {
        var responses = connection.exchange(List.of(request.bytes()));
        if (responses.isEmpty()) return;
        response = responses.getFirst();
      }
    }
    counts.add(request, response);
  }

  private static FuzzedRequest handshake(String token) {
    var request =
        "GET /v1/ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
            + "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nAuthorization: Bearer "
            + token
            + "\r\nX-Device-Id: test\r\n\r\n";
    return new FuzzedRequest("sockets", "GET /v1/ws", request.getBytes(StandardCharsets.US_ASCII));
  }

  private void report(long end, List<Engine> engines) throws InterruptedException, IOException {
    long start = System.nanoTime();
    double cpuBefore = cpuSeconds();
    long step = Math.min(Duration.ofSeconds(10).toMillis(), length.toMillis());
    while (System.nanoTime() < end && counts.failures().size() < FAILURES_SHOWN) {
      Thread.sleep(Math.clamp((end - System.nanoTime()) / 1_000_000, 1, step));
      double seconds = (System.nanoTime() - start) / 1e9;
      memory.add(ProcessMemory.of(engines));
      System.out.printf(
          "%.0f s: %.0f requests a second, %.0f per second of CPU, %s, %d MB of heap in use, %s%n",
          seconds,
          counts.requests() / seconds,
          counts.requests() / (cpuSeconds() - cpuBefore),
          counts,
          ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() >> 20,
          memory.getLast());
    }
  }

  private static double cpuSeconds() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime()
        / 1e9;
  }

  private static long usedBytes() {
    for (int i = 0; i < 3; i++) System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
