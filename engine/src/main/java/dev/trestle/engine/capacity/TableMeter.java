package dev.trestle.engine.capacity;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;

/**
 * What has been done to one table since the engine was opened: units, latencies, refusals, heat. It
 * is always on and takes no lock.
 */
public final class TableMeter {
  /** Parts of the table, as equal ranges of the hash, whose heat is told apart. */
  public static final int HEAT_BUCKETS = 256;

  private final DoubleAdder readUnits = new DoubleAdder();
  private final LongAdder writeUnits = new LongAdder();
  private final Map<String, DoubleAdder> indexReadUnits = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> indexWriteUnits = new ConcurrentHashMap<>();
  private final Map<String, Histogram> latencies = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> refusals = new ConcurrentHashMap<>();
  private final AtomicLongArray heat = new AtomicLongArray(HEAT_BUCKETS);
  private final HeavyHitters hitters = new HeavyHitters();

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

  /** Counts a request to the part of the table that a key's hash lies in. */
  public void touch(long keyHash) {
    heat.getAndIncrement((int) (keyHash >>> (Long.SIZE - 8)));
  }

  void took(String operation, long nanos) {
    var histogram = latencies.get(operation);
    if (histogram == null) {
      histogram = latencies.computeIfAbsent(operation, name -> new Histogram());
    }
    histogram.add(nanos);
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

  /** By operation. */
  public Map<String, Histogram> latencies() {
    return Map.copyOf(latencies);
  }

  /** How often each refusal was given, by its code. */
  public Map<String, Long> refusals() {
    return sums(refusals);
  }

  /** Requests by part of the table. */
  public long[] heat() {
    var counts = new long[HEAT_BUCKETS];
    for (int i = 0; i < counts.length; i++) counts[i] = heat.get(i);
    return counts;
  }

  public HeavyHitters hitters() {
    return hitters;
  }
}
