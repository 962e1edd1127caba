package dev.trestle.store;

import dev.trestle.model.codec.CodecException;
import dev.trestle.model.key.RefusedValueException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;

/**
 * Runs one pattern, counts what it does, and names it in what goes wrong. Counting is a few
 * additions for each run; the number of runs follows from their latencies.
 */
final class UsageCounter {
  private final String pattern;
  private final @Nullable CallObservation observation;
  private final LongAdder refusals = new LongAdder();
  private final LongAdder errors = new LongAdder();
  private final LongAdder retries = new LongAdder();
  private final LongAdder items = new LongAdder();
  private final DoubleAdder readUnits = new DoubleAdder();
  private final DoubleAdder writeUnits = new DoubleAdder();
  private final Latencies latencies = new Latencies();

  UsageCounter(String pattern, Optional<CallObservation> observation) {
    this.pattern = pattern;
    this.observation = observation.orElse(null);
  }

  /** The id of the pattern. */
  String pattern() {
    return pattern;
  }

  /** Runs, counts and reports to observers. */
  <T> T run(Object parameters, Supplier<T> work) {
    long started = System.nanoTime();
    if (observation != null) observation.begin();
    @Nullable Throwable failure = null;
    try {
      return named(parameters, work);
    } catch (RuntimeException | Error e) {
      failure = e;
      throw e;
    } finally {
      if (failure != null) errors.increment();
      long nanos = System.nanoTime() - started;
      latencies.add(nanos);
      if (observation != null) observation.end(nanos, failure);
    }
  }

  /** What is refused before a request is sent names the pattern. */
  private <T> T named(Object parameters, Supplier<T> work) {
    try {
      if (parameters == null) {
        throw new IllegalArgumentException(pattern + ": the parameters are null.");
      }
      return work.get();
    } catch (CodecException e) {
      throw e.in(pattern);
    } catch (RefusedValueException e) {
      throw e.in(pattern);
    } catch (IllegalArgumentException e) {
      throw named(e);
    }
  }

  /** The call that is observed on this thread, if any. */
  private CallObservation.@Nullable Running observed() {
    return observation == null ? null : observation.running();
  }

  private IllegalArgumentException named(IllegalArgumentException e) {
    boolean plain = e.getClass() == IllegalArgumentException.class;
    var message = String.valueOf(e.getMessage());
    if (!plain || message.startsWith(pattern + ": ")) return e;
    return new IllegalArgumentException(pattern + ": " + message, e);
  }

  void refused() {
    refusals.increment();
    var call = observed();
    if (call != null) call.refused();
  }

  void retried() {
    retries.increment();
    var call = observed();
    if (call != null) call.retried();
  }

  void items(int count) {
    items.add(count);
    var call = observed();
    if (call != null) call.items(count);
  }

  /** Zero if the endpoint does not report it. */
  static double units(@Nullable ConsumedCapacity capacity) {
    return capacity == null || capacity.capacityUnits() == null ? 0 : capacity.capacityUnits();
  }

  void read(@Nullable ConsumedCapacity capacity) {
    double units = units(capacity);
    readUnits.add(units);
    var call = observed();
    if (call != null) call.read(units);
  }

  void read(List<ConsumedCapacity> capacities) {
    capacities.forEach(this::read);
  }

  void written(@Nullable ConsumedCapacity capacity) {
    double units = units(capacity);
    writeUnits.add(units);
    var call = observed();
    if (call != null) call.written(units);
  }

  void written(List<ConsumedCapacity> capacities) {
    capacities.forEach(this::written);
  }

  Usage usage() {
    var counts = latencies.counts();
    return new Usage(
        Arrays.stream(counts).sum(),
        refusals.sum(),
        errors.sum(),
        retries.sum(),
        items.sum(),
        readUnits.sum(),
        writeUnits.sum(),
        Latencies.latency(counts));
  }

  /** Counts runs by latency, in eight buckets per doubling. A bucket is at most 12 % wide. */
  private static final class Latencies {
    private static final int STEPS_BITS = 3;
    private static final int STEPS = 1 << STEPS_BITS;

    /** About 18 minutes. Longer runs are counted in this bucket. */
    private static final int DOUBLINGS = 40;

    private final LongAdder[] buckets = new LongAdder[DOUBLINGS * STEPS];

    Latencies() {
      for (int i = 0; i < buckets.length; i++) buckets[i] = new LongAdder();
    }

    void add(long nanos) {
      buckets[bucket(nanos)].increment();
    }

    private static int bucket(long nanos) {
      if (nanos < STEPS) return (int) Math.max(0, nanos);
      int doubling = 63 - Long.numberOfLeadingZeros(nanos);
      int step = (int) (nanos >>> (doubling - STEPS_BITS)) & (STEPS - 1);
      return Math.min((doubling - STEPS_BITS + 1) * STEPS + step, DOUBLINGS * STEPS - 1);
    }

    /** The upper bound of the bucket, exclusive. */
    private static long end(int bucket) {
      if (bucket < STEPS) return bucket + 1L;
      int doubling = bucket / STEPS - 1 + STEPS_BITS;
      return (long) (STEPS + bucket % STEPS + 1) << (doubling - STEPS_BITS);
    }

    long[] counts() {
      return Arrays.stream(buckets).mapToLong(LongAdder::sum).toArray();
    }

    static Usage.Latency latency(long[] counts) {
      long total = Arrays.stream(counts).sum();
      return new Usage.Latency(
          within(counts, total, 0.5),
          within(counts, total, 0.9),
          within(counts, total, 0.99),
          within(counts, total, 0.999),
          within(counts, total, 1));
    }

    private static Duration within(long[] counts, long total, double share) {
      double wanted = total * share;
      long seen = 0;
      for (int i = 0; i < counts.length; i++) {
        seen += counts[i];
        if (seen > 0 && seen >= wanted) return Duration.ofNanos(end(i));
      }
      return Duration.ZERO;
    }
  }
}
