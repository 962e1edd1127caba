package dev.trestle.bench;

/**
 * Does the work of the engine benchmark, on items of one size in {@link #PARTITIONS} partitions
 * with {@link #ROWS} rows each. A payload is one of {@link Payloads}.
 */
interface BenchTarget extends AutoCloseable {
  int PARTITIONS = 1000;
  int ROWS = 20;
  int ITEMS = PARTITIONS * ROWS;

  String name();

  void put(int item, String payload);

  void get(int item);

  /** Reads the rows of one partition. */
  void query(int partition);

  /** Adds one to a counter. */
  void count(int counter);

  /** Writes two items, both or neither. */
  void transact(int first, int second, String payload);

  /** Writes some items in one call. */
  void batch(int[] items, String payload);

  @Override
  void close();
}
