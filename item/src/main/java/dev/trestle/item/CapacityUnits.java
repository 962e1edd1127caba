package dev.trestle.item;

/**
 * DynamoDB's capacity arithmetic. The engine charges by it and the model predicts with it, so the
 * two agree. Results are doubles because an eventually consistent read costs half a unit.
 */
public final class CapacityUnits {
  private static final int READ_UNIT_BYTES = 4096;
  private static final int WRITE_UNIT_BYTES = 1024;

  /** The consistency of a read, and what it costs per block. */
  public enum Consistency {
    EVENTUAL(0.5),
    STRONG(1),
    TRANSACTIONAL(2);

    private final double factor;

    Consistency(double factor) {
      this.factor = factor;
    }
  }

  private CapacityUnits() {}

  /** Returns the units for reading this many bytes at once. Reading nothing costs one block. */
  public static double read(long bytes, Consistency consistency) {
    return readOfBlocks(readBlocks(bytes), consistency);
  }

  /** Returns how many read units of 4 KB this many bytes fill, at least one. */
  public static long readBlocks(long bytes) {
    return Math.max(1, blocks(bytes, READ_UNIT_BYTES));
  }

  /** Returns the units for several reads that add up to this many blocks. */
  public static double readOfBlocks(long blocks, Consistency consistency) {
    return blocks * consistency.factor;
  }

  /**
   * Returns the units for a write that changes an item's size. A size of 0 means there is no item.
   */
  public static long write(long bytesBefore, long bytesAfter) {
    return Math.max(1, blocks(Math.max(bytesBefore, bytesAfter), WRITE_UNIT_BYTES));
  }

  /**
   * Returns the units that a write costs on one index.
   *
   * @param bytesBefore size of the projection before the write; 0 if the item was not in the index
   * @param bytesAfter size of the projection after the write; 0 if the item is no longer in the
   *     index
   * @param keyChanged whether the entry moved to another index key
   * @param projectionChanged whether any projected attribute changed
   */
  public static long indexWrite(
      long bytesBefore, long bytesAfter, boolean keyChanged, boolean projectionChanged) {
    if (bytesBefore == 0 && bytesAfter == 0) return 0;
    if (bytesBefore == 0) return write(0, bytesAfter);
    if (bytesAfter == 0) return write(bytesBefore, 0);
    if (keyChanged) return write(bytesBefore, 0) + write(0, bytesAfter);
    return projectionChanged ? write(bytesBefore, bytesAfter) : 0;
  }

  private static long blocks(long bytes, int unit) {
    return (bytes + unit - 1) / unit;
  }
}
