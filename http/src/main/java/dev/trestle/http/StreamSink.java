package dev.trestle.http;

import java.util.concurrent.locks.ReentrantLock;

/** The way out for a streamed answer. */
final class StreamSink implements Streamed.Sink {
  private final Connection connection;
  private final Output output;
  private final boolean inChunks;

  /** Guards {@code isEnding} and {@code wake}: one is told of the other exactly once. */
  private final ReentrantLock lock = new ReentrantLock();

  private boolean isEnding;
  private Runnable wake = () -> {};

  StreamSink(Connection connection, Output output, boolean inChunks) {
    this.connection = connection;
    this.output = output;
    this.inChunks = inChunks;
  }

  @Override
  public void write(byte[] bytes, int start, int length) {
    // A chunk without bytes would be the last.
    if (length == 0) return;
    connection.startsToWrite();
    if (inChunks) output.writeChunk(bytes, start, length);
    else output.write(bytes, start, length);
    connection.hasWritten();
  }

  @Override
  public boolean isOpen() {
    lock.lock();
    try {
      return !isEnding;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void whenEnding(Runnable newWake) {
    boolean isTooLate;
    lock.lock();
    try {
      isTooLate = isEnding;
      wake = newWake;
    } finally {
      lock.unlock();
    }
    if (isTooLate) newWake.run();
  }

  /** The other side has gone, or the server is about to close. */
  void end() {
    Runnable woken;
    lock.lock();
    try {
      if (isEnding) return;
      isEnding = true;
      woken = wake;
    } finally {
      lock.unlock();
    }
    woken.run();
  }
}
