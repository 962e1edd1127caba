package dev.trestle.platform.web;

import dev.trestle.http.Header;
import dev.trestle.http.StreamedResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Server-sent events to one client. Whoever has news calls {@link #send}, from any thread and
 * without waiting; the thread of the connection writes. A client so slow that its queue is full is
 * dropped with a last event, {@code dropped}: its browser comes back and says what it got last.
 *
 * <pre>{@code
 * return Reply.ongoing(EventStream.of(256, stream -> {
 *   subscribers.add(stream);
 *   return () -> subscribers.remove(stream);
 * }));
 * }</pre>
 */
public final class EventStream {
  /** Sends events to a stream. */
  @FunctionalInterface
  public interface Source {
    /**
     * Starts to feed the stream, on the thread of its connection. The events that it sends here
     * must fit into the queue. Not called for a response that is never sent.
     *
     * @return called once when the stream has ended, for whatever reason
     */
    Runnable open(EventStream stream);
  }

  private static final List<Header> FIELDS =
      List.of(
          new Header("Content-Type", "text/event-stream; charset=utf-8"),
          // Proxies that buffer responses would hold events back.
          new Header("X-Accel-Buffering", "no"));

  private static final Duration HEARTBEAT = Duration.ofSeconds(15);
  private static final int QUEUED_BYTES_MAX = 1 << 20;
  private static final byte[] RETRY = utf8("retry: 2000\n\n");
  private static final byte[] STILL_HERE = utf8(":\n\n");
  private static final byte[] DROPPED = LiveEvent.text("dropped", "{}").bytes();

  private enum State {
    OPEN,
    /** Too slow: the queue was dropped, and the last event is still to be written. */
    DROPPED,
    /** The queue is still to be written. */
    ENDED
  }

  private final int queuedMax;
  private final Duration heartbeat;

  /** Guards the queue and the state. Never held while something is written. */
  private final ReentrantLock lock = new ReentrantLock();

  private final Condition changed = lock.newCondition();
  private final ArrayDeque<byte[]> queue = new ArrayDeque<>();
  private int queuedBytes;
  private State state = State.OPEN;

  private EventStream(int queuedMax, Duration heartbeat) {
    this.queuedMax = queuedMax;
    this.heartbeat = heartbeat;
  }

  /** The response that streams what the source sends. At most {@code queuedMax} events wait. */
  public static StreamedResponse of(int queuedMax, Source source) {
    return of(queuedMax, HEARTBEAT, source);
  }

  static StreamedResponse of(int queuedMax, Duration heartbeat, Source source) {
    return new StreamedResponse(
        200, FIELDS, sink -> new EventStream(queuedMax, heartbeat).follow(sink, source));
  }

  /**
   * Queues an event.
   *
   * @return false if the stream has ended, or ends now because the queue is full
   */
  public boolean send(LiveEvent event) {
    var bytes = event.bytes();
    lock.lock();
    try {
      if (state != State.OPEN) return false;
      changed.signal();
      if (queue.size() >= queuedMax || queuedBytes + bytes.length > QUEUED_BYTES_MAX) {
        state = State.DROPPED;
        queue.clear();
        return false;
      }
      queue.add(bytes);
      queuedBytes += bytes.length;
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Ends the stream after the queued events. */
  public void end() {
    lock.lock();
    try {
      if (state == State.OPEN) state = State.ENDED;
      changed.signal();
    } finally {
      lock.unlock();
    }
  }

  public boolean isOpen() {
    lock.lock();
    try {
      return state == State.OPEN;
    } finally {
      lock.unlock();
    }
  }

  private void follow(StreamedResponse.Sink sink, Source source) throws InterruptedException {
    sink.whenEnding(this::end);
    // Before the client sees that the stream is open: it misses nothing from then on.
    var whenEnded = source.open(this);
    try {
      sink.write(RETRY);
      for (var next = next(); next.isPresent(); next = next()) sink.write(next.get());
      if (isDropped()) sink.write(DROPPED);
    } finally {
      end();
      whenEnded.run();
    }
  }

  private boolean isDropped() {
    lock.lock();
    try {
      return state == State.DROPPED;
    } finally {
      lock.unlock();
    }
  }

  /** Waits for events and returns all that are queued; empty at the end. */
  private Optional<byte[]> next() throws InterruptedException {
    lock.lock();
    try {
      long nanos = heartbeat.toNanos();
      while (queue.isEmpty() && state == State.OPEN && nanos > 0) nanos = changed.awaitNanos(nanos);
      if (!queue.isEmpty()) return Optional.of(takeAll());
      return state == State.OPEN ? Optional.of(STILL_HERE) : Optional.empty();
    } finally {
      lock.unlock();
    }
  }

  private byte[] takeAll() {
    var all = new byte[queuedBytes];
    int at = 0;
    for (var bytes : queue) {
      System.arraycopy(bytes, 0, all, at, bytes.length);
      at += bytes.length;
    }
    queue.clear();
    queuedBytes = 0;
    return all;
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
