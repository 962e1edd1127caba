package dev.trestle.opentelemetry;

import dev.trestle.store.StoreCall;
import dev.trestle.store.StoreCall.Outcome;
import dev.trestle.store.StoreObserver;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import java.util.List;
import java.util.Locale;
import software.amazon.awssdk.awscore.exception.AwsServiceException;

/**
 * Makes a span of each call of a store, by OpenTelemetry's semantic conventions for DynamoDB. Set
 * it with {@link dev.trestle.store.StoreOptions#observer}. Thread-safe.
 *
 * <p>The span belongs to the span that is current when the call is made. It is called like the
 * model and the pattern's id, begins and ends by the store's clock, and covers all requests of the
 * call with their retries. It is recorded when the call has ended, so spans that an agent makes of
 * the single requests are its siblings. A failed call is an error; a failed condition or a refused
 * transaction is not. Keys and values of items are never part of a span.
 */
public final class StoreSpans implements StoreObserver {
  /** The scope of the spans. */
  static final String SCOPE = "dev.trestle.store";

  static final AttributeKey<String> SYSTEM = AttributeKey.stringKey("db.system.name");
  static final AttributeKey<String> SUMMARY = AttributeKey.stringKey("db.query.summary");
  static final AttributeKey<String> COLLECTION = AttributeKey.stringKey("db.collection.name");
  static final AttributeKey<String> STATUS = AttributeKey.stringKey("db.response.status_code");
  static final AttributeKey<String> ERROR = AttributeKey.stringKey("error.type");
  static final AttributeKey<List<String>> TABLES =
      AttributeKey.stringArrayKey("aws.dynamodb.table_names");
  static final AttributeKey<String> INDEX = AttributeKey.stringKey("aws.dynamodb.index_name");

  static final AttributeKey<String> MODEL = AttributeKey.stringKey("trestle.model");
  static final AttributeKey<String> PATTERN = AttributeKey.stringKey("trestle.pattern");
  static final AttributeKey<String> OUTCOME = AttributeKey.stringKey("trestle.outcome");
  static final AttributeKey<Long> ITEMS = AttributeKey.longKey("trestle.items");
  static final AttributeKey<Long> RETRIES = AttributeKey.longKey("trestle.retries");
  static final AttributeKey<Double> READ_UNITS = AttributeKey.doubleKey("trestle.read_units");
  static final AttributeKey<Double> WRITE_UNITS = AttributeKey.doubleKey("trestle.write_units");

  private final Tracer tracer;

  /** Spans that are exported as this telemetry is configured. */
  public StoreSpans(OpenTelemetry telemetry) {
    tracer = telemetry.getTracer(SCOPE);
  }

  @Override
  public void ended(StoreCall call) {
    var name = call.model() + " " + call.pattern();
    var span =
        tracer
            .spanBuilder(name)
            .setSpanKind(SpanKind.CLIENT)
            .setStartTimestamp(call.started())
            .setAttribute(SYSTEM, "aws.dynamodb")
            .setAttribute(SUMMARY, name)
            .setAttribute(TABLES, call.tables())
            .setAttribute(MODEL, call.model())
            .setAttribute(PATTERN, call.pattern())
            .startSpan();
    if (span.isRecording()) describe(call, span);
    span.end(call.started().plus(call.duration()));
  }

  private static void describe(StoreCall call, Span span) {
    if (call.tables().size() == 1) span.setAttribute(COLLECTION, call.tables().getFirst());
    call.index().ifPresent(index -> span.setAttribute(INDEX, index));
    span.setAttribute(OUTCOME, call.outcome().name().toLowerCase(Locale.ROOT));
    span.setAttribute(ITEMS, (long) call.items());
    span.setAttribute(RETRIES, (long) call.retries());
    span.setAttribute(READ_UNITS, call.readUnits());
    span.setAttribute(WRITE_UNITS, call.writeUnits());
    if (call.outcome() == Outcome.FAILED) span.setStatus(StatusCode.ERROR);
    call.failure().ifPresent(error -> fail(span, error));
  }

  /**
   * Names the error by its class and by DynamoDB's code. Its message is left out, because it can
   * contain keys.
   */
  private static void fail(Span span, Throwable error) {
    span.setAttribute(ERROR, error.getClass().getName());
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (cause instanceof AwsServiceException refused && refused.awsErrorDetails() != null) {
        span.setAttribute(STATUS, refused.awsErrorDetails().errorCode());
        return;
      }
    }
  }
}
