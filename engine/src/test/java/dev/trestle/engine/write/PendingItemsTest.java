package dev.trestle.engine.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.LinkedTransferQueue;
import org.junit.jupiter.api.Test;

class PendingItemsTest {
  private static final int OTHERS = 500_000;

  private record Queued(byte[] key, PendingItems.Entry entry) {}

  private static byte[] key(int number) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
  }

  /** A writer that missed it would start from the state on disk, and undo the pending one. */
  @Test
  void a_pending_item_is_found_while_others_come_and_go() throws InterruptedException {
    var pending = new PendingItems();
    pending.put(key(-1), new PendingItems.Entry(Optional.empty()));
    var queue = new LinkedTransferQueue<Queued>();
    var writer = Thread.ofPlatform().start(() -> enter(pending, queue));
    var committer = Thread.ofPlatform().start(() -> remove(pending, queue));
    int misses = 0;
    while (committer.isAlive()) if (pending.get(key(-1)) == null) misses++;
    writer.join();
    assertThat(misses).isZero();
  }

  private static void enter(PendingItems pending, LinkedTransferQueue<Queued> queue) {
    for (int i = 0; i < OTHERS; i++) {
      var entered = new Queued(key(i), new PendingItems.Entry(Optional.empty()));
      pending.put(entered.key, entered.entry);
      queue.add(entered);
    }
  }

  private static void remove(PendingItems pending, LinkedTransferQueue<Queued> queue) {
    try {
      for (int i = 0; i < OTHERS; i++) {
        var entered = queue.take();
        pending.remove(entered.key, entered.entry);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
