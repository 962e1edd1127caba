package dev.trestle.platform.outbound;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Limits how many calls of one owner run at a time, so that slow servers of one do not keep the
 * calls of others waiting.
 *
 * @param <K> whose calls are counted together: a tenant or a user
 */
public final class CallLimit<K> {
  private static final Duration PAUSE_MIN = Duration.ofSeconds(2);
  private static final Duration PAUSE_MAX = Duration.ofSeconds(30);

  private final int callsMax;
  private final Map<K, Integer> running = new ConcurrentHashMap<>();

  public CallLimit(int callsMax) {
    this.callsMax = callsMax;
  }

  /**
   * How long a call that was turned away waits at most before it is tried again: longer if it has
   * waited long, because many are before it then.
   */
  public static Duration pauseMax(Duration waited) {
    if (waited.compareTo(PAUSE_MIN) < 0) return PAUSE_MIN;
    return waited.compareTo(PAUSE_MAX) < 0 ? waited : PAUSE_MAX;
  }

  /** Runs a call and returns its result; empty if too many are running already. */
  public <T> Optional<T> run(K owner, Supplier<T> call) {
    try {
      boolean isAllowed = running.merge(owner, 1, Integer::sum) <= callsMax;
      return isAllowed ? Optional.of(call.get()) : Optional.empty();
    } finally {
      running.computeIfPresent(owner, (_, count) -> count == 1 ? null : count - 1);
    }
  }
}
