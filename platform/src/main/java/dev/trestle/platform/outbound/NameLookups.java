package dev.trestle.platform.outbound;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Finds the addresses of names, with a deadline: the system's resolver has none, and a name server
 * may be in the hands of the one who gave the name.
 *
 * <p>A lookup cannot be ended. So one that is under way serves all who ask for the same name, and
 * there are only so many: a few for each owner, so that the slow names of one do not use up what
 * there is for all.
 */
final class NameLookups {
  /** The system's way to find addresses. */
  interface Resolver {
    InetAddress[] resolve(String host) throws UnknownHostException;
  }

  private static final int LOOKUPS_MAX = 256;
  static final int LOOKUPS_PER_OWNER_MAX = 4;
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  /** Those of this process, as its resolver is. */
  static final NameLookups SYSTEM = new NameLookups(InetAddress::getAllByName, TIMEOUT);

  private final Resolver resolver;
  private final Duration timeout;

  /** By host. Guarded by this. */
  private final Map<String, Lookup> running = new HashMap<>();

  /** A lookup under way, and who asked for it first. */
  private record Lookup(String owner, CompletableFuture<InetAddress[]> result) {}

  NameLookups(Resolver resolver, Duration timeout) {
    this.resolver = resolver;
    this.timeout = timeout;
  }

  /**
   * Returns the addresses of a host.
   *
   * @param owner who named the host
   * @throws UnknownHostException if there is no such host
   * @throws TimeoutException if the answer takes too long, or too many lookups do
   */
  InetAddress[] find(String owner, String host)
      throws UnknownHostException, TimeoutException, InterruptedException {
    try {
      return lookup(owner, host).get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownHostException unknown) throw unknown;
      throw new IllegalStateException("a lookup failed", e.getCause());
    }
  }

  /** The lookup of a host that is under way, or a new one. */
  private synchronized CompletableFuture<InetAddress[]> lookup(String owner, String host)
      throws TimeoutException {
    var known = running.get(host);
    if (known != null) return known.result();
    long own = running.values().stream().filter(each -> each.owner().equals(owner)).count();
    if (own >= LOOKUPS_PER_OWNER_MAX || running.size() >= LOOKUPS_MAX) {
      throw new TimeoutException("too many lookups");
    }
    var lookup = new Lookup(owner, new CompletableFuture<>());
    start(host, lookup.result());
    running.put(host, lookup);
    return lookup.result();
  }

  private synchronized void ended(String host) {
    running.remove(host);
  }

  /** The resolver is native code that waits, which would hold the carrier of a virtual thread. */
  private void start(String host, CompletableFuture<InetAddress[]> result) {
    Thread.ofPlatform()
        .daemon()
        .name("name-lookup")
        .start(() -> {
          try {
            result.complete(resolver.resolve(host));
          } catch (UnknownHostException | RuntimeException e) {
            result.completeExceptionally(e);
          } finally {
            ended(host);
          }
        });
  }
}
