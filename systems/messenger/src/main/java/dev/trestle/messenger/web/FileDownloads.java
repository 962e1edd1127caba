package dev.trestle.messenger.web;

import dev.trestle.http.Header;
import dev.trestle.http.StreamedResponse;
import dev.trestle.platform.web.Reply;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Sends large files. Each is in memory as a whole while it is sent, so those who download wait for
 * each other instead of filling the heap.
 */
final class FileDownloads {
  /** Files up to this size are sent like any other response. */
  static final int SMALL_BYTES = 256 * 1024;

  private static final int SHARE_OF_HEAP = 8;
  private static final int UNIT_BYTES = 1024;
  private static final int CHECK_SECONDS = 1;

  private final int units;
  private final Semaphore free;

  /** Keeps files of at most this many bytes in memory, or one if it is larger. */
  FileDownloads(long bytes) {
    units = (int) Math.min(bytes / UNIT_BYTES + 1, Integer.MAX_VALUE);
    free = new Semaphore(units, true);
  }

  static FileDownloads ofHeap() {
    return new FileDownloads(Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP);
  }

  /**
   * Sends a file that is read when there is room for it. A client who does not receive it within
   * the server's time for writing is cut off, so room becomes free.
   *
   * @param bytes the length of the file
   */
  Reply reply(String type, long bytes, Supplier<Optional<byte[]>> file) {
    var headers = List.of(new Header("Content-Type", type));
    return Reply.ongoing(
        new StreamedResponse(
            200,
            headers,
            sink -> {
              int taken = (int) Math.min(units, bytes / UNIT_BYTES + 1);
              while (!free.tryAcquire(taken, CHECK_SECONDS, TimeUnit.SECONDS)) {
                if (!sink.isOpen()) return;
              }
              try {
                // An exception cuts the response off: the file was deleted since it was found.
                sink.write(file.get().orElseThrow());
              } finally {
                free.release(taken);
              }
            }));
  }
}
