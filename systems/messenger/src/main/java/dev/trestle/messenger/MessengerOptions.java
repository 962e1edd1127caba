package dev.trestle.messenger;

import dev.trestle.messenger.identity.SmsGateway;
import dev.trestle.messenger.web.ApiLimits;
import dev.trestle.platform.identity.Secrets;
import dev.trestle.platform.limit.Limiter;
import dev.trestle.platform.limit.MemoryLimiter;
import dev.trestle.store.StoreOptions;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * How Messenger runs.
 *
 * @param store clock, table prefix and retries
 * @param secrets where its keys are kept
 * @param sms how codes reach phones; without one, answers have the code in them
 * @param isLoopback only this machine reaches the server
 */
public record MessengerOptions(
    StoreOptions store,
    Secrets secrets,
    RandomGenerator random,
    Limiter limiter,
    ApiLimits limits,
    Optional<SmsGateway> sms,
    boolean isLoopback) {
  private static final long BUCKETS_MAX = 1_000_000;

  public MessengerOptions {
    if (!isLoopback && sms.isEmpty()) {
      throw new IllegalArgumentException("beyond this machine codes must go out by an SMS gateway");
    }
  }

  /** For this machine alone: codes are shown instead of sent. */
  public static MessengerOptions local(StoreOptions store, Secrets secrets) {
    return new MessengerOptions(
        store,
        secrets,
        new SecureRandom(),
        new MemoryLimiter(System::nanoTime, BUCKETS_MAX),
        ApiLimits.STANDARD,
        Optional.empty(),
        true);
  }

  public MessengerOptions limits(ApiLimits other) {
    return new MessengerOptions(store, secrets, random, limiter, other, sms, isLoopback);
  }

  public MessengerOptions limiter(Limiter other) {
    return new MessengerOptions(store, secrets, random, other, limits, sms, isLoopback);
  }

  /** Codes go out by this, and others than this machine may come. */
  public MessengerOptions sms(SmsGateway gateway) {
    return new MessengerOptions(
        store, secrets, random, limiter, limits, Optional.of(gateway), false);
  }
}
