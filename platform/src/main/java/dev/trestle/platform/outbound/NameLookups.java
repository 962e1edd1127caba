package dev.trestle.platform.outbound;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Finds the addresses of names, with a deadline: the system's resolver has none, and a name server
 * may be in the hands of the one who gave the name.
 *
 * <p>A lookup cannot be ended. So one that is under way serves all who ask for the same name, and
 * there are only so many.
 */
final class NameLookups {
  /** The system's way to find addresses. */
  interface Resolver {
    InetAddress[] resolve(String host) throws UnknownHostException;
  }

  private static final int LOOKUPS_MAX = 64;
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  /** Those of this process, as its resolver is. */
  static final NameLookups SYSTEM = new NameLookups(InetAddress::getAllByName, TIMEOUT);

  private final Resolver resolver;
  private final Duration timeout;
  private final Map<String, CompletableFuture<InetAddress[]>> running = new ConcurrentHashMap<>();

  NameLookups(Resolver resolver, Duration timeout) {
    this.resolver = resolver;
    this.timeout = timeout;
  }

  /**
   * Returns the addresses of a host.
   *
   * @throws UnknownHostException if there is no such host
   * @throws TimeoutException if the answer takes too long, or too many lookups do
   */
  InetAddress[] find(String host)
      throws UnknownHostException, TimeoutException, InterruptedException {
    if (running.size() >= LOOKUPS_MAX) throw new TimeoutException("too many lookups");
    try {
      return running
          .computeIfAbsent(host, this::start)
          .get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownHostException unknown) throw unknown;
      throw new IllegalStateException("a lookup failed", e.getCause());
    }
  }

  /** The resolver is native code that waits, which would hold the carrier of a virtual thread. */
  private CompletableFuture<InetAddress[]> start(String host) {
    var result = new CompletableFuture<InetAddress[]>();
    Thread.ofPlatform()
        .daemon()
        .name("name-lookup")
        .start(() -> {
          try {
            result.complete(resolver.resolve(host));
          } catch (UnknownHostException | RuntimeException e) {
            result.completeExceptionally(e);
          } finally {
            running.remove(host, result);
          }
        });
    return result;
  }
}
