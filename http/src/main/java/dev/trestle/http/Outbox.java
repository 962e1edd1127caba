package dev.trestle.http;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.socket.HelidonSocket;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What waits to be sent on a WebSocket. Whoever adds to it does not wait for the network: a virtual
 * thread writes, and is there only while something waits. What waits is written together.
 */
final class Outbox {
  /** Up to this, frames are copied behind each other to go in one write. */
  private static final int JOINED_BYTES_MAX = 16 * 1024;

  /** A message from this on goes from its own array. */
  private static final int OWN_WRITE_BYTES = 4 * 1024;

  /** A queue that was longer is not kept once it is empty. */
  private static final int QUEUE_KEPT = 16;

  private static final byte[] NOTHING = {};

  /** How long the other side may take to answer a goodbye before it is hung up on. */
  private static final long GOODBYE_MILLIS = 1000;

  private enum State {
    OPEN,
    /** The goodbye waits behind what was queued before it; nothing more is taken. */
    CLOSING,
    /** The goodbye was sent, or never will be. */
    CLOSED
  }

  private final HelidonSocket socket;
  private final SocketLimits limits;

  /** Counted down when the goodbye was sent or never will be. */
  private final CountDownLatch closed = new CountDownLatch(1);

  /** Counted down when the reading side is done with the socket. */
  private final CountDownLatch read = new CountDownLatch(1);

  /** Guards all that follows up to the deadline. Never held while something is written. */
  private final ReentrantLock lock = new ReentrantLock();

  private State state = State.OPEN;
  private ArrayDeque<byte[]> texts = new ArrayDeque<>(1);

  /** Of what waits and of what is being written. */
  private int messages;

  private long bytes;
  private int messagesPeak;
  private boolean isPingDue;
  private boolean isPongDue;
  private byte[] pong = NOTHING;
  private byte[] goodbye = NOTHING;
  private boolean hasWriter;

  private volatile boolean isWriting;
  private volatile long writeDeadline;

  Outbox(HelidonSocket socket, SocketLimits limits) {
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
      texts.add(text);
      messages++;
      messagesPeak = Math.max(messagesPeak, messages);
      bytes += text.length;
      wakeWriter();
      return true;
    } finally {
      lock.unlock();
    }
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

  /** Answers a ping; one that still waits to be answered needs no answer any more. */
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

  /** Says goodbye after what is queued, or instead of it; only the first goodbye is said. */
  void close(byte[] payload, boolean afterTexts) {
    lock.lock();
    try {
      if (!afterTexts) dropTexts();
      if (state != State.OPEN) return;
      state = State.CLOSING;
      goodbye = payload;
      wakeWriter();
    } finally {
      lock.unlock();
    }
  }

  /** Says this in place of all that is queued, full or not, and goodbye after it. */
  void dismiss(byte[] lastWords, byte[] payload) {
    lock.lock();
    try {
      if (state != State.OPEN) return;
      dropTexts();
      texts.add(lastWords);
      messages++;
      bytes += lastWords.length;
      state = State.CLOSING;
      goodbye = payload;
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

  /** Whether the other side takes too long to receive what is being written. */
  boolean isLate(long now) {
    return isWriting && now - writeDeadline > 0;
  }

  /** Waits until the goodbye is sent or never will be. */
  void awaitClosed() throws InterruptedException {
    closed.await();
  }

  /** The reading side is done: there is nobody to wait for after a goodbye. */
  void endOfReading() {
    read.countDown();
  }

  /** Gives up: nothing more is sent. */
  void abandon() {
    lock.lock();
    try {
      state = State.CLOSED;
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
    private byte[] joined = NOTHING;
    private int length;
    private boolean isLast;

    @Override
    public void run() {
      try {
        while (take()) {
          writeDeadline = System.nanoTime() + limits.write().toNanos();
          isWriting = true;
          for (var text : taken) put(Frames.TEXT, text);
          if (isLast) put(Frames.CLOSE, goodbye);
          flush();
          isWriting = false;
        }
        if (isLast) hangUpLater();
      } catch (UncheckedIOException _) {
        // The other side is gone, or was hung up on: the reading side finds out as well.
        isWriting = false;
        abandon();
        socket.close();
      } catch (InterruptedException _) {
        socket.close();
      }
    }

    /** Takes what goes into one write; false when nothing waits, and then this writer is done. */
    private boolean take() {
      lock.lock();
      try {
        giveBack();
        length = 0;
        if (state == State.CLOSED) return false;
        makeRoom();
        if (isPongDue) put(Frames.PONG, pong);
        if (isPingDue) put(Frames.PING, NOTHING);
        isPongDue = false;
        isPingDue = false;
        pong = NOTHING;
        int room = JOINED_BYTES_MAX;
        while (room > 0 && !texts.isEmpty()) {
          taken.add(texts.remove());
          room -= taken.getLast().length + Frames.HEAD_BYTES_MAX;
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

    /** What was written no longer counts. */
    private void giveBack() {
      for (var text : taken) bytes -= text.length;
      messages -= taken.size();
      taken.clear();
      if (!isLast) return;
      state = State.CLOSED;
      closed.countDown();
    }

    /** Enough for what waits, but not for more than goes into one write. */
    private void makeRoom() {
      long controls = 3L * (Frames.HEAD_BYTES_MAX + Frames.CONTROL_BYTES_MAX);
      long heads = (long) Frames.HEAD_BYTES_MAX * texts.size();
      long most = JOINED_BYTES_MAX + OWN_WRITE_BYTES + controls;
      int wanted = (int) Math.min(most, bytes + heads + controls);
      if (wanted > joined.length) joined = new byte[wanted];
    }

    private void put(int opcode, byte[] payload) {
      boolean isOwnWrite = payload.length >= OWN_WRITE_BYTES;
      int needed = Frames.HEAD_BYTES_MAX + (isOwnWrite ? 0 : payload.length);
      if (length + needed > joined.length) flush();
      length += Frames.putHead(joined, length, opcode, payload.length);
      if (isOwnWrite) {
        flush();
        socket.write(BufferData.create(payload, 0, payload.length));
      } else {
        System.arraycopy(payload, 0, joined, length, payload.length);
        length += payload.length;
      }
    }

    private void flush() {
      if (length > 0) socket.write(BufferData.create(joined, 0, length));
      length = 0;
    }

    private void hangUpLater() throws InterruptedException {
      if (!read.await(GOODBYE_MILLIS, TimeUnit.MILLISECONDS)) socket.close();
    }
  }
}
