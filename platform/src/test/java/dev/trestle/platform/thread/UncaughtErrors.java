package dev.trestle.platform.thread;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** The errors that threads hand to the process, which would end. */
public final class UncaughtErrors implements AutoCloseable {
  private final Queue<Throwable> handed = new ConcurrentLinkedQueue<>();
  private final Thread.UncaughtExceptionHandler before =
      Thread.getDefaultUncaughtExceptionHandler();

  public UncaughtErrors() {
    Thread.setDefaultUncaughtExceptionHandler((_, error) -> handed.add(error));
  }

  /** Returns whether an error like this one was handed over. */
  public boolean contain(Class<? extends Error> kind) {
    return handed.stream().anyMatch(kind::isInstance);
  }

  @Override
  public void close() {
    Thread.setDefaultUncaughtExceptionHandler(before);
  }
}
