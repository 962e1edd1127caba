package dev.trestle.http;

import java.util.concurrent.locks.ReentrantLock;

/** Sends the body of a streamed response. */
final class StreamSink implements StreamedResponse.Sink {
  private final HttpConnection connection;
  private final ResponseWriter output;
  private final boolean inChunks;

  /** Guards {@code isEnding} and {@code wake}, so that {@code wake} runs exactly once. */
  private final ReentrantLock lock = new ReentrantLock();

  private boolean isEnding;
  private Runnable wake = () -> {};

  StreamSink(HttpConnection connection, ResponseWriter output, boolean inChunks) {
    this.connection = connection;
    this.output = output;
    this.inChunks = inChunks;
  }

  @Override
  public void write(byte[] bytes, int start, int length) {
    // An empty chunk would end the body.
    if (length == 0) return;
    connection.startWriting();
    if (inChunks) output.writeChunk(bytes, start, length);
    else output.write(bytes, start, length);
    connection.endWriting();
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

  /** The client has disconnected, or the server is closing. */
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
