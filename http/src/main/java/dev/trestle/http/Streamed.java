package dev.trestle.http;

import java.util.List;

/**
 * An answer whose body is written bit by bit, on the thread of its connection, for as long as it
 * takes: server-sent events, say. It is sent in chunks and ends when the body has been written.
 */
public record Streamed(int status, List<Field> fields, Body body) implements Answer {
  /** Writes the body. */
  @FunctionalInterface
  public interface Body {
    /** Ends early, by an exception of the sink's, when the other side has gone. */
    void writeTo(Sink sink) throws InterruptedException;
  }

  /** Where a body is written to. For one thread. */
  public interface Sink {
    /**
     * Sends these bytes now.
     *
     * @throws java.io.UncheckedIOException if the other side has gone or takes too long
     */
    void write(byte[] bytes, int start, int length);

    default void write(byte[] bytes) {
      write(bytes, 0, bytes.length);
    }
  }
}
