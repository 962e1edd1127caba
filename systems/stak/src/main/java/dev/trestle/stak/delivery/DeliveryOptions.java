package dev.trestle.stak.delivery;

import dev.trestle.platform.queue.Backoff;
import java.time.Duration;

/**
 * How deliveries run.
 *
 * @param chunks how many chunks this server works on at once
 * @param recipients how many recipients this server serves at once: few with an engine in the same
 *     process, since readers wait behind them; more with a table behind a network
 * @param visibility how long a worker may be silent before another takes its job
 */
public record DeliveryOptions(int chunks, int recipients, Duration visibility, Backoff backoff) {
  public static final DeliveryOptions STANDARD =
      new DeliveryOptions(
          4,
          16,
          Duration.ofSeconds(30),
          new Backoff(8, Duration.ofSeconds(1), Duration.ofMinutes(5)));
}
