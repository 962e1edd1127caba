package dev.trestle.http;

import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The messages that wait to be sent on a WebSocket. Adding to it never waits for the network: a
 * virtual thread writes, which exists only while something waits. What waits goes in one write.
 */
final class SendQueue {
  /** Frames up to this many bytes in all are joined into one write. */
  private static final int JOINED_BYTES_MAX = 16 * 1024;

  /** Messages of this size or more are written from their own array. */
  private static final int OWN_WRITE_BYTES = 4 * 1024;

  /** The memory of a longer queue is freed once it is empty. */
  private static final int QUEUE_KEPT = 16;

  private static final byte[] EMPTY = {};

  /** How long the client may take to confirm a close frame before the socket is closed. */
  private static final long CLOSE_MILLIS = 1000;

  private enum State {
    OPEN,
    /** The close frame waits behind the queued messages; no more are accepted. */
    CLOSING,
    /** The close frame was sent, or never will be. */
    CLOSED
  }

  private final TcpSocket socket;
  private final WebSocketLimits limits;

  /** Counted down when the close frame was sent or never will be. */
  private final CountDownLatch closed = new CountDownLatch(1);

  /** Counted down when reading from the socket has ended. */
  private final CountDownLatch read = new CountDownLatch(1);

  /** Guards the fields up to the deadline. Not held during a write. */
  private final ReentrantLock lock = new ReentrantLock();

  /** Signalled when messages leave the queue or it closes. */
  private final Condition room = lock.newCondition();

  private State state = State.OPEN;
  private ArrayDeque<byte[]> texts = new ArrayDeque<>(1);

  /** Messages that wait or are being written. */
  private int messages;

  private long bytes;
  private int messagesPeak;
  private boolean isPingDue;
  private boolean isPongDue;
  private byte[] pong = EMPTY;
  private byte[] closePayload = EMPTY;
  private boolean hasWriter;

  private volatile boolean isWriting;
  private volatile long writeDeadline;

  SendQueue(TcpSocket socket, WebSocketLimits limits) {
    this.socket = socket;
    this.limits = limits;
  }

  boolean add(byte[] text) {
    lock.lock();
    try {
      if (state != State.OPEN) return false;
      if (messages >= limits.queuedMessages() || bytes + text.length > limits.queuedBytes()) {
        return false;
      }
      enqueue(text);
      return true;
    } finally {
      lock.unlock();
    }
  }

  boolean addWhenRoom(byte[] text) {
    lock.lock();
    try {
      while (state == State.OPEN && !isHalfFree(text.length)) room.awaitUninterruptibly();
      if (state != State.OPEN) return false;
      enqueue(text);
      return true;
    } finally {
      lock.unlock();
    }
  }

  private boolean isHalfFree(int more) {
    return messages == 0
        || (messages < limits.queuedMessages() / 2 && bytes + more <= limits.queuedBytes() / 2);
  }

  private void enqueue(byte[] text) {
    texts.add(text);
    messages++;
    messagesPeak = Math.max(messagesPeak, messages);
    bytes += text.length;
    wakeWriter();
  }

  void ping() {
    lock.lock();
    try {
      if (state != State.OPEN) return;
      isPingDue = true;
      wakeWriter();
    } finally {
      lock.unlock();
    }
  }

  /** Answers a ping. An earlier ping that was not answered yet needs no answer any more. */
  void pong(byte[] payload) {
    lock.lock();
    try {
      if (state != State.OPEN) return;
      isPongDue = true;
      pong = payload;
      wakeWriter();
    } finally {
      lock.unlock();
    }
  }

  /** Sends a close frame after the queued messages, or instead of them. Only the first counts. */
  void close(byte[] payload, boolean afterTexts) {
    lock.lock();
    try {
      if (!afterTexts) dropTexts();
      if (state != State.OPEN) return;
      state = State.CLOSING;
      room.signalAll();
      closePayload = payload;
      wakeWriter();
    } finally {
      lock.unlock();
    }
  }

  /** Replaces the queued messages by this one, even if the queue is full, and closes. */
  void dismiss(byte[] lastMessage, byte[] payload) {
    lock.lock();
    try {
      if (state != State.OPEN) return;
      dropTexts();
      texts.add(lastMessage);
      messages++;
      bytes += lastMessage.length;
      state = State.CLOSING;
      room.signalAll();
      closePayload = payload;
      wakeWriter();
    } finally {
      lock.unlock();
    }
  }

  boolean isOpen() {
    lock.lock();
    try {
      return state == State.OPEN;
    } finally {
      lock.unlock();
    }
  }

  /** Whether the client takes too long to receive what is being written. */
  boolean isLate(long now) {
    return isWriting && now - writeDeadline > 0;
  }

  /** Waits until the close frame was sent or never will be. */
  void awaitClosed() throws InterruptedException {
    closed.await();
  }

  /** Reading has ended, so nobody will confirm a close frame. */
  void readingEnded() {
    read.countDown();
  }

  /** Drops everything; nothing more is sent. */
  void abandon() {
    lock.lock();
    try {
      state = State.CLOSED;
      room.signalAll();
      dropTexts();
    } finally {
      lock.unlock();
    }
    closed.countDown();
  }

  private void dropTexts() {
    for (var text : texts) bytes -= text.length;
    messages -= texts.size();
    texts = new ArrayDeque<>(1);
  }

  private void wakeWriter() {
    if (hasWriter) return;
    hasWriter = true;
    Thread.startVirtualThread(new Writer());
  }

  /** Writes until nothing waits. */
  private final class Writer implements Runnable {
    private final List<byte[]> taken = new ArrayList<>();
    private byte[] joined = EMPTY;
    private int length;
    private boolean isLast;

    @Override
    public void run() {
      try {
        while (take()) {
          writeDeadline = System.nanoTime() + limits.write().toNanos();
          isWriting = true;
          for (var text : taken) put(FrameFormat.TEXT, text);
          if (isLast) put(FrameFormat.CLOSE, closePayload);
          flush();
          isWriting = false;
        }
        if (isLast) closeLater();
      } catch (UncheckedIOException disconnected) {
        // The reading thread notices as well.
        isWriting = false;
        abandon();
        socket.close();
      } catch (InterruptedException interrupted) {
        socket.close();
      }
    }

    /** Takes what goes into one write. False if nothing waits; the writer then ends. */
    private boolean take() {
      lock.lock();
      try {
        discount();
        length = 0;
        if (state == State.CLOSED) return false;
        makeRoom();
        if (isPongDue) put(FrameFormat.PONG, pong);
        if (isPingDue) put(FrameFormat.PING, EMPTY);
        isPongDue = false;
        isPingDue = false;
        pong = EMPTY;
        int room = JOINED_BYTES_MAX;
        while (room > 0 && !texts.isEmpty()) {
          taken.add(texts.remove());
          room -= taken.getLast().length + FrameFormat.HEAD_BYTES_MAX;
        }
        isLast = texts.isEmpty() && state == State.CLOSING;
        if (length > 0 || !taken.isEmpty() || isLast) return true;
        hasWriter = false;
        if (messagesPeak > QUEUE_KEPT) texts = new ArrayDeque<>(1);
        messagesPeak = 0;
        return false;
      } finally {
        lock.unlock();
      }
    }

    /** Stops counting what was written. */
    private void discount() {
      for (var text : taken) bytes -= text.length;
      messages -= taken.size();
      if (!taken.isEmpty()) room.signalAll();
      taken.clear();
      if (!isLast) return;
      state = State.CLOSED;
      closed.countDown();
    }

    /** Makes room for what waits, up to what goes into one write. */
    private void makeRoom() {
      long controls = 3L * (FrameFormat.HEAD_BYTES_MAX + FrameFormat.CONTROL_BYTES_MAX);
      long heads = (long) FrameFormat.HEAD_BYTES_MAX * texts.size();
      long most = JOINED_BYTES_MAX + OWN_WRITE_BYTES + controls;
      int wanted = (int) Math.min(most, bytes + heads + controls);
      if (wanted > joined.length) joined = new byte[wanted];
    }

    private void put(int opcode, byte[] payload) {
      boolean isOwnWrite = payload.length >= OWN_WRITE_BYTES;
      int needed = FrameFormat.HEAD_BYTES_MAX + (isOwnWrite ? 0 : payload.length);
      if (length + needed > joined.length) flush();
      length += FrameFormat.putHead(joined, length, opcode, payload.length);
      if (isOwnWrite) {
        flush();
        socket.write(payload, 0, payload.length);
      } else {
        System.arraycopy(payload, 0, joined, length, payload.length);
        length += payload.length;
      }
    }

    private void flush() {
      if (length > 0) socket.write(joined, 0, length);
      length = 0;
    }

    private void closeLater() throws InterruptedException {
      if (!read.await(CLOSE_MILLIS, TimeUnit.MILLISECONDS)) socket.close();
    }
  }
}
