package dev.trestle.engine.capacity;

import dev.trestle.item.Item;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;

/**
 * The usage of one table since the engine was opened: units, latencies, refusals and heat. Always
 * on; takes no lock.
 */
public final class TableUsage {
  /** Into how many equal ranges of the hash the table is divided for counting its heat. */
  public static final int HEAT_BUCKETS = 256;

  private final DoubleAdder readUnits = new DoubleAdder();
  private final LongAdder writeUnits = new LongAdder();
  private final Map<String, DoubleAdder> indexReadUnits = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> indexWriteUnits = new ConcurrentHashMap<>();
  private final Map<String, Histogram> latencies = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> refusals = new ConcurrentHashMap<>();
  private final AtomicLongArray heat = new AtomicLongArray(HEAT_BUCKETS);
  private final HeavyHitters hitters = new HeavyHitters(HeavyHitters.ONE_IN_64);
  private final Map<Throttle, LongAdder> throttles = new ConcurrentHashMap<>();
  private final HeavyHitters throttledKeys = new HeavyHitters(HeavyHitters.ALL);

  /** Why requests were throttled, such as TableReadKeyRangeThroughputExceeded, and where. */
  public record Throttle(String reason, Optional<String> index) {}

  void read(double units) {
    readUnits.add(units);
  }

  void write(long units) {
    writeUnits.add(units);
  }

  void readIndex(String index, double units) {
    indexReadUnits.computeIfAbsent(index, name -> new DoubleAdder()).add(units);
  }

  void writeIndex(String index, long units) {
    indexWriteUnits.computeIfAbsent(index, name -> new LongAdder()).add(units);
  }

  /** Counts a request to the range that contains a key's hash. */
  public void countRequest(long keyHash) {
    heat.getAndIncrement((int) (keyHash >>> (Long.SIZE - 8)));
  }

  void took(String operation, long nanos) {
    var histogram = latencies.get(operation);
    if (histogram == null) {
      histogram = latencies.computeIfAbsent(operation, name -> new Histogram());
    }
    histogram.add(nanos);
  }

  void throttled(Throttle throttle, Optional<Item> partitionKey) {
    throttles.computeIfAbsent(throttle, why -> new LongAdder()).increment();
    partitionKey.ifPresent(key -> throttledKeys.add(() -> key));
  }

  void refused(String code) {
    refusals.computeIfAbsent(code, name -> new LongAdder()).increment();
  }

  public double readUnits() {
    return readUnits.sum();
  }

  public long writeUnits() {
    return writeUnits.sum();
  }

  public Map<String, Double> indexReadUnits() {
    var sums = new TreeMap<String, Double>();
    indexReadUnits.forEach((name, adder) -> sums.put(name, adder.sum()));
    return sums;
  }

  public Map<String, Long> indexWriteUnits() {
    return sums(indexWriteUnits);
  }

  private static Map<String, Long> sums(Map<String, LongAdder> adders) {
    var sums = new TreeMap<String, Long>();
    adders.forEach((name, adder) -> sums.put(name, adder.sum()));
    return sums;
  }

  /** Returns the latencies by operation. */
  public Map<String, Histogram> latencies() {
    return Map.copyOf(latencies);
  }

  /** Returns how often requests were refused, by error code. */
  public Map<String, Long> refusals() {
    return sums(refusals);
  }

  /** Returns how often reads and writes were throttled. Each item of a batch counts. */
  public Map<Throttle, Long> throttles() {
    var sums = new HashMap<Throttle, Long>();
    throttles.forEach((throttle, adder) -> sums.put(throttle, adder.sum()));
    return sums;
  }

  /** Returns the partition keys of the table that were throttled most, each of them counted. */
  public HeavyHitters throttledKeys() {
    return throttledKeys;
  }

  /** Returns the number of requests by range of the hash. */
  public long[] heat() {
    var counts = new long[HEAT_BUCKETS];
    for (int i = 0; i < counts.length; i++) counts[i] = heat.get(i);
    return counts;
  }

  public HeavyHitters hitters() {
    return hitters;
  }
}
