package dev.trestle.http;

import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/**
 * The bytes that were received on a connection and not yet taken. A request usually arrives in one
 * read and is parsed where it lies: bytes that were received are neither moved nor overwritten
 * before {@link #release}.
 */
final class SocketInput {
  /** Enough for most requests with their headers. */
  private static final int REQUEST_BYTES = 4 * 1024;

  /** Enough for most WebSocket messages. Small, since most WebSockets are idle. */
  private static final int MESSAGE_BYTES = 512;

  private static final int READS_IN_A_ROW_MAX = 16;

  /** Any time does: what counts is that the thread waits. */
  private static final long PAUSE_NANOS = 1;

  private static final byte[] EMPTY = {};

  private final TcpSocket socket;
  private byte[] bytes = EMPTY;
  private int start;
  private int end;
  private int readBytes = REQUEST_BYTES;
  private int reads;
  private Optional<CompletableFuture<byte[]>> readAhead = Optional.empty();

  SocketInput(TcpSocket socket) {
    this.socket = socket;
  }

  /** From now on small messages are expected, with long pauses between them. */
  void expectMessages() {
    readBytes = MESSAGE_BYTES;
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
   * Waits for more bytes. {@link #bytes} may be another array afterwards, with the same content
   * from {@link #start} on.
   *
   * @return false if the client has sent all it will
   */
  boolean more() {
    return more(0);
  }

  /** Waits for more bytes, of which {@code wanted} will be needed in all. */
  boolean more(int wanted) {
    if (readAhead.isPresent()) return takeReadAhead();
    if (end == bytes.length) makeRoom(readBytes, wanted);
    if (++reads % READS_IN_A_ROW_MAX == 0) letOthersRun();
    int count = socket.read(bytes, end, bytes.length - end);
    if (count < 0) return false;
    end += count;
    return true;
  }

  /**
   * Lets other connections have the processor if this client has sent more already. Reading on
   * would not wait, and virtual threads are not preempted. A yield is not enough: a carrier runs
   * those that yielded on it before it looks for others, such as new connections.
   */
  void letOthersRun() {
    if (available() > 0 || socket.available() > 0) LockSupport.parkNanos(PAUSE_NANOS);
  }

  /** Waits until {@code count} bytes are available. */
  void await(int count) throws BadRequestException {
    while (available() < count) {
      if (!more(count)) throw new BadRequestException(RequestError.CUT_OFF);
    }
  }

  /**
   * Doubles the array, so that a body in small pieces is not copied again and again, but makes it
   * no longer than wanted: the longest body takes little more memory than its length.
   */
  private void makeRoom(int needed, int wanted) {
    int length = available();
    int newLength = Math.max(length + needed, Math.min(length * 2, wanted));
    bytes = Arrays.copyOfRange(bytes, start, start + newLength);
    start = 0;
    end = length;
  }

  /**
   * Reads once on a thread of its own, to notice that the client disconnects while a response is
   * being produced. What is read is returned by the next {@link #more}.
   */
  void readAhead(Runnable onDisconnect) {
    if (readAhead.isPresent()) return;
    var next = new CompletableFuture<byte[]>();
    readAhead = Optional.of(next);
    Thread.startVirtualThread(() -> {
      var buffer = new byte[MESSAGE_BYTES];
      int count = -1;
      try {
        count = socket.read(buffer, 0, buffer.length);
      } catch (UncheckedIOException disconnected) {
        // Handled like the end of the stream.
      }
      next.complete(count < 0 ? EMPTY : Arrays.copyOf(buffer, count));
      if (count < 0) onDisconnect.run();
    });
  }

  private boolean takeReadAhead() {
    var next = readAhead.orElseThrow().join();
    readAhead = Optional.empty();
    if (next.length == 0) return false;
    if (bytes.length - end < next.length) makeRoom(next.length, 0);
    System.arraycopy(next, 0, bytes, end, next.length);
    end += next.length;
    return true;
  }

  /** Allows the bytes that were taken to be overwritten, and frees a large array. */
  void release() {
    if (start == end) {
      if (bytes.length > readBytes) bytes = EMPTY;
      start = 0;
      end = 0;
    } else if (start > 0 && bytes.length > 4 * available()) {
      bytes = Arrays.copyOfRange(bytes, start, end);
      end -= start;
      start = 0;
    }
  }
}
