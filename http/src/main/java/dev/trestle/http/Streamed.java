package dev.trestle.http;

import java.util.List;

/**
 * An answer whose body is written bit by bit, on the thread of its connection, for as long as it
 * takes: server-sent events, say. It is sent in chunks and ends when the body has been written. The
 * answer to HEAD has no body, and then it is not asked for.
 */
public record Streamed(int status, List<Field> fields, Body body) implements Answer {
  /** Writes the body. */
  @FunctionalInterface
  public interface Body {
    /**
     * Writes all of it. What it throws cuts the answer off, and the other side sees that it was cut
     * off. A body that waits for something must have itself woken by {@link Sink#whenEnding}.
     */
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

    /**
     * Whether it makes sense to go on: false once the other side has ended or the server is about
     * to close. What is left of a body that has an end may still be written.
     */
    boolean isOpen();

    /**
     * Has something done, once, when {@link #isOpen} turns false, or now if it has. It is done on
     * another thread and is not to wait for anything.
     */
    void whenEnding(Runnable wake);
  }
}
