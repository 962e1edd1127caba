package dev.trestle.stak.webhook;

import dev.trestle.platform.outbound.AddressPolicy;
import dev.trestle.platform.queue.Backoff;
import java.time.Duration;

/**
 * How webhooks are called.
 *
 * @param addresses where they may be
 * @param timeout how long one call may take, from resolving the name to the status of the response
 */
public record WebhookOptions(AddressPolicy addresses, Backoff backoff, Duration timeout) {
  /** Ten attempts over some hours. */
  public static final WebhookOptions STANDARD =
      new WebhookOptions(
          new AddressPolicy(false),
          new Backoff(10, Duration.ofSeconds(5), Duration.ofHours(1)),
          Duration.ofSeconds(10));
}
