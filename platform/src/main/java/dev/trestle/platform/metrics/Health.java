package dev.trestle.platform.metrics;

import dev.trestle.platform.thread.RestartingThread;
import dev.trestle.platform.web.Endpoint;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Whether this server can do its work: 200 while all checks pass, else 503. It names the parts;
 * what is wrong with them is in the log. A failing part that the server can do without makes it
 * {@code degraded}, still with 200.
 *
 * <p>{@code /health/ready} runs all checks: a server that fails one should get no requests. {@code
 * /health/live} runs the vital ones: a server that fails one of these should be started again.
 * {@code /health} is the same as {@code /health/ready}.
 */
public final class Health implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(Health.class.getName());

  /** A check of one part. Throws if the part cannot do its work. */
  @FunctionalInterface
  public interface Check {
    void check() throws Exception;
  }

  private enum Status {
    OK,
    /** Something that this server can do without is unavailable. */
    DEGRADED,
    FAILING,
    STOPPING
  }

  private enum Weight {
    OPTIONAL,
    NEEDED,
    VITAL
  }

  private record Part(Check check, Weight weight) {}

  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final Map<String, Part> parts = new ConcurrentHashMap<>();

  /** The last status of each part, to log only what changes. */
  private final Map<String, Status> known = new ConcurrentHashMap<>();

  private volatile boolean isStopping;

  /** Adds a check of something that may recover by itself. */
  public Health check(String part, Check check) {
    parts.put(part, new Part(check, Weight.NEEDED));
    return this;
  }

  /** Adds a check of something that only a new process brings back. */
  public Health vital(String part, Check check) {
    parts.put(part, new Part(check, Weight.VITAL));
    return this;
  }

  /** Adds a check of something that this server can do without: it stays ready. */
  public Health optional(String part, Check check) {
    parts.put(part, new Part(check, Weight.OPTIONAL));
    return this;
  }

  /** For {@code /health}. */
  public Router router() {
    return new Router().get("/", ready()).get("/ready", ready()).get("/live", live());
  }

  /** Whether the server should get requests. */
  public Endpoint ready() {
    return _ -> reply(parts, isStopping ? Status.STOPPING : Status.OK);
  }

  /** Whether the server need not be started again. */
  public Endpoint live() {
    return _ -> {
      var vital = new LinkedHashMap<>(parts);
      vital.values().removeIf(part -> part.weight != Weight.VITAL);
      return reply(vital, Status.OK);
    };
  }

  private Reply reply(Map<String, Part> checked, Status best) {
    var looks = new LinkedHashMap<String, CompletableFuture<Status>>();
    checked.forEach((name, part) -> looks.put(name, look(name, part.check)));
    var statuses = new LinkedHashMap<String, String>();
    var worst = best;
    for (var look : looks.entrySet()) {
      var status = look.getValue().join();
      statuses.put(look.getKey(), text(status));
      if (status == Status.FAILING && isOptional(checked, look.getKey())) status = Status.DEGRADED;
      if (status.compareTo(worst) > 0) worst = status;
    }
    return Reply.json(
        worst.compareTo(Status.DEGRADED) <= 0 ? 200 : 503,
        Map.of("status", text(worst), "checks", statuses));
  }

  /** Runs the checks of some parts and returns those that pass. */
  public Set<String> passing(Collection<String> names) {
    var looks = new LinkedHashMap<String, CompletableFuture<Status>>();
    for (var name : names) {
      var part = parts.get(name);
      if (part != null) looks.put(name, look(name, part.check));
    }
    looks.values().removeIf(look -> look.join() != Status.OK);
    return looks.keySet();
  }

  private static boolean isOptional(Map<String, Part> checked, String name) {
    var part = checked.get(name);
    return part != null && part.weight == Weight.OPTIONAL;
  }

  private CompletableFuture<Status> look(String name, Check check) {
    return CompletableFuture.supplyAsync(() -> status(name, check), Thread::startVirtualThread)
        .completeOnTimeout(Status.FAILING, PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
  }

  private Status status(String name, Check check) {
    try {
      check.check();
      known.put(name, Status.OK);
      return Status.OK;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Status.FAILING;
    } catch (Exception | Error e) {
      RestartingThread.handOverIfFatal(e);
      if (known.put(name, Status.FAILING) != Status.FAILING && !isStopping) {
        RestartingThread.log(LOG, Level.WARNING, "the health check of " + name + " fails", e);
      }
      return Status.FAILING;
    }
  }

  private static String text(Status status) {
    return switch (status) {
      case OK -> "ok";
      case DEGRADED -> "degraded";
      case FAILING -> "failing";
      case STOPPING -> "stopping";
    };
  }

  /** From now on the server reports that it is stopping, so that no more work is sent to it. */
  @Override
  public void close() {
    isStopping = true;
  }
}
