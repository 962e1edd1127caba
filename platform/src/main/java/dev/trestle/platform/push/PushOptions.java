package dev.trestle.platform.push;

import dev.trestle.platform.outbound.AddressPolicy;
import dev.trestle.platform.queue.Backoff;
import java.time.Duration;

/**
 * How push messages are sent.
 *
 * @param contact whom a push service can reach about this server: {@code mailto:} or {@code https:}
 * @param addresses where push services may be
 * @param timeout how long one call may take
 */
public record PushOptions(
    String contact, AddressPolicy addresses, Duration timeout, Backoff backoff) {
  public PushOptions {
    if (!isContact(contact)) throw new IllegalArgumentException("a contact");
  }

  /** Eight attempts within about half an hour. */
  public static PushOptions of(String contact) {
    return new PushOptions(
        contact,
        new AddressPolicy(false),
        Duration.ofSeconds(10),
        new Backoff(8, Duration.ofSeconds(5), Duration.ofMinutes(15)));
  }

  /** Whether this can be a contact. */
  public static boolean isContact(String text) {
    return text.matches("mailto:[^\\s@]+@[^\\s@]+|https://[^\\s/]+\\S*");
  }
}
