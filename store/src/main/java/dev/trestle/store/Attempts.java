package dev.trestle.store;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;
import software.amazon.awssdk.services.dynamodb.model.TransactionInProgressException;

/** The attempts of one run. Used by one thread. */
final class Attempts {
  /** What a failure implies for the request. */
  private enum Fault {
    /** It had no effect, and a retry may succeed. */
    NOT_NOW,
    /** It is unknown whether it had an effect. */
    DOUBTFUL,
    /** A retry will fail too. */
    FINAL
  }

  private final StoreOptions options;
  private final UsageCounter meter;
  private int attempt = 1;
  private boolean doubtful;
  private Instant end = Instant.MIN;

  Attempts(StoreOptions options, UsageCounter meter) {
    this.options = options;
    this.meter = meter;
  }

  /** Calls until it succeeds. A repeatable request may be executed more than once. */
  <T> T call(boolean repeatable, Supplier<T> request) {
    while (true) {
      try {
        return request.get();
      } catch (SdkException e) {
        var fault = fault(e);
        doubtful |= fault == Fault.DOUBTFUL;
        boolean hopeless = fault == Fault.DOUBTFUL && !repeatable;
        if (fault == Fault.FINAL || hopeless || !mayGoOn()) {
          throw isExpected(e) ? e : named(e, meter);
        }
        pause();
      }
    }
  }

  /** Whether a plan makes a result of it. */
  private static boolean isExpected(SdkException e) {
    return e instanceof ConditionalCheckFailedException
        || e instanceof TransactionCanceledException;
  }

  /** The same exception with the pattern's id before its message. */
  static SdkException named(SdkException e, UsageCounter meter) {
    if (!(e instanceof AwsServiceException service)) return e;
    var details = service.awsErrorDetails();
    var message = details == null ? service.getMessage() : details.errorMessage();
    return service.toBuilder().message(meter.pattern() + ": " + message).cause(service).build();
  }

  /** Returns whether an earlier attempt may have had an effect. */
  boolean isDoubtful() {
    return doubtful;
  }

  boolean mayGoOn() {
    var now = options.clock().instant();
    if (end.equals(Instant.MIN)) end = now.plus(options.retries().total());
    return attempt < options.retries().attempts() && !now.isAfter(end);
  }

  /** Waits before the next attempt. */
  void pause() {
    attempt++;
    meter.retried();
    long max = options.retries().pauseMillisMax(attempt);
    try {
      options.pause().pause(Duration.ofMillis(options.random().nextLong(max + 1)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted between attempts", e);
    }
  }

  private static Fault fault(SdkException e) {
    return switch (e) {
      case TransactionConflictException ignored -> Fault.NOT_NOW;
      case TransactionInProgressException ignored -> Fault.NOT_NOW;
      case TransactionCanceledException cancelled ->
          TransactionPlan.mayPass(cancelled) ? Fault.NOT_NOW : Fault.FINAL;
      case AwsServiceException service when service.isThrottlingException() -> Fault.NOT_NOW;
      case AwsServiceException service when service.statusCode() >= 500 -> Fault.DOUBTFUL;
      case ApiCallTimeoutException ignored -> Fault.DOUBTFUL;
      case ApiCallAttemptTimeoutException ignored -> Fault.DOUBTFUL;
      case SdkClientException client
          when client.retryable() || client.getCause() instanceof IOException ->
          Fault.DOUBTFUL;
      default -> Fault.FINAL;
    };
  }
}
