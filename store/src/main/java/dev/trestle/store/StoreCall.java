package dev.trestle.store;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * One run of a pattern, as a {@link StoreObserver} sees it. A page of a query is one call, whatever
 * the number of requests that filled it.
 *
 * @param model the name of the model
 * @param pattern the id of the pattern
 * @param tables the names of the tables that the pattern uses, with their prefix
 * @param index the index that a query reads
 * @param started when the call began, by the store's clock
 * @param duration how long it took, with retries and the pauses between them
 * @param items records read or written
 * @param retries repeated requests
 * @param readUnits read units consumed, as DynamoDB reported them; zero if it did not
 * @param writeUnits write units consumed
 * @param failure the exception, if the outcome is {@link Outcome#FAILED}
 */
public record StoreCall(
    String model,
    String pattern,
    List<String> tables,
    Optional<String> index,
    Instant started,
    Duration duration,
    int items,
    int retries,
    double readUnits,
    double writeUnits,
    Outcome outcome,
    Optional<Throwable> failure) {

  /** How a call ended. */
  public enum Outcome {
    DONE,
    /** A condition failed, or a transaction was refused. */
    REFUSED,
    /** It ended with an exception. */
    FAILED
  }
}
