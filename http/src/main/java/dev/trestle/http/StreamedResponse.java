package dev.trestle.http;

import java.util.List;

/**
 * A response whose body is written piece by piece, on the thread of its connection and for as long
 * as it takes: server-sent events, for example. It is sent in chunks and ends when the body
 * returns. The body is not called for a HEAD request.
 */
public record StreamedResponse(int status, List<Header> headers, Body body) implements Response {
  /** Writes the body. */
  @FunctionalInterface
  public interface Body {
    /**
     * Writes the whole body. An exception cuts the response off, which the client notices. A body
     * that waits for something must be woken by {@link Sink#whenEnding}.
     */
    void writeTo(Sink sink) throws InterruptedException;
  }

  /** Sends the pieces of a body. For use by one thread. */
  public interface Sink {
    /**
     * Sends these bytes now.
     *
     * @throws java.io.UncheckedIOException if the client disconnected or reads too slowly
     */
    void write(byte[] bytes, int start, int length);

    default void write(byte[] bytes) {
      write(bytes, 0, bytes.length);
    }

    /**
     * False once the client has disconnected or the server is closing. The rest of a body that has
     * an end may still be written.
     */
    boolean isOpen();

    /**
     * Calls {@code wake} once, on another thread, when {@link #isOpen} becomes false; at once if it
     * is false already. It must not block.
     */
    void whenEnding(Runnable wake);
  }
}
