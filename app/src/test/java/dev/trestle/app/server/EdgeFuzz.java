package dev.trestle.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import dev.trestle.app.server.EdgeServer.Credentials;
import dev.trestle.app.server.FuzzConnection.FuzzResponse;
import dev.trestle.platform.limit.RateLimits;
import dev.trestle.testing.Await;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random requests and WebSocket frames against a running server. {@code ./trestle trial http} runs
 * it for as long as one likes.
 */
class EdgeFuzz {
  private static final int THREADS = 4;
  private static final int BATCH_MAX = 64;

  /** A busy machine may not get this far in the time of a short run, which then lasts longer. */
  private static final int REQUESTS_MIN = 200;

  private static final int FAILURES_SHOWN = 5;
  private static final int RETRIES_MAX = 10;
  private static final int ALLOWED_PERCENT = 25;
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final long HEAP_BYTES_MAX = 400L << 20;

  private final int minutes = Integer.getInteger("trestle.http.minutes", 0);
  private final Duration length = minutes > 0 ? Duration.ofMinutes(minutes) : Duration.ofSeconds(4);
  private final long seed = Long.getLong("trestle.seed", System.nanoTime());
  private final Map<Integer, LongAdder> statuses = new ConcurrentSkipListMap<>();
  private final Queue<String> failures = new ConcurrentLinkedQueue<>();
  private final LongAdder requests = new LongAdder();
  private final LongAdder frames = new LongAdder();
  private final LongAdder busy = new LongAdder();

  @TempDir Path folder;

  @Test
  void whatever_is_sent_the_server_neither_fails_nor_grows() throws Exception {
    System.out.printf("seed %d, for %d s%n", seed, length.toSeconds());
    var limiter = new RandomLimiter(new Random(seed), ALLOWED_PERCENT);
    try (var edge = new EdgeServer(folder, context -> context.limits(new RateLimits(limiter)))) {
      limiter.allowAll(true);
      var token = edge.signIn("+46701740605");
      var tenant = edge.tenant("acme");
      var ids =
          Map.of(
              "chat", edge.groupOf(token), "tenant", tenant.id(), "inbox", "main", "user", "ann");
      limiter.allowAll(false);
      var user = Credentials.bearer(token);
      var admin = Credentials.admin(tenant.adminKey());
      var tenantUser = Credentials.tenantUser(tenant.userKey());
      var made = Credentials.bearer(token + "x");
      var credentials = List.of(Credentials.NONE, user, made, admin, tenantUser);
      Function<String, Credentials> fitting =
          path -> {
            if (path.startsWith("/stack/admin")) return admin;
            return path.startsWith("/stack/users") ? tenantUser : user;
          };
      long end = System.nanoTime() + length.toNanos();
      try (var threads = Executors.newFixedThreadPool(THREADS)) {
        var running = new ArrayList<Future<?>>();
        for (int i = 0; i < THREADS; i++) {
          var random = new Random(seed + i);
          var fuzzed = new FuzzedRequests(random, credentials, fitting, ids);
          running.add(
              threads.submit(() -> {
                run(edge.address.getPort(), fuzzed, random, token, end);
                return true;
              }));
        }
        report(end);
        for (var thread : running) thread.get();
      }
      limiter.allowAll(true);
      // The fuzz may still keep the machine busy, and a check that takes long counts as failing.
      Await.until(() -> edge.status("GET", "/health", Credentials.NONE) == 200, PATIENCE);
      assertThat(edge.status("GET", "/api/v1/chats", Credentials.bearer(token))).isEqualTo(200);
    }
    long heap = usedBytes();
    System.out.printf(
        "%d requests and %d frames, %s, %d MB of heap after a collection%n",
        requests.sum(), frames.sum(), statuses, heap >> 20);
    assertThat(failures).as("seed %d", seed).isEmpty();
    assertThat(heap).as("heap, seed %d", seed).isLessThan(HEAP_BYTES_MAX);
    assertThat(requests.sum()).isGreaterThanOrEqualTo(REQUESTS_MIN);
  }

  private void run(int port, FuzzedRequests fuzzed, Random random, String token, long end)
      throws IOException, InterruptedException {
    var handshake = handshake(token);
    while (goesOn(end)) {
      if (random.nextInt(10) == 0) {
        int count = 1 + random.nextInt(BATCH_MAX);
        try (var connection = new FuzzConnection(port)) {
          int status = connection.socket(handshake, fuzzed.frames(count));
          if (status == 101) frames.add(count);
          count(new FuzzResponse(status, false), handshake);
        }
      } else {
        exchange(port, fuzzed.batch(1 + random.nextInt(BATCH_MAX)));
      }
    }
  }

  private boolean goesOn(long end) {
    return failures.size() < FAILURES_SHOWN
        && (System.nanoTime() < end || requests.sum() < REQUESTS_MIN);
  }

  private void exchange(int port, List<byte[]> batch) throws IOException, InterruptedException {
    List<FuzzResponse> responses;
    try (var connection = new FuzzConnection(port)) {
      responses = connection.exchange(batch);
    }
    for (int i = 0; i < responses.size(); i++) {
      // What is no request may be answered twice or not at all, so this may be its neighbour.
      var request = batch.get(Math.min(i, batch.size() - 1));
      if (isBusy(responses.get(i))) retry(port, request);
      else count(responses.get(i), request);
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
  private void retry(int port, byte[] request) throws IOException, InterruptedException {
    var response = new FuzzResponse(503, true);
    for (int i = 0; i < RETRIES_MAX && isBusy(response); i++) {
      busy.increment();
      Thread.sleep(500); // The server asked to wait.
      try (var connection = new FuzzConnection(port)) {
        var responses = connection.exchange(List.of(request));
        if (responses.isEmpty()) return;
        response = responses.getFirst();
      }
    }
    count(response, request);
  }

  private static byte[] handshake(String token) {
    return ("GET /v1/ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
            + "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nAuthorization: Bearer "
            + token
            + "\r\nX-Device-Id: test\r\n\r\n")
        .getBytes(StandardCharsets.US_ASCII);
  }

  private void count(FuzzResponse response, byte[] sent) {
    requests.increment();
    statuses.computeIfAbsent(response.status(), _ -> new LongAdder()).increment();
    if (response.status() < 500) return;
    var text =
        new String(Arrays.copyOf(sent, Math.min(sent.length, 2000)), StandardCharsets.ISO_8859_1);
    failures.add(response.status() + " for " + text);
  }

  private void report(long end) throws InterruptedException, IOException {
    long start = System.nanoTime();
    double cpuBefore = cpuSeconds();
    long step = Math.min(Duration.ofSeconds(10).toMillis(), length.toMillis());
    while (System.nanoTime() < end && failures.size() < FAILURES_SHOWN) {
      Thread.sleep(Math.clamp((end - System.nanoTime()) / 1_000_000, 1, step));
      double seconds = (System.nanoTime() - start) / 1e9;
      var heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
      System.out.printf(
          "%.0f s: %d requests (%.0f/s, %.0f per second of CPU), %d frames, %d busy, %s,"
              + " heap %d MB, process %d MB%n",
          seconds,
          requests.sum(),
          requests.sum() / seconds,
          requests.sum() / (cpuSeconds() - cpuBefore),
          frames.sum(),
          busy.sum(),
          statuses,
          heap >> 20,
          processBytes() >> 20);
    }
  }

  private static double cpuSeconds() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime()
        / 1e9;
  }

  /** The resident memory of this process; 0 where the system does not tell. */
  private static long processBytes() throws IOException {
    var status = Path.of("/proc/self/status");
    if (!Files.exists(status)) return 0;
    for (var line : Files.readAllLines(status)) {
      if (line.startsWith("VmRSS:")) return Long.parseLong(line.replaceAll("\\D", "")) << 10;
    }
    return 0;
  }

  private static long usedBytes() {
    for (int i = 0; i < 3; i++) System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
