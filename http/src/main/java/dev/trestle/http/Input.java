package dev.trestle.http;

import io.helidon.common.socket.HelidonSocket;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * What has come in on a connection and was not yet taken. Bytes stay where they arrived as long as
 * a request fits into what one read gave, which is the usual case.
 */
final class Input {
  private static final byte[] NOTHING = {};

  private final HelidonSocket socket;
  private byte[] bytes = NOTHING;
  private int start;
  private int end;
  private Optional<CompletableFuture<byte[]>> ahead = Optional.empty();

  Input(HelidonSocket socket) {
    this.socket = socket;
  }

  byte[] bytes() {
    return bytes;
  }

  int start() {
    return start;
  }

  int available() {
    return end - start;
  }

  void take(int count) {
    start += count;
  }

  /**
   * Waits for more. What was there before is still there, perhaps in another array.
   *
   * @return whether there is more; false when the other side has ended
   */
  boolean more() {
    return more(0);
  }

  /** The same, where it is known how many bytes are wanted in all. */
  boolean more(int wanted) {
    var next = ahead.isPresent() ? takeAhead() : socket.get();
    // Null is how a socket says that it has ended; a read ahead says it so.
    if (next == null || next.length == 0) return false;
    if (start == end) {
      bytes = next;
      start = 0;
      end = next.length;
    } else {
      append(next, wanted);
    }
    return true;
  }

  private byte[] takeAhead() {
    var next = ahead.orElseThrow().join();
    ahead = Optional.empty();
    return next;
  }

  /**
   * Reads once, ahead of time and on a thread of its own, so that it is noticed when the other side
   * goes while nobody waits for what it says. What comes is there for whoever asks for more.
   */
  void watch(Runnable whenGone) {
    if (ahead.isPresent()) return;
    var next = new CompletableFuture<byte[]>();
    ahead = Optional.of(next);
    Thread.startVirtualThread(() -> {
      byte[] read = NOTHING;
      try {
        read = Optional.ofNullable(socket.get()).orElse(NOTHING);
      } catch (UncheckedIOException _) {
        // It has gone.
      }
      next.complete(read);
      if (read.length == 0) whenGone.run();
    });
  }

  private void append(byte[] next, int wanted) {
    int length = end - start;
    if (end + next.length > bytes.length) {
      // Doubling keeps a body that comes in small pieces from being copied again and again; no
      // more than is wanted, so that the longest body takes little more than its length.
      int needed = length + next.length;
      var joined = new byte[Math.max(needed, Math.min(length * 2, wanted))];
      System.arraycopy(bytes, start, joined, 0, length);
      bytes = joined;
      start = 0;
      end = length;
    }
    System.arraycopy(next, 0, bytes, end, next.length);
    end += next.length;
  }

  /** Waits until there are so many bytes. */
  void await(int count) throws FaultyRequest {
    while (available() < count) {
      if (!more(count)) throw new FaultyRequest(Fault.CUT_OFF);
    }
  }

  /** Lets go of a large array once it is empty, so that idle connections hold little. */
  void release() {
    if (start == end) {
      bytes = NOTHING;
      start = 0;
      end = 0;
    } else if (start > 0 && bytes.length > 4 * available()) {
      bytes = Arrays.copyOfRange(bytes, start, end);
      end -= start;
      start = 0;
    }
  }
}
