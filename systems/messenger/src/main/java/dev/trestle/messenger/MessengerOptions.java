package dev.trestle.messenger;

import dev.trestle.messenger.delivery.SocketLimits;
import dev.trestle.messenger.web.MessengerRates;
import java.time.Duration;
import java.util.Optional;

/**
 * How Messenger runs.
 *
 * @param headInterval how often the heads of chats are compared, to find entries of other servers;
 *     empty for a single server
 */
public record MessengerOptions(
    MessengerRates rates, SocketLimits sockets, Optional<Duration> headInterval) {
  public static MessengerOptions standard() {
    return new MessengerOptions(MessengerRates.STANDARD, SocketLimits.STANDARD, Optional.empty());
  }

  /** Without rate limits, for tests and benchmarks. */
  public static MessengerOptions unlimited() {
    return new MessengerOptions(MessengerRates.UNLIMITED, SocketLimits.UNLIMITED, Optional.empty());
  }

  public MessengerOptions rates(MessengerRates other) {
    return new MessengerOptions(other, sockets, headInterval);
  }

  public MessengerOptions sockets(SocketLimits other) {
    return new MessengerOptions(rates, other, headInterval);
  }

  /** For several servers on the same tables, whose signals may be lost. */
  public MessengerOptions comparingHeads(Duration interval) {
    return new MessengerOptions(rates, sockets, Optional.of(interval));
  }
}
