package dev.trestle.http;

import java.util.concurrent.Semaphore;

/**
 * The memory for bodies, over all connections. Clients with large bodies wait for each other
 * instead of filling the heap.
 */
final class BodyRoom {
  /** Bodies up to this size do not count; they lie in the buffer that read the head. */
  static final int SMALL_BYTES = 16 * 1024;

  /** Deflate makes at most this of a byte. */
  private static final int INFLATION_MAX = 1032;

  private static final int SHARE_OF_HEAP = 8;
  private static final int UNIT_BYTES = 1024;

  private final int bodyBytesMax;
  private final int units;
  private final Semaphore free;

  BodyRoom(int bodyBytesMax) {
    this.bodyBytesMax = bodyBytesMax;
    long heap = Runtime.getRuntime().maxMemory();
    long bytes = Math.max(heap / SHARE_OF_HEAP, bodyBytesMax);
    units = (int) Math.min(bytes / UNIT_BYTES + 1, Integer.MAX_VALUE);
    free = new Semaphore(units, true);
  }

  /**
   * Waits for room.
   *
   * @param isCompressed whether the body may be inflated, which takes room as well
   * @return what to give back to {@link #release}
   */
  int acquire(long bytes, boolean isCompressed) throws InterruptedException {
    long all = bytes + (isCompressed ? Math.min(bodyBytesMax, bytes * INFLATION_MAX) : 0);
    if (all <= SMALL_BYTES) return 0;
    int taken = (int) Math.min(units, all / UNIT_BYTES + 1);
    free.acquire(taken);
    return taken;
  }

  void release(int taken) {
    if (taken > 0) free.release(taken);
  }
}
