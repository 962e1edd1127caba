package dev.trestle.http;

import java.util.concurrent.Semaphore;

/**
 * Room for long bodies, shared by all connections: a few at a time, so that many who send the
 * longest body allowed at once wait for each other instead of filling the memory.
 */
final class Bodies {
  /** Bodies up to this are read without asking for room. */
  static final int SMALL_BYTES = 256 * 1024;

  private static final int SHARE_OF_HEAP = 8;

  private final Semaphore room;

  Bodies(int bodyBytesMax) {
    long heap = Runtime.getRuntime().maxMemory();
    room = new Semaphore(Math.clamp(heap / SHARE_OF_HEAP / bodyBytesMax, 1, 1024), true);
  }

  void enter() throws InterruptedException {
    room.acquire();
  }

  void leave() {
    room.release();
  }
}
