package dev.trestle.platform.metrics;

import dev.trestle.platform.web.Endpoint;
import dev.trestle.platform.web.Reply;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Whether this program can serve: 200 while it runs and every part that registered a check is well,
 * else 503. It names the parts and never says what is wrong with them; that is in the log.
 */
public final class Health implements AutoCloseable {
  /** One part's look at itself; it throws if it cannot do its work. */
  @FunctionalInterface
  public interface Check {
    void check() throws Exception;
  }

  private enum Status {
    OK,
    FAILING,
    STOPPING
  }

  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final Map<String, Check> checks = new ConcurrentHashMap<>();
  private volatile boolean isStopping;

  public Health check(String part, Check check) {
    checks.put(part, check);
    return this;
  }

  /** For {@code GET /health}. */
  public Endpoint endpoint() {
    return _ -> {
      var looks = new LinkedHashMap<String, CompletableFuture<Status>>();
      checks.forEach((part, check) -> looks.put(part, look(check)));
      var parts = new LinkedHashMap<String, String>();
      var worst = isStopping ? Status.STOPPING : Status.OK;
      for (var look : looks.entrySet()) {
        var status = look.getValue().join();
        parts.put(look.getKey(), text(status));
        if (worst == Status.OK) worst = status;
      }
      return Reply.json(
          worst == Status.OK ? 200 : 503, Map.of("status", text(worst), "checks", parts));
    };
  }

  private static CompletableFuture<Status> look(Check check) {
    return CompletableFuture.supplyAsync(() -> status(check), Thread::startVirtualThread)
        .completeOnTimeout(Status.FAILING, PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
  }

  private static Status status(Check check) {
    try {
      check.check();
      return Status.OK;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Status.FAILING;
    } catch (Exception e) {
      return Status.FAILING;
    }
  }

  private static String text(Status status) {
    return switch (status) {
      case OK -> "ok";
      case FAILING -> "failing";
      case STOPPING -> "stopping";
    };
  }

  /** From now on it says that it is stopping, so that nobody sends it more work. */
  @Override
  public void close() {
    isStopping = true;
  }
}
