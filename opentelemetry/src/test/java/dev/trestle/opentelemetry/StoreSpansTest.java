package dev.trestle.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.ManualClock;
import dev.trestle.opentelemetry.Parcels.OfStreet;
import dev.trestle.opentelemetry.Parcels.Parcel;
import dev.trestle.store.Store;
import dev.trestle.store.StoreOptions;
import dev.trestle.store.TableCreation;
import io.opentelemetry.api.trace.SpanId;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The spans that reach an exporter. */
class StoreSpansTest {
  private static final Parcel PARCEL = new Parcel("p-1", "elm-street");

  private final ManualClock clock = new ManualClock();
  private final InMemorySpanExporter spans = InMemorySpanExporter.create();
  private final OpenTelemetrySdk telemetry =
      OpenTelemetrySdk.builder()
          .setTracerProvider(
              SdkTracerProvider.builder()
                  .addSpanProcessor(SimpleSpanProcessor.create(spans))
                  .build())
          .build();
  private Trestle trestle;
  private Store store;

  @BeforeEach
  void open() {
    trestle = Trestle.open(EngineOptions.inMemory().withClock(clock));
    TableCreation.create(Parcels.MODEL, trestle.client(), "test-");
    var options =
        StoreOptions.standard()
            .clock(clock)
            .tablePrefix("test-")
            .observer(new StoreSpans(telemetry));
    store = Store.of(Parcels.MODEL, trestle.client(), options);
  }

  @AfterEach
  void close() {
    telemetry.close();
    trestle.close();
  }

  private SpanData onlySpan() {
    assertThat(spans.getFinishedSpanItems()).hasSize(1);
    return spans.getFinishedSpanItems().getFirst();
  }

  @Test
  void a_call_is_a_span_with_the_attributes_of_the_conventions() {
    clock.advance(Duration.ofMinutes(5));
    store.run(Parcels.ADD, PARCEL);
    var span = onlySpan();
    assertThat(span.getName()).isEqualTo("parcels P1");
    assertThat(span.getKind()).isEqualTo(SpanKind.CLIENT);
    assertThat(span.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
    assertThat(span.getInstrumentationScopeInfo().getName()).isEqualTo("dev.trestle.store");
    var attributes = span.getAttributes();
    assertThat(attributes.get(StoreSpans.SYSTEM)).isEqualTo("aws.dynamodb");
    assertThat(attributes.get(StoreSpans.SUMMARY)).isEqualTo("parcels P1");
    assertThat(attributes.get(StoreSpans.COLLECTION)).isEqualTo("test-parcels");
    assertThat(attributes.get(StoreSpans.TABLES)).isEqualTo(List.of("test-parcels"));
    assertThat(attributes.get(StoreSpans.INDEX)).isNull();
    assertThat(attributes.get(StoreSpans.MODEL)).isEqualTo("parcels");
    assertThat(attributes.get(StoreSpans.PATTERN)).isEqualTo("P1");
    assertThat(attributes.get(StoreSpans.OUTCOME)).isEqualTo("done");
    assertThat(attributes.get(StoreSpans.ITEMS)).isEqualTo(1);
    assertThat(attributes.get(StoreSpans.RETRIES)).isZero();
    assertThat(attributes.get(StoreSpans.READ_UNITS)).isZero();
    assertThat(attributes.get(StoreSpans.WRITE_UNITS)).as("table and index").isEqualTo(2);
  }

  @Test
  void it_begins_and_ends_when_the_call_did() {
    clock.advance(Duration.ofMinutes(5));
    store.run(Parcels.ADD, PARCEL);
    var start = TimeUnit.MILLISECONDS.toNanos(clock.instant().toEpochMilli());
    assertThat(onlySpan().getStartEpochNanos()).isEqualTo(start);
    assertThat(onlySpan().getEndEpochNanos()).isGreaterThan(start);
  }

  @Test
  void it_belongs_to_the_span_of_its_caller() {
    var caller = telemetry.getTracer("test").spanBuilder("caller").startSpan();
    Runnable call = () -> store.run(Parcels.ADD, PARCEL);
    Context.current().with(caller).wrap(call).run();
    assertThat(onlySpan().getParentSpanId()).isEqualTo(caller.getSpanContext().getSpanId());
    assertThat(onlySpan().getTraceId()).isEqualTo(caller.getSpanContext().getTraceId());
    spans.reset();
    store.run(Parcels.IN_STREET, new OfStreet("elm-street"));
    assertThat(onlySpan().getParentSpanId()).isEqualTo(SpanId.getInvalid());
  }

  @Test
  void a_query_names_its_index_and_counts_what_it_read() {
    store.run(Parcels.ADD, PARCEL);
    spans.reset();
    assertThat(store.run(Parcels.IN_STREET, new OfStreet("elm-street")).items()).hasSize(1);
    assertThat(onlySpan().getAttributes().get(StoreSpans.INDEX)).isEqualTo("street");
    assertThat(onlySpan().getAttributes().get(StoreSpans.ITEMS)).isEqualTo(1);
    assertThat(onlySpan().getAttributes().get(StoreSpans.READ_UNITS)).isEqualTo(0.5);
  }

  @Test
  void a_failed_condition_is_no_error() {
    store.run(Parcels.ADD, PARCEL);
    spans.reset();
    store.run(Parcels.ADD, PARCEL);
    assertThat(onlySpan().getAttributes().get(StoreSpans.OUTCOME)).isEqualTo("refused");
    assertThat(onlySpan().getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
    assertThat(onlySpan().getAttributes().get(StoreSpans.ERROR)).isNull();
  }

  @Test
  void a_failed_call_is_an_error_that_names_its_kind_and_no_key() {
    trestle.client().deleteTable(request -> request.tableName("test-parcels"));
    assertThatThrownBy(() -> store.run(Parcels.ADD, PARCEL));
    var span = onlySpan();
    assertThat(span.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
    assertThat(span.getAttributes().get(StoreSpans.OUTCOME)).isEqualTo("failed");
    assertThat(span.getAttributes().get(StoreSpans.ERROR)).endsWith("Exception");
    assertThat(span.getAttributes().get(StoreSpans.STATUS)).isEqualTo("ResourceNotFoundException");
    assertThat(span.toString()).doesNotContain("p-1", "elm-street");
  }
}
