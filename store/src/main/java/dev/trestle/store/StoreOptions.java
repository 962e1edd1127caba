package dev.trestle.store;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * How a store runs.
 *
 * @param clock decides what has expired and when retries end
 * @param tablePrefix a prefix of every table name
 * @param signing signs cursors
 * @param formerSigning accepted in cursors, but not used for new ones
 * @param random for jitter and idempotency tokens
 * @param listsUnreadable queries return the records they can read and list the other items in
 *     {@link Page#unreadable}; otherwise such an item is thrown as {@link UnreadableItemException}
 * @param observers are told of each call, in this order
 */
public record StoreOptions(
    InstantSource clock,
    String tablePrefix,
    SigningKey signing,
    Optional<SigningKey> formerSigning,
    RetryPolicy retries,
    Pause pause,
    RandomGenerator random,
    boolean listsUnreadable,
    List<StoreObserver> observers) {

  /** Waits between attempts. */
  @FunctionalInterface
  public interface Pause {
    void pause(Duration duration) throws InterruptedException;
  }

  public StoreOptions {
    observers = List.copyOf(observers);
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
        random,
        false,
        List.of());
  }

  /** Returns a copy with another clock. */
  public StoreOptions clock(InstantSource other) {
    return new StoreOptions(
        other,
        tablePrefix,
        signing,
        formerSigning,
        retries,
        pause,
        random,
        listsUnreadable,
        observers);
  }

  /** Returns a copy with a prefix of every table name. */
  public StoreOptions tablePrefix(String prefix) {
    return new StoreOptions(
        clock, prefix, signing, formerSigning, retries, pause, random, listsUnreadable, observers);
  }

  /** Returns a copy that signs cursors with this key. All servers of a program share it. */
  public StoreOptions signing(SigningKey current) {
    return new StoreOptions(
        clock,
        tablePrefix,
        current,
        Optional.empty(),
        retries,
        pause,
        random,
        listsUnreadable,
        observers);
  }

  /** Signs with one key and also accepts another, to change keys without a break. */
  public StoreOptions signing(SigningKey current, SigningKey former) {
    return new StoreOptions(
        clock,
        tablePrefix,
        current,
        Optional.of(former),
        retries,
        pause,
        random,
        listsUnreadable,
        observers);
  }

  /** Returns a copy with another policy of retries. */
  public StoreOptions retries(RetryPolicy policy) {
    return new StoreOptions(
        clock,
        tablePrefix,
        signing,
        formerSigning,
        policy,
        pause,
        random,
        listsUnreadable,
        observers);
  }

  /** Returns a copy that waits otherwise between attempts, for tests. */
  public StoreOptions pause(Pause other) {
    return new StoreOptions(
        clock,
        tablePrefix,
        signing,
        formerSigning,
        retries,
        other,
        random,
        listsUnreadable,
        observers);
  }

  /** Returns a copy with another source of jitter and idempotency tokens, for tests that replay. */
  public StoreOptions random(RandomGenerator other) {
    return new StoreOptions(
        clock,
        tablePrefix,
        signing,
        formerSigning,
        retries,
        pause,
        other,
        listsUnreadable,
        observers);
  }

  /**
   * Lets queries return the records that can be read, and list the others in {@link
   * Page#unreadable}, so that one bad item does not hide its partition.
   */
  public StoreOptions listUnreadable() {
    return new StoreOptions(
        clock, tablePrefix, signing, formerSigning, retries, pause, random, true, observers);
  }

  /** Adds an observer, which is told of each call. */
  public StoreOptions observer(StoreObserver other) {
    var all = new ArrayList<>(observers);
    all.add(other);
    return new StoreOptions(
        clock, tablePrefix, signing, formerSigning, retries, pause, random, listsUnreadable, all);
  }
}
