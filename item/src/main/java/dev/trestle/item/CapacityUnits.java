package dev.trestle.item;

/**
 * DynamoDB's capacity arithmetic. The engine meters with it and the model predicts with it, so that
 * the two agree. Read units are halves, hence doubles; every result is a multiple of one half.
 */
public final class CapacityUnits {
  private static final int READ_UNIT_BYTES = 4096;
  private static final int WRITE_UNIT_BYTES = 1024;

  /** How a read is made, with what one unit of it costs. */
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

  /** Units of reading this many bytes in one go; reading nothing costs as much as one block. */
  public static double read(long bytes, Consistency consistency) {
    return readOfBlocks(readBlocks(bytes), consistency);
  }

  /** How many blocks of a read unit's size are read for this many bytes: one at least. */
  public static long readBlocks(long bytes) {
    return Math.max(1, blocks(bytes, READ_UNIT_BYTES));
  }

  /** Units of several reads that come to this many blocks. */
  public static double readOfBlocks(long blocks, Consistency consistency) {
    return blocks * consistency.factor;
  }

  /** Units of a write that leaves an item of one size where there was one of another; 0: none. */
  public static long write(long bytesBefore, long bytesAfter) {
    return Math.max(1, blocks(Math.max(bytesBefore, bytesAfter), WRITE_UNIT_BYTES));
  }

  /**
   * Units that a write costs on one index.
   *
   * @param bytesBefore size of the projection before, 0 when the item was not in the index
   * @param bytesAfter size of the projection after, 0 when the item is no longer in the index
   * @param keyChanged whether the entry moved to another index key
   * @param projectionChanged whether anything the index shows has changed
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
