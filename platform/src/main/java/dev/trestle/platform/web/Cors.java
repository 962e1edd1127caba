package dev.trestle.platform.web;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Lets pages of other origins make some calls, without cookies. A route that takes JSON or a token
 * also needs {@link #preflight} at its path.
 */
public final class Cors {
  private static final String PREFLIGHT_SECONDS = "600";

  private final Predicate<String> origins;
  private final boolean isForAll;

  private Cors(Predicate<String> origins, boolean isForAll) {
    this.origins = origins;
    this.isForAll = isForAll;
  }

  public static Cors anyone() {
    return new Cors(_ -> true, true);
  }

  public static Cors of(Set<String> origins) {
    return new Cors(Set.copyOf(origins)::contains, false);
  }

  /** Origins that are looked up for each call, such as those of a tenant. */
  public static Cors where(Predicate<String> origins) {
    return new Cors(origins, false);
  }

  /** Opens the endpoint, including its errors, to these origins. */
  public Endpoint around(Endpoint endpoint) {
    return call -> {
      try {
        return opened(call, endpoint.handle(call));
      } catch (ApiError refused) {
        var origin = allowed(call);
        if (origin.isEmpty()) throw refused;
        throw refused
            .with("Access-Control-Allow-Origin", origin.get())
            .with("Cross-Origin-Resource-Policy", "cross-origin");
      }
    };
  }

  /** Replies to a preflight request. */
  public Endpoint preflight(String... methods) {
    var allowed = String.join(", ", List.of(methods));
    return call ->
        opened(call, Reply.nothing())
            .with("Access-Control-Allow-Methods", allowed)
            .with("Access-Control-Allow-Headers", "Authorization, Content-Type, Idempotency-Key")
            .with("Access-Control-Max-Age", PREFLIGHT_SECONDS);
  }

  private Reply opened(Call call, Reply reply) {
    var varied = isForAll ? reply : reply.with("Vary", "Origin");
    var origin = allowed(call);
    if (origin.isEmpty()) return varied;
    return varied
        .with("Access-Control-Allow-Origin", origin.get())
        .with(
            "Access-Control-Expose-Headers",
            "ETag, Retry-After, X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining,"
                + " X-RateLimit-Reset, X-Idempotent-Replay")
        .with("Cross-Origin-Resource-Policy", "cross-origin");
  }

  private Optional<String> allowed(Call call) {
    if (isForAll) return Optional.of("*");
    return call.header("origin").filter(origins);
  }
}
