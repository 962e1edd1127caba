package dev.trestle.store;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * How a store runs.
 *
 * @param clock tells what has expired and how long retries went on
 * @param tablePrefix stands before every table's name
 * @param signing signs cursors
 * @param formerSigning still accepted in cursors, not used for new ones
 * @param random for jitter and idempotency tokens
 */
public record StoreOptions(
    InstantSource clock,
    String tablePrefix,
    SigningKey signing,
    Optional<SigningKey> formerSigning,
    RetryPolicy retries,
    Pause pause,
    RandomGenerator random) {

  /** Waits between attempts. */
  @FunctionalInterface
  public interface Pause {
    void pause(Duration duration) throws InterruptedException;
  }

  public StoreOptions {
    if (formerSigning.filter(former -> former.version() == signing.version()).isPresent()) {
      throw new IllegalArgumentException("two signing keys of one version");
    }
  }

  /** The system's clock, no prefix, a random signing key and the usual retries. */
  public static StoreOptions standard() {
    var random = new SecureRandom();
    return new StoreOptions(
        InstantSource.system(),
        "",
        SigningKey.random(random),
        Optional.empty(),
        RetryPolicy.STANDARD,
        Thread::sleep,
        random);
  }

  public StoreOptions clock(InstantSource other) {
    return new StoreOptions(other, tablePrefix, signing, formerSigning, retries, pause, random);
  }

  public StoreOptions tablePrefix(String prefix) {
    return new StoreOptions(clock, prefix, signing, formerSigning, retries, pause, random);
  }

  public StoreOptions signing(SigningKey current) {
    return new StoreOptions(clock, tablePrefix, current, Optional.empty(), retries, pause, random);
  }

  /** Signs with the one and also accepts the other: how keys are changed without a break. */
  public StoreOptions signing(SigningKey current, SigningKey former) {
    return new StoreOptions(
        clock, tablePrefix, current, Optional.of(former), retries, pause, random);
  }

  public StoreOptions retries(RetryPolicy policy) {
    return new StoreOptions(clock, tablePrefix, signing, formerSigning, policy, pause, random);
  }

  public StoreOptions pause(Pause other) {
    return new StoreOptions(clock, tablePrefix, signing, formerSigning, retries, other, random);
  }

  public StoreOptions random(RandomGenerator other) {
    return new StoreOptions(clock, tablePrefix, signing, formerSigning, retries, pause, other);
  }
}
