package dev.trestle.messenger;

import dev.trestle.messenger.delivery.Presence;
import dev.trestle.messenger.delivery.SocketLimits;
import dev.trestle.messenger.web.MessengerRates;
import dev.trestle.platform.push.PushOptions;
import java.time.Duration;
import java.util.Optional;

/**
 * How Messenger runs.
 *
 * @param headInterval how often the heads of chats are compared, to find entries of other servers;
 *     empty for a single server
 * @param offlineAfter for how long a user without a socket stays online
 * @param coldAfter the age at which entries are moved to cold storage; empty if they stay in the
 *     table
 * @param push how push messages are sent, if at all
 */
public record MessengerOptions(
    MessengerRates rates,
    SocketLimits sockets,
    Optional<Duration> headInterval,
    Duration offlineAfter,
    Optional<Duration> coldAfter,
    Optional<PushOptions> push) {
  public static MessengerOptions standard() {
    return of(MessengerRates.STANDARD, SocketLimits.STANDARD);
  }

  /** Without rate limits, for tests and benchmarks. */
  public static MessengerOptions unlimited() {
    return of(MessengerRates.UNLIMITED, SocketLimits.UNLIMITED);
  }

  private static MessengerOptions of(MessengerRates rates, SocketLimits sockets) {
    return new MessengerOptions(
        rates,
        sockets,
        Optional.empty(),
        Presence.OFFLINE_AFTER,
        Optional.empty(),
        Optional.empty());
  }

  public MessengerOptions rates(MessengerRates other) {
    return new MessengerOptions(other, sockets, headInterval, offlineAfter, coldAfter, push);
  }

  public MessengerOptions sockets(SocketLimits other) {
    return new MessengerOptions(rates, other, headInterval, offlineAfter, coldAfter, push);
  }

  /** For several servers on the same tables, whose signals may be lost. */
  public MessengerOptions comparingHeads(Duration interval) {
    return new MessengerOptions(
        rates, sockets, Optional.of(interval), offlineAfter, coldAfter, push);
  }

  public MessengerOptions offlineAfter(Duration other) {
    return new MessengerOptions(rates, sockets, headInterval, other, coldAfter, push);
  }

  /** Every server that shares the tables must see the same blobs. */
  public MessengerOptions coldAfter(Duration age) {
    return new MessengerOptions(rates, sockets, headInterval, offlineAfter, Optional.of(age), push);
  }

  public MessengerOptions push(Optional<PushOptions> other) {
    return new MessengerOptions(rates, sockets, headInterval, offlineAfter, coldAfter, other);
  }
}
